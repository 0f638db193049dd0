//! What single states decide, where the reachable states may be infinitely many.

use super::attempt::{Attempt, Tried};
use super::countless::Countless;
use super::tactic::Direction;
use crate::bounds::Enough;
use crate::safety;
use state_sets::Limited;
use system::{Question, Verdict};

/// Tries an `invariant` or a `reachable` property.
pub(super) fn answer<D: Countless>(attempt: &Attempt<'_, D>, question: &Question) -> Tried {
    let goal = safety::goal(&attempt.job, question)?;
    Ok(match out_of_reach(attempt, &goal)? {
        Some(true) => {
            let mut answer = attempt.answer();
            if matches!(question, Question::Reachable(_)) {
                answer.verdict = Verdict::Violated;
            }
            Ok(answer)
        }
        Some(false) => Ok(attempt.own(safety::answer(&attempt.job, question)?)),
        None => Err("the upper bound of the states is too coarse".into()),
    })
}

/// Whether no initial state reaches the goal, if that is found out.
fn out_of_reach<D: Countless>(attempt: &Attempt<'_, D>, goal: &D::Set) -> Limited<Option<bool>> {
    let states = &attempt.job.steps.states;
    let target = match attempt.tactic.direction {
        Direction::Forward => goal,
        Direction::Backward => attempt.initial(),
    };
    let met = |set: &D::Set| Ok(!attempt.apart(set, target)?);
    let met = Enough::below(&met);
    let bound = attempt.bounds(|bounds| match attempt.tactic.direction {
        Direction::Forward => bounds.reachable(attempt.above(), &met),
        Direction::Backward => bounds.until(states, goal, attempt.above(), &met),
    })?;
    Ok(match (attempt.apart(&bound.set, target)?, bound.side) {
        (true, side) if side.is_above() => Some(true),
        (false, side) if side.is_below() => Some(false),
        _ => None,
    })
}
