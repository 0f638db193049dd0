//! What single states decide: invariants, reachability, dead ends, faults.
//!
//! Each is the question whether a state of some set is reachable. Where the reachable states are known it is answered by an
//! intersection, and layers are only computed for a path; where they are not, layers are computed one after the other
//! until one meets the set.

use crate::job::{End, Job, replayed};
use crate::layers::contradiction;
use crate::walk::{Lasso, Walk};
use state_sets::{Complement, Limited};
use system::{Answer, Evidence, PathEnding, Question};

/// Answers an `invariant` or a `reachable` property. The states that matter must be the reachable ones.
pub(crate) fn answer<D: Complement>(job: &Job<'_, D>, question: &Question) -> Result<Answer, End> {
    let evidence = match path(job, question)? {
        Some(shown) => shown,
        None => {
            job.whole()?;
            Ok(Evidence::Invariant)
        }
    };
    job.answer(question, evidence, "forward")
}

/// The path that decides the question, or why it could not be walked; nothing if the states that matter have none.
pub(crate) fn path<D: Complement>(
    job: &Job<'_, D>,
    question: &Question,
) -> Result<Option<Result<Evidence, String>>, End> {
    let goal = goal(job, question)?;
    let Some(walk) = job.path_to(&goal)? else {
        let domain = job.steps.domain();
        return match job.explored && !domain.is_empty(&domain.intersection(&goal, &job.steps.states)?)? {
            true => Err(End::Failed(
                "a state that decides a property is reachable, and no path leads to it".into(),
            )),
            false => Ok(None),
        };
    };
    let mut claimed = Lasso::finite(walk.clone()).claimed(job.steps.model, &job.lowered.coding, false);
    claimed.ending = ending(job, question, &walk)?;
    Ok(Some(replayed(job.retraced(&claimed)?)?.map(Evidence::path)))
}

/// The states that decide the question once one of them is reached.
pub(crate) fn goal<D: Complement>(job: &Job<'_, D>, question: &Question) -> Limited<D::Set> {
    let domain = job.steps.domain();
    match question {
        Question::Invariant(e) => domain.difference(&job.steps.states, &job.states_where(e)?),
        Question::Reachable(e) => job.states_where(e),
        Question::DeadlockFree => {
            job.whole()?;
            Ok(job.steps.dead_ends()?.clone())
        }
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
            // The path leads to a state in which something faults.
            Err(contradiction("a fault was reached, and nothing faults"))
        }
        _ => Ok(PathEnding::Finite),
    }
}
