//! Why a question was left open.

use budget::OutOfBudget;
use std::fmt;

/// Why [`crate::Solver::solve`] gave no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// The budget was spent.
    Budget,
    /// There is a model, but a number in it does not fit an `i128`.
    Overflow,
    /// Something is asked that the solver cannot decide; what it is.
    Incomplete(&'static str),
}

impl From<OutOfBudget> for Stopped {
    fn from(_: OutOfBudget) -> Stopped {
        Stopped::Budget
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Budget => OutOfBudget.fmt(formatter),
            Stopped::Overflow => formatter.write_str("a number does not fit 128 bits"),
            Stopped::Incomplete(what) => formatter.write_str(what),
        }
    }
}

impl std::error::Error for Stopped {}
