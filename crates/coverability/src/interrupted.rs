//! Why a computation on sets of markings ended early.

use budget::OutOfBudget;
use nets::Overflow;

/// Why a computation ended before its result was there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interrupted {
    /// The budget is spent.
    OutOfBudget,
    /// A number of tokens does not fit its representation.
    Overflow,
}

impl From<OutOfBudget> for Interrupted {
    fn from(_: OutOfBudget) -> Interrupted {
        Interrupted::OutOfBudget
    }
}

impl From<Overflow> for Interrupted {
    fn from(_: Overflow) -> Interrupted {
        Interrupted::Overflow
    }
}
