//! Arithmetic on sums: what is not linear for all values is done where enough of them are constants.

use super::cases::compare_sums;
use super::{Quotient, Translator};
use crate::{Kind, Linear, Logic, Refusal};
use system::{Comparison, Operation};

/// A remainder by a number up to this one is a case distinction, not a variable.
const FEW_REMAINDERS: i128 = 64;

/// Conditions that exclude each other, with the sum under each.
pub(super) type Sums<C> = Vec<(C, Linear)>;

impl<L: Logic> Translator<'_, L> {
    /// The result of an operation on two integers, by cases; none at all for a division by zero.
    pub(super) fn operate(
        &mut self,
        operation: Operation,
        left: &Linear,
        right: &Linear,
    ) -> Result<Sums<L::Condition>, Refusal> {
        let always = self.logic.constant(true);
        let certain = |sum: Linear| Ok(vec![(always, sum)]);
        match operation {
            Operation::Add => certain(left.plus(right)?),
            Operation::Sub => certain(left.minus(right)?),
            Operation::Mul => match (left.as_constant(), right.as_constant()) {
                (_, Some(factor)) => certain(left.times(factor)?),
                (Some(factor), _) => certain(right.times(factor)?),
                _ => Err(Refusal::Undecided("non-linear: a product of two integer variables".into())),
            },
            Operation::Div | Operation::Mod => match right.as_constant() {
                Some(0) => Ok(Vec::new()),
                Some(divisor) if operation == Operation::Div => certain(self.quotient(left, divisor)?),
                Some(divisor) => self.remainder(left, divisor),
                None => Err(Refusal::Undecided("non-linear: a division by an integer variable".into())),
            },
            Operation::Min => self.preferred(Comparison::Le, left, right),
            Operation::Max => self.preferred(Comparison::Ge, left, right),
        }
    }

    /// The first where it is so related to the second, which it is elsewhere.
    fn preferred(
        &mut self,
        comparison: Comparison,
        first: &Linear,
        second: &Linear,
    ) -> Result<Sums<L::Condition>, Refusal> {
        let here = compare_sums(&mut self.logic, comparison, first, second)?;
        let there = self.logic.not(here)?;
        Ok(vec![(here, first.clone()), (there, second.clone())])
    }

    /// Floor division by a number that is not zero.
    pub(super) fn quotient(&mut self, sum: &Linear, divisor: i128) -> Result<Linear, Refusal> {
        if divisor < 0 {
            return self.quotient(&sum.times(-1)?, divisor.checked_neg().ok_or(Refusal::Overflow)?);
        }
        if sum.terms.values().all(|factor| is_multiple(*factor, divisor)) {
            let divided = |number: i128| number.checked_div_euclid(divisor).ok_or(Refusal::Overflow);
            let terms = sum.terms.iter().map(|(variable, factor)| Ok((*variable, divided(*factor)?)));
            let terms = terms.collect::<Result<_, Refusal>>()?;
            return Ok(Linear { terms, constant: divided(sum.constant)? });
        }
        self.quotient_variable(sum, divisor)
    }

    fn quotient_variable(&mut self, sum: &Linear, divisor: i128) -> Result<Linear, Refusal> {
        let known = |quotient: &&Quotient<_>| quotient.sum == *sum && quotient.divisor == divisor;
        if let Some(quotient) = self.quotients.iter().find(known) {
            return Ok(Linear::variable(quotient.variable));
        }
        let variable = self.logic.declare("a quotient", Kind::Integer(None, None));
        let quotient = Linear::variable(variable);
        let rest = sum.minus(&quotient.times(divisor)?)?;
        let most = Linear::constant(divisor.checked_sub(1).ok_or(Refusal::Overflow)?);
        let above = compare_sums(&mut self.logic, Comparison::Ge, &rest, &Linear::default())?;
        let below = compare_sums(&mut self.logic, Comparison::Le, &rest, &most)?;
        let defining = self.logic.and(above, below)?;
        self.quotients.push(Quotient { variable, sum: sum.clone(), divisor, defining });
        Ok(quotient)
    }

    /// The remainder of floor division by a number that is not zero.
    pub(super) fn remainder(&mut self, sum: &Linear, divisor: i128) -> Result<Sums<L::Condition>, Refusal> {
        let is_simple = sum.terms.values().all(|factor| is_multiple(*factor, divisor));
        if is_simple || !(-FEW_REMAINDERS..=FEW_REMAINDERS).contains(&divisor) {
            let quotient = self.quotient(sum, divisor)?;
            return Ok(vec![(self.logic.constant(true), sum.minus(&quotient.times(divisor)?)?)]);
        }
        let mut all = Vec::new();
        let size = divisor.checked_abs().ok_or(Refusal::Overflow)?;
        for number in 0..size {
            let remainder =
                Linear::constant(if divisor < 0 { 0_i128.saturating_sub(number) } else { number });
            all.push((self.logic.divides(size, &sum.minus(&remainder)?)?, remainder));
        }
        Ok(all)
    }
}

fn is_multiple(number: i128, divisor: i128) -> bool {
    number.checked_rem(divisor) == Some(0)
}
