//! Which variable a place denotes, by cases.

use super::Translator;
use super::cases::{Scalar, compare_sums};
use super::expression::Environment;
use crate::{Linear, Logic, Refusal};
use std::collections::BTreeMap;
use system::{Comparison, Expr, Place, Value, VariableId};

/// Positions or variables, each with the condition under which it is chosen; and where choosing faults.
#[derive(Debug, Clone)]
pub(super) struct Chosen<C, T> {
    pub options: Vec<(C, T)>,
    pub fault: C,
}

impl<L: Logic> Translator<'_, L> {
    /// The variables that a place denotes.
    pub(super) fn place(
        &mut self,
        environment: &Environment<L::Condition>,
        place: &Place,
    ) -> Result<Chosen<L::Condition, VariableId>, Refusal> {
        let mut options = vec![(self.logic.constant(true), place.first)];
        let mut fault = self.logic.constant(false);
        for selector in &place.selectors {
            let positions = self.positions(environment, &selector.index, selector.low, selector.count)?;
            let reached: Vec<_> = options.iter().map(|(condition, _)| *condition).collect();
            let reached = self.logic.any(&reached)?;
            let further = self.logic.and(reached, positions.fault)?;
            fault = self.logic.or(fault, further)?;
            let mut longer = Vec::new();
            for (condition, first) in options {
                for (here, position) in &positions.options {
                    let both = self.logic.and(condition, *here)?;
                    if !self.logic.is_plainly_false(both) {
                        longer.push((both, selector.variable(first, *position)));
                    }
                }
            }
            options = longer;
        }
        Ok(Chosen { options, fault })
    }

    /// The positions that an index or a reference stands for; one outside, or `null`, is a fault.
    pub(super) fn positions(
        &mut self,
        environment: &Environment<L::Condition>,
        index: &Expr,
        low: i128,
        count: u32,
    ) -> Result<Chosen<L::Condition, u32>, Refusal> {
        let evaluated = self.evaluate(environment, index)?;
        let mut fault = evaluated.fault;
        let mut found: BTreeMap<u32, L::Condition> = BTreeMap::new();
        for (condition, scalar) in &evaluated.cases.cases {
            let mut outside = *condition;
            for (here, position) in self.positions_of(scalar, low, count)? {
                let here = self.logic.and(*condition, here)?;
                let elsewhere = self.logic.not(here)?;
                outside = self.logic.and(outside, elsewhere)?;
                let other = found.get(&position).copied().unwrap_or(self.logic.constant(false));
                found.insert(position, self.logic.or(other, here)?);
            }
            fault = self.logic.or(fault, outside)?;
        }
        let options = found.into_iter().map(|(position, condition)| (condition, position)).collect();
        Ok(Chosen { options, fault })
    }

    fn positions_of(
        &mut self,
        scalar: &Scalar,
        low: i128,
        count: u32,
    ) -> Result<Vec<(L::Condition, u32)>, Refusal> {
        let sum = match scalar {
            Scalar::Plain(Value::Reference(Some(ordinal))) => {
                return Ok(vec![(self.logic.constant(true), *ordinal)]);
            }
            Scalar::Plain(Value::Reference(None)) => return Ok(Vec::new()),
            Scalar::Plain(_) => {
                return Err(Refusal::Malformed("an index is an integer or a reference".into()));
            }
            Scalar::Integer(sum) => sum.minus(&Linear::constant(low))?,
        };
        if let Some(constant) = sum.as_constant() {
            let position = u32::try_from(constant).ok().filter(|position| *position < count);
            let always = self.logic.constant(true);
            return Ok(position.map(|position| (always, position)).into_iter().collect());
        }
        let mut all = Vec::new();
        for position in 0..count {
            let wanted = Linear::constant(i128::from(position));
            all.push((compare_sums(&mut self.logic, Comparison::Eq, &sum, &wanted)?, position));
        }
        Ok(all)
    }
}
