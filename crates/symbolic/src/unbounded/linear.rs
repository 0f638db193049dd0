//! LTL where fixpoints may not end: no initial state may lie in an upper bound of those that begin a fair path which
//! the automaton of the negation accepts.

use super::attempt::{Attempt, Tried};
use crate::bounds::Enough;
use crate::ltl::{self, Negation};
use state_sets::{Close, Complement, Side, Variable, Widen};

/// Tries an `ltl` property.
pub(super) fn answer<D: Complement + Widen + Close>(
    attempt: &Attempt<'_, D>,
    variable: Variable,
    negation: &Negation,
) -> Tried {
    let product = ltl::Product::new(&attempt.job, variable, &attempt.fair, negation)?;
    let missed = |set: &D::Set| attempt.apart(set, &product.initial);
    let bound = attempt.bounds_along(&product.steps, &product.conditions, |bounds| {
        bounds.fair_paths(attempt.above(), &Enough::above(&missed))
    })?;
    if bound.side.is_above() && missed(&bound.set)? {
        return Ok(Ok(attempt.answer()));
    }
    if bound.side != Side::Exact {
        return Ok(Err("the upper bound of the violating paths is too coarse".into()));
    }
    Ok(Ok(attempt.own(ltl::answer_by(&attempt.job, variable, &attempt.fair, negation, false)?)))
}
