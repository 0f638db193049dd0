//! What is asked of integer sets.

use symbolic::{Setup, Strategy};

/// What is asked.
pub struct Asked<'a> {
    /// The system, what may be spent, and who hears of answers.
    pub setup: Setup<'a>,
    /// The one strategy to follow, without limit, with a seed that rises where bounds are too coarse; nothing for all of them.
    pub strategy: Option<Strategy>,
}
