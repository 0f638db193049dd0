//! What is asked of integer sets.

use symbolic::{Setup, Strategy};

/// What is asked.
pub struct Asked<'a> {
    /// The system, what may be spent, and who hears of answers.
    pub setup: Setup<'a>,
    /// The one strategy to follow, without limit, with a seed that rises where bounds are too coarse; nothing for all of them.
    pub strategy: Option<Strategy>,
}

/// The beats after which it is worth while to look for what is always true: about as many as that takes.
const WORTH: u64 = 1_000;

impl Asked<'_> {
    /// Looks for what is always true, once as much has been done without it as that takes.
    pub(super) fn look_for_known(&self) {
        if self.strategy.is_none() && self.setup.budget.spent() >= WORTH {
            self.setup.observer.look_for_known();
        }
    }
}
