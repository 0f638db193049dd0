//! What single states decide, where the reachable states may be infinitely many.

use super::attempt::{Attempt, Tried};
use super::countless::Countless;
use super::strategy::Direction;
use crate::bounds::Enough;
use crate::safety;
use state_sets::Limited;
use system::{Evidence, Question};

/// Tries an `invariant` or a `reachable` property.
pub(super) fn answer<D: Countless>(attempt: &Attempt<'_, D>, question: &Question) -> Tried {
    let goal = safety::goal(&attempt.job, question)?;
    Ok(match out_of_reach(attempt, &goal)? {
        Some(true) => {
            attempt.job.whole()?;
            Ok(attempt.answer(Ok(Evidence::Invariant))?)
        }
        // What is known from below to be reached must be met on a path; that there is none is no proof of anything.
        Some(false) => match safety::path(&attempt.job, question)? {
            Some(shown) => Ok(attempt.answer(shown)?),
            None => Err("a state that decides it can be reached, but no path to it was found".into()),
        },
        None => Err("the upper bound of the states is too coarse".into()),
    })
}

/// Whether no initial state reaches the goal, if that is found out.
fn out_of_reach<D: Countless>(attempt: &Attempt<'_, D>, goal: &D::Set) -> Limited<Option<bool>> {
    let states = &attempt.job.steps.states;
    let target = match attempt.strategy.direction {
        Direction::Forward => goal,
        Direction::Backward => attempt.initial(),
    };
    let met = |set: &D::Set| Ok(!attempt.apart(set, target)?);
    let met = Enough::below(&met);
    let bound = attempt.bounds(|bounds| match attempt.strategy.direction {
        Direction::Forward => bounds.reachable(attempt.above(), &met),
        Direction::Backward => bounds.until(states, goal, attempt.above(), &met),
    })?;
    Ok(match (attempt.apart(&bound.set, target)?, bound.side) {
        (true, side) if side.is_above() => Some(true),
        (false, side) if side.is_below() => Some(false),
        _ => None,
    })
}
