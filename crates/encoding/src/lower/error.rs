//! Why there is no formula: the language of state sets cannot say it, or a limit was reached on the way.

use super::Unsupported;
use state_sets::Halt;
use std::fmt;

/// Why a system or an expression was not lowered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoweringError {
    /// It cannot be said in formulas.
    Unsupported(Unsupported),
    /// The limits ended the work; with more of them it might be said.
    Interrupted(Halt),
}

/// The result of lowering something.
pub(super) type Lowering<T> = Result<T, LoweringError>;

impl From<Unsupported> for LoweringError {
    fn from(unsupported: Unsupported) -> Self {
        LoweringError::Unsupported(unsupported)
    }
}

impl LoweringError {
    /// The same among the reasons why work with sets ends.
    pub fn into_halt(self) -> Halt {
        match self {
            LoweringError::Unsupported(unsupported) => Halt::Unsupported(unsupported.to_string()),
            LoweringError::Interrupted(halt) => halt,
        }
    }
}

impl fmt::Display for LoweringError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoweringError::Unsupported(unsupported) => unsupported.fmt(formatter),
            LoweringError::Interrupted(halt) => halt.fmt(formatter),
        }
    }
}

impl std::error::Error for LoweringError {}
