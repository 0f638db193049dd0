//! The three verdicts, and what is known of largest values.

/// The answer to a property: never a guess.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It does not hold.
    Violated,
    /// It could not be decided, for this reason.
    Unknown(String),
}

/// What is known of the largest value of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundValue {
    /// Exactly this.
    Exact(i128),
    /// There is no largest value.
    Unbounded,
    /// It lies between these, where they are known.
    Between {
        /// It is at least this.
        at_least: Option<i128>,
        /// It is at most this.
        at_most: Option<i128>,
    },
}
