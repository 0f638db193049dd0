//! What single states decide: invariants, reachability, dead ends, faults.
//!
//! Each is the question whether a state of some set is reachable. Where the reachable states are known it is answered by an
//! intersection, and layers are only computed for a path; where they are not, layers are computed one after the other
//! until one meets the set.

use crate::job::{End, Job, replayed};
use crate::walk::{Lasso, Walk};
use state_sets::{Complement, Limited};
use system::{Answer, PathEnding, Question, Verdict, retrace};

/// Answers an `invariant` or a `reachable` property.
pub(crate) fn answer<D: Complement>(job: &Job<'_, D>, question: &Question) -> Result<Answer, End> {
    let goal = goal(job, question)?;
    let mut answer = job.answer("forward");
    let is_witness = matches!(question, Question::Reachable(_));
    match job.path_to(&goal)? {
        Some(walk) => {
            let mut claimed =
                Lasso::finite(walk.clone()).claimed(job.steps.model, &job.lowered.coding, false);
            claimed.ending = ending(job, question, &walk)?;
            match replayed(retrace(job.system, &claimed))? {
                Ok(trace) if is_witness => answer.witness = Some(trace),
                Ok(trace) => {
                    answer.verdict = Verdict::Violated;
                    answer.trace = Some(trace);
                }
                Err(reason) => answer.verdict = Verdict::Unknown(reason),
            }
        }
        None if is_witness => answer.verdict = Verdict::Violated,
        None => {}
    }
    answer.statistics = job.statistics()?;
    Ok(answer)
}

/// The states that decide the question once one of them is reached.
pub(crate) fn goal<D: Complement>(job: &Job<'_, D>, question: &Question) -> Limited<D::Set> {
    let domain = job.steps.domain();
    match question {
        Question::Invariant(e) => domain.difference(&job.steps.states, &job.states_where(e)?),
        Question::Reachable(e) => job.states_where(e),
        Question::DeadlockFree => Ok(job.steps.dead_ends()?.clone()),
        Question::NoFaults => {
            let faults = job.steps.model.faults.iter();
            faults.map(|(_, states)| states).try_fold(domain.empty(), |sum, set| domain.union(&sum, set))
        }
        Question::Ctl(_) | Question::Ltl(_) | Question::Bound(_) => {
            unreachable!("what single states do not decide is answered elsewhere")
        }
    }
}

fn ending<D: Complement>(job: &Job<'_, D>, question: &Question, walk: &Walk) -> Limited<PathEnding> {
    match question {
        Question::DeadlockFree => Ok(PathEnding::DeadEnd),
        Question::NoFaults => {
            for (transition, states) in &job.steps.model.faults {
                if job.steps.domain().contains(states, walk.end())? {
                    return Ok(PathEnding::Fault(*transition));
                }
            }
            unreachable!("the path leads to a state in which something faults")
        }
        _ => Ok(PathEnding::Finite),
    }
}
