//! Why there is no answer.

use state_sets::Halt;

/// The engine's name.
pub(crate) const ENGINE: &str = "abstraction";

/// Why nothing was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The model has no initial state at all, so every property would hold of it.
    NoInitialState,
    /// A bug: the engine contradicts the reference interpreter, or itself.
    Internal(String),
}

/// Why there is no answer.
pub(crate) enum End {
    Halted(Halt),
    Failed(Failure),
}

impl From<Halt> for End {
    fn from(halt: Halt) -> Self {
        End::Halted(halt)
    }
}
