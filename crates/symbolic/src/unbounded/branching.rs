//! CTL where fixpoints may not end: bounds of the formula from below, or of its negation.

use super::attempt::{Attempt, Tried};
use super::countless::Countless;
use super::strategy::Direction;
use crate::bounds::{Core, Enough};
use crate::ctl;
use state_sets::{Limited, Side};
use std::cell::RefCell;
use system::{Ctl, Evidence};

/// Tries a `ctl` property.
pub(super) fn answer<D: Countless>(attempt: &Attempt<'_, D>, formula: &Ctl) -> Tried {
    attempt.job.whole()?;
    match decided(attempt, &Core::new(formula))? {
        Some(true) if !formula.is_existential() => Ok(Ok(attempt.answer(Ok(Evidence::Fixpoint))?)),
        Some(value) => shown(attempt, formula, value),
        None => Ok(Err("the bounds of the formula are too coarse".into())),
    }
}

/// The answer with the paths that show it.
fn shown<D: Countless>(attempt: &Attempt<'_, D>, formula: &Ctl, value: bool) -> Tried {
    let (job, fair) = (&attempt.job, &attempt.fair);
    let forward = attempt.strategy.direction == Direction::Forward;
    let endless = RefCell::new(None);
    let found = attempt.evidence_along(&job.steps, fair, |bounds| {
        let going_on = |from: &D::Set, within: &D::Set| {
            let core = match attempt.is_exact() {
                true => job.steps.fair_core(within, fair)?,
                false => bounds.core_below(within)?,
            };
            let Some((lasso, where_to)) = bounds.onward(from, within, &core)? else { return Ok(None) };
            endless.replace(where_to);
            Ok(Some(lasso))
        };
        match attempt.is_exact() {
            true => ctl::evidence_by(job, fair, formula, forward, &going_on).map(|(found, _)| Some(found)),
            false => ctl::evidence_below(job, bounds, formula, value, &going_on),
        }
    })??;
    let Some(found) = found else { return Ok(Err("no path was found that shows it".into())) };
    let mut answer = attempt.answer(found)?;
    if let Some(endless) = endless.take() {
        answer.reason = Some(attempt.endless(&endless)?);
    }
    Ok(Ok(answer))
}

/// Whether all initial states satisfy the formula, if that is found out.
fn decided<D: Countless>(attempt: &Attempt<'_, D>, core: &Core) -> Limited<Option<bool>> {
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
