//! Why something is no net.

use state_sets::{Halt, Variable};
use std::fmt;

/// Why a system, or a condition on its states, is not that of a net.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfit {
    /// These variables do more than count; those among them with few values may be split into one place for each value.
    Entangled(Vec<Variable>),
    /// Something that nets cannot say, or that would make them too large; as a sentence without a full stop.
    Unsupported(String),
    /// The work was ended before it was known.
    Interrupted(Halt),
}

impl Unfit {
    /// A number that does not fit the machine's.
    pub(super) fn overflow() -> Unfit {
        Unfit::Unsupported("a number is too large for a net".into())
    }

    /// More alternatives than a net should have.
    pub(super) fn too_many() -> Unfit {
        Unfit::Unsupported("a condition has too many cases to be that of a net".into())
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Entangled(_) => formatter.write_str("variables are compared or mixed with each other"),
            Unfit::Unsupported(what) => formatter.write_str(what),
            Unfit::Interrupted(halt) => halt.fmt(formatter),
        }
    }
}

impl std::error::Error for Unfit {}
