//! What comes of a check: answers, or the reason why there are none.

use system::{Answer, Coverage};

/// What came of a check.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// One answer for each property.
    pub answers: Vec<Answer>,
    /// What never happens, if that was asked for and could be found out.
    pub coverage: Option<Coverage>,
}

/// Why nothing was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The model has no initial state at all, so every property would hold of it.
    NoInitialState,
    /// A bug: the engine contradicts the reference interpreter, or itself.
    Internal(String),
}
