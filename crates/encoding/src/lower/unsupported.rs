//! What cannot be said in the language of state sets.

use diagnostics::Span;
use std::fmt;

/// Why a system or an expression has no formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// What is not supported.
    pub what: String,
    /// Where it stands, if it stands anywhere.
    pub span: Option<Span>,
    /// What would help.
    pub help: String,
}

impl Unsupported {
    /// Something at a place.
    pub fn at(span: Span, what: impl Into<String>, help: impl Into<String>) -> Self {
        Unsupported { what: what.into(), span: Some(span), help: help.into() }
    }

    /// A number that does not fit.
    pub fn overflow(span: Span) -> Self {
        Unsupported::at(span, "a number is too large", "use smaller numbers")
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.what, self.help)
    }
}

impl std::error::Error for Unsupported {}
