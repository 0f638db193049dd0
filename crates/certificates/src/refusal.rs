//! Why something is not accepted.

use std::fmt;

/// Why something is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// An obligation does not hold.
    Failed {
        /// Which one, in words.
        obligation: String,
        /// A state (and, where there is one, the step from it) that shows it.
        shown: String,
    },
    /// The certificate does not say what it must, or says it of something else.
    Malformed(String),
    /// The checker cannot decide this, for lack of time, memory or method.
    Undecided(String),
    /// A number is too large.
    Overflow,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Failed { obligation, shown } => write!(f, "{obligation}: {shown}"),
            Refusal::Malformed(what) | Refusal::Undecided(what) => write!(f, "{what}"),
            Refusal::Overflow => write!(f, "a number is too large"),
        }
    }
}
