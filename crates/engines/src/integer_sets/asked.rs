//! What is asked of integer sets.

use symbolic::{Setup, Strategy};
use system::Observer;

/// What is asked, and who hears of answers.
pub struct Asked<'a> {
    /// The system, and what may be spent.
    pub setup: Setup<'a>,
    /// The one strategy to follow, without limit, with a seed that rises where bounds are too coarse; nothing for all of them.
    pub strategy: Option<Strategy>,
    /// Who hears of answers.
    pub observer: &'a dyn Observer,
}
