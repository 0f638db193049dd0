//! What keeps states from being enumerated one by one.

use crate::Stop;
use diagnostics::Span;

/// Why initial states or successors cannot be listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// There are infinitely many values for these variables, or it cannot be seen that there are not.
    Infinite {
        /// The names of the variables.
        variables: Vec<String>,
        /// The statement, or nothing for initial states.
        span: Option<Span>,
    },
    /// There are too many to enumerate.
    TooMany {
        /// The names of the variables.
        variables: Vec<String>,
        /// The statement, or nothing for initial states.
        span: Option<Span>,
    },
    /// A number is too large for the representation in use.
    Overflow {
        /// Where it arises.
        span: Span,
    },
    /// A limit was reached.
    Stopped(Stop),
}

impl std::fmt::Display for Obstacle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = |span: &Option<Span>| if span.is_some() { "a transition" } else { "the initial state" };
        match self {
            Obstacle::Infinite { variables, span } => {
                write!(f, "{} leaves {} unbounded", place(span), variables.join(", "))
            }
            Obstacle::TooMany { variables, span } => {
                write!(f, "{} leaves too many values for {}", place(span), variables.join(", "))
            }
            Obstacle::Overflow { .. } => write!(f, "an integer overflow"),
            Obstacle::Stopped(stop) => write!(f, "{stop}"),
        }
    }
}

impl From<Stop> for Obstacle {
    fn from(stop: Stop) -> Self {
        Obstacle::Stopped(stop)
    }
}
