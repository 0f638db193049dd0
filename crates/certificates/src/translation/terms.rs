//! The formulas of certificates, in the present state and after a step.

use super::Translator;
use super::cases::{Cases, Scalar};
use super::definitions::{Defined, Definitions, Meaning, Mentioned, PlainSort};
use crate::{Linear, Logic, Refusal, Term};
use std::collections::{BTreeMap, HashMap};
use system::{Comparison, Type, Value, VariableId};

/// New values of system variables and of further ones after a step; what is not listed stays.
#[derive(Debug, Clone)]
pub struct Changes<'a, C> {
    /// The new values of variables of the system.
    pub variables: &'a BTreeMap<VariableId, Cases<C>>,
    /// The new values of further variables.
    pub extras: BTreeMap<usize, Cases<C>>,
}

/// What a formula is evaluated in: definitions after the step as far as they change, else in the present state.
struct Scope<'a, 'c, C> {
    definitions: &'a Definitions<'c, C>,
    changes: Option<&'a Changes<'a, C>>,
    changed: HashMap<usize, Meaning<C>>,
}

impl<L: Logic> Translator<'_, L> {
    /// Where a Boolean formula is true in the present state.
    pub fn truth(
        &mut self,
        definitions: &mut Definitions<'_, L::Condition>,
        term: &Term,
    ) -> Result<L::Condition, Refusal> {
        as_truth(self.now(definitions, term)?)
    }

    /// Where a Boolean formula is true after the changes.
    pub fn truth_after(
        &mut self,
        definitions: &mut Definitions<'_, L::Condition>,
        term: &Term,
        changes: &Changes<'_, L::Condition>,
    ) -> Result<L::Condition, Refusal> {
        as_truth(self.later(definitions, term, changes)?)
    }

    /// The value of an integer formula in the present state.
    pub fn number(
        &mut self,
        definitions: &mut Definitions<'_, L::Condition>,
        term: &Term,
    ) -> Result<Cases<L::Condition>, Refusal> {
        as_integer(self.now(definitions, term)?)
    }

    /// The value of an integer formula after the changes.
    pub fn number_after(
        &mut self,
        definitions: &mut Definitions<'_, L::Condition>,
        term: &Term,
        changes: &Changes<'_, L::Condition>,
    ) -> Result<Cases<L::Condition>, Refusal> {
        as_integer(self.later(definitions, term, changes)?)
    }

    fn now(
        &mut self,
        definitions: &mut Definitions<'_, L::Condition>,
        term: &Term,
    ) -> Result<Meaning<L::Condition>, Refusal> {
        let variables = self.system.variables.len();
        for index in definitions.needed(term, |all, index| all.present[index].is_none())? {
            let scope = Scope { definitions: &*definitions, changes: None, changed: HashMap::new() };
            let meaning = self.meaning(&scope, &definitions.list[index].1)?;
            let mentioned = definitions.mentioned(index, variables)?;
            definitions.present[index] = Some(Defined { meaning, mentioned });
        }
        let scope = Scope { definitions: &*definitions, changes: None, changed: HashMap::new() };
        self.meaning(&scope, term)
    }

    fn later(
        &mut self,
        definitions: &mut Definitions<'_, L::Condition>,
        term: &Term,
        changes: &Changes<'_, L::Condition>,
    ) -> Result<Meaning<L::Condition>, Refusal> {
        self.now(definitions, term)?;
        let variables = self.system.variables.len();
        let mut different = Mentioned::default();
        changes.variables.keys().for_each(|id| different.insert(id.index()));
        changes.extras.keys().for_each(|extra| different.insert(variables.saturating_add(*extra)));
        let touched = |all: &Definitions<'_, _>, index: usize| {
            all.present[index].as_ref().is_some_and(|defined| defined.mentioned.meets(&different))
        };
        let needed = definitions.needed(term, touched)?;
        let mut scope = Scope { definitions: &*definitions, changes: Some(changes), changed: HashMap::new() };
        for index in needed {
            let meaning = self.meaning(&scope, &definitions.list[index].1)?;
            scope.changed.insert(index, meaning);
        }
        self.meaning(&scope, term)
    }

    /// What a formula means; the definitions that it mentions have been evaluated.
    fn meaning(
        &mut self,
        scope: &Scope<'_, '_, L::Condition>,
        term: &Term,
    ) -> Result<Meaning<L::Condition>, Refusal> {
        match term {
            Term::Constant(value) => self.constant(*value),
            Term::Variable(id) => self.variable(scope, *id),
            Term::Extra(index) => match scope.changes.and_then(|changes| changes.extras.get(index)) {
                Some(cases) => Ok(Meaning::Integer(cases.clone())),
                None => self.present_extra(*index).map(Meaning::Integer),
            },
            Term::Name(index) => {
                let present = || scope.definitions.present.get(*index)?.as_ref().map(|known| &known.meaning);
                let unknown =
                    || Refusal::Malformed("a formula mentions a definition that there is not".into());
                scope.changed.get(index).or_else(present).cloned().ok_or_else(unknown)
            }
            Term::Not(a) => {
                let a = as_truth(self.meaning(scope, a)?)?;
                self.logic.not(a).map(Meaning::Truth)
            }
            Term::And(all) => {
                let all = self.truths(scope, all)?;
                self.logic.all(&all).map(Meaning::Truth)
            }
            Term::Or(all) => {
                let all = self.truths(scope, all)?;
                self.logic.any(&all).map(Meaning::Truth)
            }
            Term::Compare(comparison, a, b) => {
                let (a, b) = (self.meaning(scope, a)?, self.meaning(scope, b)?);
                self.compared(*comparison, a, b).map(Meaning::Truth)
            }
            Term::Sum(all) => self.sum(scope, all),
            Term::Times(factor, a) => {
                let a = as_integer(self.meaning(scope, a)?)?;
                self.mapped(&a, |translator, sum| {
                    Ok(vec![(translator.logic.constant(true), sum.times(*factor)?)])
                })
            }
            Term::Divide(_, divisor) | Term::Modulo(_, divisor) if *divisor < 1 => {
                Err(Refusal::Malformed("a divisor must be positive".into()))
            }
            Term::Divide(a, divisor) => {
                let a = as_integer(self.meaning(scope, a)?)?;
                self.mapped(&a, |translator, sum| {
                    Ok(vec![(translator.logic.constant(true), translator.quotient(sum, *divisor)?)])
                })
            }
            Term::Modulo(a, divisor) => {
                let a = as_integer(self.meaning(scope, a)?)?;
                self.mapped(&a, |translator, sum| translator.remainder(sum, *divisor))
            }
            Term::If(condition, then, otherwise) => {
                let condition = as_truth(self.meaning(scope, condition)?)?;
                let (then, otherwise) = (self.meaning(scope, then)?, self.meaning(scope, otherwise)?);
                self.either(condition, then, otherwise)
            }
        }
    }

    fn constant(&mut self, value: Value) -> Result<Meaning<L::Condition>, Refusal> {
        let cases = Cases::certain(&mut self.logic, Scalar::of(value));
        Ok(match value {
            Value::Bool(value) => Meaning::Truth(self.logic.constant(value)),
            Value::Int(_) => Meaning::Integer(cases),
            Value::Member(_) => Meaning::Plain(PlainSort::Member, cases),
            Value::Reference(_) => Meaning::Plain(PlainSort::Reference, cases),
            Value::Location(_) => Meaning::Plain(PlainSort::Location, cases),
        })
    }

    fn variable(
        &mut self,
        scope: &Scope<'_, '_, L::Condition>,
        id: VariableId,
    ) -> Result<Meaning<L::Condition>, Refusal> {
        let cases = match scope.changes.and_then(|changes| changes.variables.get(&id)) {
            Some(cases) => cases.clone(),
            None => self.present(id)?,
        };
        Ok(match self.system.variable(id).ty {
            Type::Bool => Meaning::Truth(cases.is(&mut self.logic, Value::Bool(true))?),
            Type::Range { .. } | Type::Nat | Type::Int => Meaning::Integer(cases),
            Type::Enumeration(_) => Meaning::Plain(PlainSort::Member, cases),
            Type::Reference(_) => Meaning::Plain(PlainSort::Reference, cases),
            Type::Location(_) => Meaning::Plain(PlainSort::Location, cases),
        })
    }

    fn truths(
        &mut self,
        scope: &Scope<'_, '_, L::Condition>,
        all: &[Term],
    ) -> Result<Vec<L::Condition>, Refusal> {
        all.iter().map(|one| as_truth(self.meaning(scope, one)?)).collect()
    }

    fn compared(
        &mut self,
        comparison: Comparison,
        a: Meaning<L::Condition>,
        b: Meaning<L::Condition>,
    ) -> Result<L::Condition, Refusal> {
        let is_equation = matches!(comparison, Comparison::Eq | Comparison::Ne);
        match (a, b) {
            (Meaning::Truth(a), Meaning::Truth(b)) if is_equation => {
                let not = self.logic.not(b)?;
                let (same, other) = if comparison == Comparison::Eq { (b, not) } else { (not, b) };
                self.chosen_truth(a, same, other)
            }
            (Meaning::Integer(a), Meaning::Integer(b)) => self.compare(comparison, &a, &b),
            (Meaning::Plain(one, a), Meaning::Plain(other, b)) if one == other && is_equation => {
                self.compare(comparison, &a, &b)
            }
            _ => Err(Refusal::Malformed("a formula compares what cannot be compared".into())),
        }
    }

    fn either(
        &mut self,
        condition: L::Condition,
        then: Meaning<L::Condition>,
        otherwise: Meaning<L::Condition>,
    ) -> Result<Meaning<L::Condition>, Refusal> {
        match (then, otherwise) {
            (Meaning::Truth(a), Meaning::Truth(b)) => self.chosen_truth(condition, a, b).map(Meaning::Truth),
            (Meaning::Integer(a), Meaning::Integer(b)) => {
                a.or_else(&mut self.logic, condition, &b).map(Meaning::Integer)
            }
            (Meaning::Plain(shape, a), Meaning::Plain(other, b)) if shape == other => {
                a.or_else(&mut self.logic, condition, &b).map(|cases| Meaning::Plain(shape, cases))
            }
            _ => Err(Refusal::Malformed("the branches of `if` differ in sort".into())),
        }
    }

    fn chosen_truth(
        &mut self,
        condition: L::Condition,
        then: L::Condition,
        otherwise: L::Condition,
    ) -> Result<L::Condition, Refusal> {
        let elsewhere = self.logic.not(condition)?;
        let here = self.logic.and(condition, then)?;
        let there = self.logic.and(elsewhere, otherwise)?;
        self.logic.or(here, there)
    }

    fn sum(
        &mut self,
        scope: &Scope<'_, '_, L::Condition>,
        all: &[Term],
    ) -> Result<Meaning<L::Condition>, Refusal> {
        let mut sum = Cases::certain(&mut self.logic, Scalar::Integer(Linear::constant(0)));
        for one in all {
            let one = as_integer(self.meaning(scope, one)?)?;
            let mut pairs = Vec::new();
            for (here, left) in &sum.cases {
                for (there, right) in &one.cases {
                    let total = left.integer()?.plus(right.integer()?)?;
                    pairs.push((self.logic.and(*here, *there)?, Scalar::Integer(total)));
                }
            }
            sum = Cases::new(&mut self.logic, pairs)?;
        }
        Ok(Meaning::Integer(sum))
    }

    fn mapped(
        &mut self,
        cases: &Cases<L::Condition>,
        of: impl Fn(&mut Self, &Linear) -> Result<Vec<(L::Condition, Linear)>, Refusal>,
    ) -> Result<Meaning<L::Condition>, Refusal> {
        let mut all = Vec::new();
        for (condition, scalar) in &cases.cases {
            for (further, sum) in of(self, scalar.integer()?)? {
                all.push((self.logic.and(*condition, further)?, Scalar::Integer(sum)));
            }
        }
        Cases::new(&mut self.logic, all).map(Meaning::Integer)
    }
}

fn as_truth<C>(meaning: Meaning<C>) -> Result<C, Refusal> {
    match meaning {
        Meaning::Truth(condition) => Ok(condition),
        _ => Err(Refusal::Malformed("a formula is not Boolean where it must be".into())),
    }
}

fn as_integer<C>(meaning: Meaning<C>) -> Result<Cases<C>, Refusal> {
    match meaning {
        Meaning::Integer(cases) => Ok(cases),
        _ => Err(Refusal::Malformed("a formula is not an integer where it must be".into())),
    }
}
