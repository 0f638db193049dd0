//! What is said when an obligation does not hold, and who is asked whether the check may go on.

use crate::Refusal;
use system::{Progress, Watch};

/// The obligation that does not hold, with a configuration that shows it.
pub(super) fn failed(obligation: impl Into<String>, shown: &[i16]) -> Refusal {
    Refusal::Failed { obligation: obligation.into(), shown: format!("{shown:?}") }
}

/// Asks whether the check may go on.
pub(super) fn asked(watch: &dyn Watch) -> Result<(), Refusal> {
    watch.check(&Progress::default()).map_err(|_| Refusal::Undecided("the check was stopped".into()))
}
