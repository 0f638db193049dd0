//! One concrete size, checked as any model is.

use super::turns::SizedSystem;
use crate::{Allotment, Choice, Event, Failure, Options, plan, run};
use system::Answer;

/// What came of some properties at one size: an answer for each, and the microseconds that were spent on it.
pub(super) type Answers = Vec<(usize, Answer, u64)>;

/// Asks some properties at one size, as far as the share goes.
///
/// # Errors
/// If an engine contradicts the reference interpreter or itself, or there is no initial state.
pub(super) fn answers(
    sized: &SizedSystem,
    properties: &[usize],
    choice: Choice,
    options: &Options,
    share: &Allotment<'_>,
) -> Result<Answers, Failure> {
    let options = Options { coverage: false, fail_fast: false, ..*options };
    let mut answers = Vec::new();
    let planned = plan(&sized.system, properties, choice, options.slicing);
    run(&sized.system, planned, &options, share, &mut |event| {
        if let Event::Answered { property, answer, microseconds } = event {
            answers.push((property, *answer, microseconds));
        }
    })?;
    Ok(answers)
}
