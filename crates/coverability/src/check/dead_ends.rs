//! Whether a net can end, by Karp and Miller's graph.

use super::{Subject, UNRELATED};
use crate::failure::{ENGINE, Failure};
use crate::forward::{Deadlocks, deadlock_free};
use system::{Answer, Evidence, PathEnding, Statistics};

const STRATEGY: &str = "forward";

pub(super) fn answer(subject: &Subject<'_>) -> Result<Answer, Failure> {
    let Ok(found) = deadlock_free(&subject.net.net, subject.budget) else {
        return Ok(subject.stopped(STRATEGY));
    };
    match found {
        Deadlocks::Free => subject.answer(Evidence::Fixpoint, STRATEGY.into(), Statistics::new()),
        Deadlocks::Reached(run) => {
            if !subject.net.is_initial(&run.start) {
                return Ok(Answer::unknown(UNRELATED, ENGINE, STRATEGY));
            }
            let trace = subject.trace(subject.net.path(&run, PathEnding::DeadEnd))?;
            subject.answer(Evidence::path(trace), STRATEGY.into(), Statistics::new())
        }
        Deadlocks::Unknown(reason) => Ok(Answer::unknown(reason, ENGINE, STRATEGY)),
    }
}
