//! Arithmetic by cases.
//!
//! Sums and differences keep their cases; `min` and `max` split them. A product needs a constant side, or a side
//! with few values, which is then split by its value. Division and remainder are those of floor division: a
//! quotient with few values is split by value, a small remainder by divisibility, and any other quotient becomes a
//! witness `q` with `d·q ≤ e < d·q + d`.

use super::conjunction::both;
use super::number::{Case, Number};
use super::{Lowerer, Lowering, Unsupported};
use diagnostics::Span;
use state_sets::{Comparison, Formula, Linear};
use system::Operation;

/// A side of a product, or a divisor, with more values than this is not split by value.
const MOST_VALUES: i128 = 256;

/// A quotient with more values than this is not split by value.
const MOST_QUOTIENTS: i128 = 16;

/// A remainder is split by quotient where there are so few of them.
const FEW_QUOTIENTS: i128 = 4;

/// A remainder with more values than this is not split by divisibility.
const MOST_REMAINDERS: i128 = 16;

impl Lowerer<'_> {
    /// An operation on two numbers.
    pub(super) fn arithmetic(
        &mut self,
        operation: Operation,
        left: Number,
        right: Number,
        span: Span,
    ) -> Lowering<Number> {
        match operation {
            Operation::Add => self.pairs(left, right, |a, b| a.plus(b), span),
            Operation::Sub => self.pairs(left, right, |a, b| a.minus(b), span),
            Operation::Min => self.extreme(left, right, span, |a, b| a.minus(b)),
            Operation::Max => self.extreme(left, right, span, |a, b| b.minus(a)),
            Operation::Mul => self.product(left, right, span),
            Operation::Div | Operation::Mod => self.division(operation, left, right, span),
        }
    }

    /// The left one where the distance is not positive, else the right one.
    fn extreme(
        &self,
        left: Number,
        right: Number,
        span: Span,
        distance: impl Fn(&Linear, &Linear) -> Option<Linear>,
    ) -> Lowering<Number> {
        let overflow = || Unsupported::overflow(span);
        let mut cases = Vec::new();
        for a in &left.cases {
            for b in &right.cases {
                let guard = both(&a.guard, &b.guard);
                let first = self.cells.not_positive(distance(&a.term, &b.term).ok_or_else(overflow)?);
                cases.push(Case { guard: both(&guard, &first), term: a.term.clone() });
                cases.push(Case { guard: both(&guard, &first.negated()), term: b.term.clone() });
            }
        }
        let fault = left.fault.clone().or(right.fault.clone());
        Ok(Number::join(fault, [Number { cases, fault: Formula::falsity() }]))
    }

    fn product(&mut self, left: Number, right: Number, span: Span) -> Lowering<Number> {
        let overflow = || Unsupported::overflow(span);
        let mut cases = Vec::new();
        for a in &left.cases {
            for b in &right.cases {
                let guard = both(&a.guard, &b.guard);
                let width = |term| {
                    let listed = self.cells.interval(term).listed(MOST_VALUES);
                    listed.map(|(low, high)| (high.saturating_sub(low), low, high))
                };
                let (split, other, (_, low, high)) = match (width(&a.term), width(&b.term)) {
                    (Some(x), Some(y)) if x.0 <= y.0 => (&a.term, &b.term, x),
                    (_, Some(y)) => (&b.term, &a.term, y),
                    (Some(x), None) => (&a.term, &b.term, x),
                    (None, None) => return Err(nonlinear(span, "a product of two variables").into()),
                };
                for value in low..=high {
                    let here = split.minus(&Linear::constant(value)).ok_or_else(overflow)?;
                    let guard = both(&guard, &self.cells.zero(here));
                    cases.push(Case { guard, term: other.times(value).ok_or_else(overflow)? });
                }
            }
        }
        let fault = left.fault.clone().or(right.fault.clone());
        Ok(Number::join(fault, [Number { cases, fault: Formula::falsity() }]))
    }

    fn division(
        &mut self,
        operation: Operation,
        left: Number,
        right: Number,
        span: Span,
    ) -> Lowering<Number> {
        let overflow = || Unsupported::overflow(span);
        let zero = self.is_value(&right, 0, span)?.truth;
        let mut parts = Vec::new();
        for b in &right.cases {
            let Some((low, high)) = self.cells.interval(&b.term).listed(MOST_VALUES) else {
                return Err(nonlinear(span, "a division by a variable").into());
            };
            for divisor in (low..=high).filter(|divisor| *divisor != 0) {
                let here = b.term.minus(&Linear::constant(divisor)).ok_or_else(overflow)?;
                let here = both(&b.guard, &self.cells.zero(here));
                for a in left.cases.iter().filter(|_| !here.is_falsity()) {
                    let guard = both(&a.guard, &here);
                    let cases = self.divided(operation, &a.term, divisor).ok_or_else(overflow)?;
                    parts.push(Number { cases, fault: Formula::falsity() }.under(&guard));
                }
            }
        }
        let fault = super::conjunction::some([&left.fault, &right.fault, &zero]);
        Ok(Number::join(fault, parts))
    }

    /// The cases of a quotient or remainder by a constant that is not zero.
    fn divided(&mut self, operation: Operation, term: &Linear, divisor: i128) -> Option<Vec<Case>> {
        if divisor < 0 {
            // ⌊a / b⌋ = ⌊-a / -b⌋, and a - b·⌊a / b⌋ = -((-a) - (-b)·⌊-a / -b⌋).
            let mut cases = self.divided(operation, &term.times(-1)?, divisor.checked_neg()?)?;
            if operation == Operation::Mod {
                for case in &mut cases {
                    case.term = case.term.times(-1)?;
                }
            }
            return Some(cases);
        }
        let interval = self.cells.interval(term);
        let ends = interval.low.zip(interval.high);
        let quotients = ends.map(|(low, high)| (low.div_euclid(divisor), high.div_euclid(divisor)));
        // The distance of far ends does not fit a number, and then they are not few.
        let few =
            |most: i128| quotients.filter(|(low, high)| high.checked_sub(*low).is_some_and(|d| d < most));
        match operation {
            Operation::Div => match few(MOST_QUOTIENTS) {
                Some(range) => self.by_quotient(term, divisor, range, |_, quotient| Some(quotient)),
                None => Some(vec![certain(self.quotient(term, divisor)?)]),
            },
            _ => {
                let rest = |term: &Linear, quotient: Linear| term.minus(&quotient.times(divisor)?);
                if let Some(range) = few(FEW_QUOTIENTS) {
                    return self.by_quotient(term, divisor, range, rest);
                }
                if divisor <= MOST_REMAINDERS {
                    return (0..divisor)
                        .map(|remainder| self.by_remainder(term, divisor, remainder))
                        .collect();
                }
                match few(MOST_QUOTIENTS) {
                    Some(range) => self.by_quotient(term, divisor, range, rest),
                    None => Some(vec![certain(rest(term, self.quotient(term, divisor)?)?)]),
                }
            }
        }
    }

    fn by_quotient(
        &self,
        term: &Linear,
        divisor: i128,
        (low, high): (i128, i128),
        result: impl Fn(&Linear, Linear) -> Option<Linear>,
    ) -> Option<Vec<Case>> {
        let case = |quotient: i128| {
            // A bound that does not fit lies beyond the ends of the interval, which do.
            let least = quotient.checked_mul(divisor).map(Linear::constant);
            let end = quotient.checked_add(1)?.checked_mul(divisor);
            let most = end.and_then(|end| end.checked_sub(1)).map(Linear::constant);
            let above = match least {
                Some(least) => self.cells.not_positive(least.minus(term)?),
                None => Formula::truth(),
            };
            let below = match most {
                Some(most) => self.cells.not_positive(term.minus(&most)?),
                None => Formula::truth(),
            };
            Some(Case { guard: both(&above, &below), term: result(term, Linear::constant(quotient))? })
        };
        (low..=high).map(case).collect()
    }

    fn by_remainder(&self, term: &Linear, divisor: i128, remainder: i128) -> Option<Case> {
        let guard = self.cells.divides(divisor, term.minus(&Linear::constant(remainder))?);
        Some(Case { guard, term: Linear::constant(remainder) })
    }

    /// A witness for the quotient.
    fn quotient(&mut self, term: &Linear, divisor: i128) -> Option<Linear> {
        let interval = self.cells.interval(term);
        let range = super::interval::Interval {
            low: interval.low.map(|low| low.div_euclid(divisor)),
            high: interval.high.map(|high| high.div_euclid(divisor)),
        };
        let (local, _, quotient) = self.cells.within(range, self.most_codes());
        let least = quotient.times(divisor)?;
        let most = least.plus(&Linear::constant(divisor.checked_sub(1)?))?;
        let above = self.cells.open(least.minus(term)?, Comparison::NotPositive);
        let below = self.cells.open(term.minus(&most)?, Comparison::NotPositive);
        self.cells.define(local, both(&above, &below));
        Some(quotient)
    }
}

fn certain(term: Linear) -> Case {
    Case { guard: Formula::truth(), term }
}

fn nonlinear(span: Span, what: &str) -> Unsupported {
    let what = format!("{what} with too many values is not linear");
    Unsupported::at(span, what, "make one side a constant, or give it a small range")
}
