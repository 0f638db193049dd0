//! The meaning of formulas, by definition: slow and obviously right, for tests.

use crate::{Cell, Comparison, Formula, IBig, Kind, Linear, Local, Moment, Point, Space, Step, Term};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Evaluates formulas at given states.
///
/// Bound integers are looked for within a range only, so formulas that need values outside it are not judged
/// rightly; tests choose a range that is large enough.
#[derive(Debug, Clone)]
pub struct Evaluator {
    /// Where values of bound integers are looked for.
    pub integers: RangeInclusive<i128>,
}

struct Moments<'a> {
    now: &'a Point,
    next: &'a Point,
    locals: BTreeMap<Local, i128>,
}

impl Evaluator {
    /// Whether the state satisfies the formula.
    pub fn holds(&self, formula: &Formula, state: &Point) -> bool {
        self.truth(formula, &mut Moments { now: state, next: state, locals: BTreeMap::new() })
    }

    /// Whether the step leads from one state to the other.
    pub fn leads(&self, space: &Space, step: &Step, from: &Point, to: &Point) -> bool {
        let kept = |variable| step.changed.contains(&variable) || from.value(variable) == to.value(variable);
        space.all().all(kept)
            && self.truth(&step.relation, &mut Moments { now: from, next: to, locals: BTreeMap::new() })
    }

    fn truth(&self, formula: &Formula, at: &mut Moments<'_>) -> bool {
        match formula {
            Formula::And(parts) => parts.iter().all(|part| self.truth(part, at)),
            Formula::Or(parts) => parts.iter().any(|part| self.truth(part, at)),
            Formula::Not(inner) => !self.truth(inner, at),
            Formula::Member(cell, codes) => codes.iter().any(|code| at.value(*cell) == i128::from(*code)),
            Formula::Same(left, right) => at.value(*left) == at.value(*right),
            Formula::Compare(sum, Comparison::Zero) => self.sum(sum, at) == IBig::ZERO,
            Formula::Compare(sum, Comparison::NotPositive) => self.sum(sum, at) <= IBig::ZERO,
            Formula::Divides(divisor, sum) => self.sum(sum, at) % IBig::from(*divisor) == IBig::ZERO,
            Formula::Exists(locals, body) => self.exists(locals, body, at),
        }
    }

    fn sum(&self, sum: &Linear, at: &mut Moments<'_>) -> IBig {
        let value = |term: &Term, at: &mut Moments<'_>| match term {
            Term::Cell(cell) => at.value(*cell),
            Term::Indicator(formula) => i128::from(self.truth(formula, at)),
        };
        let constant = IBig::from(sum.constant);
        sum.terms
            .iter()
            .fold(constant, |sum, (factor, term)| sum + IBig::from(*factor) * IBig::from(value(term, at)))
    }

    fn exists(&self, locals: &[(Local, Kind)], body: &Formula, at: &mut Moments<'_>) -> bool {
        let Some(((local, kind), rest)) = locals.split_first() else {
            return self.truth(body, at);
        };
        let values = match kind {
            Kind::Finite { count } => 0..=i128::from(*count).saturating_sub(1),
            Kind::Integer { .. } => self.integers.clone(),
        };
        let found = values.into_iter().filter(|&value| kind.has(value)).any(|value| {
            at.locals.insert(*local, value);
            self.exists(rest, body, at)
        });
        at.locals.remove(local);
        found
    }
}

impl Moments<'_> {
    fn value(&self, cell: Cell) -> i128 {
        match cell {
            Cell::Variable(variable, Moment::Now) => self.now.value(variable),
            Cell::Variable(variable, Moment::Next) => self.next.value(variable),
            Cell::Local(local) => {
                *self.locals.get(&local).expect("a bound variable is used where it is bound")
            }
        }
    }
}
