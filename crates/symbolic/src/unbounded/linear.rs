//! LTL where fixpoints may not end: no initial state may lie in an upper bound of those that begin a fair path which
//! the automaton of the negation accepts.

use super::attempt::{Attempt, Tried};
use super::countless::Countless;
use crate::bounds::Enough;
use crate::ltl::{self, Negation};
use state_sets::{Side, Variable};
use system::Evidence;

/// Tries an `ltl` property.
pub(super) fn answer<D: Countless>(
    attempt: &Attempt<'_, D>,
    variable: Variable,
    negation: &Negation,
) -> Tried {
    attempt.job.whole()?;
    let product = ltl::Product::new(&attempt.job, variable, &attempt.fair, negation)?;
    let missed = |set: &D::Set| attempt.apart(set, &product.initial);
    let bound = attempt.bounds_along(&product.steps, &product.conditions, |bounds| {
        bounds.fair_paths(attempt.above(), &Enough::above(&missed))
    })?;
    if bound.side.is_above() && missed(&bound.set)? {
        return Ok(Ok(attempt.answer(Ok(Evidence::Fixpoint))?));
    }
    let (steps, conditions) = (&product.steps, &product.conditions);
    let found = attempt.evidence_along(steps, conditions, |bounds| {
        let core = match bound.side {
            Side::Exact => steps.fair_core(&steps.states, conditions)?,
            _ => bounds.core_below(&steps.states)?,
        };
        bounds.onward(&product.initial, &steps.states, &core)
    })??;
    let Some((lasso, endless)) = found else {
        let why = match bound.side {
            Side::Exact => "no path was found that shows it",
            _ => "the upper bound of the violating paths is too coarse",
        };
        return Ok(Err(why.into()));
    };
    let mut answer = attempt.answer(ltl::show(&attempt.job, steps, &lasso)?)?;
    answer.reason = endless.map(|endless| attempt.endless(&endless)).transpose()?;
    Ok(Ok(answer))
}
