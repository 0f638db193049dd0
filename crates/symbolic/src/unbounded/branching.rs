//! CTL where fixpoints may not end: bounds of the formula from below, or of its negation.

use super::attempt::{Attempt, Tried};
use super::tactic::Direction;
use crate::bounds::{Core, Enough};
use crate::ctl;
use state_sets::{Close, Complement, Limited, Side, Widen};
use system::Ctl;

/// Tries a `ctl` property.
pub(super) fn answer<D: Complement + Widen + Close>(attempt: &Attempt<'_, D>, formula: &Ctl) -> Tried {
    let forward = attempt.tactic.direction == Direction::Forward;
    Ok(match decided(attempt, &Core::new(formula))? {
        Some(true) if !ctl::is_existential(formula) => Ok(attempt.answer()),
        // A path must show it.
        Some(_) => Ok(attempt.own(ctl::answer_by(&attempt.job, &attempt.fair, formula, forward)?)),
        None => Err("the bounds of the formula are too coarse".into()),
    })
}

/// Whether all initial states satisfy the formula, if that is found out.
fn decided<D: Complement + Widen + Close>(attempt: &Attempt<'_, D>, core: &Core) -> Limited<Option<bool>> {
    let domain = attempt.job.steps.domain();
    let all = |set: &D::Set| domain.is_subset(attempt.initial(), set);
    let bound = attempt.bounds(|bounds| bounds.of(core, attempt.below(), &Enough::below(&all)))?;
    if bound.side.is_below() && all(&bound.set)? {
        return Ok(Some(true));
    }
    if bound.side == Side::Exact {
        return Ok(Some(false));
    }
    let some = |set: &D::Set| Ok(!attempt.apart(set, attempt.initial())?);
    let negated =
        attempt.bounds(|bounds| bounds.of(&core.clone().negated(), Side::Below, &Enough::below(&some)))?;
    Ok((negated.side.is_below() && some(&negated.set)?).then_some(false))
}
