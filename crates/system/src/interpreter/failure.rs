//! Why an expression has no value.

use crate::{Obstacle, VariableId};
use diagnostics::Span;

/// Why an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// It faults.
    Fault {
        /// What went wrong, such as `null dereference: p->x`.
        reason: String,
        /// Where.
        span: Span,
    },
    /// It depends on a value that is not known yet; only while initial states or relations are solved.
    Undetermined(VariableId),
    /// It cannot be computed here.
    Obstacle(Obstacle),
}

impl Failure {
    /// A fault.
    pub fn fault(reason: impl Into<String>, span: Span) -> Self {
        Failure::Fault { reason: reason.into(), span }
    }

    /// A number that is too large.
    pub fn overflow(span: Span) -> Self {
        Failure::Obstacle(Obstacle::Overflow { span })
    }
}

impl From<Obstacle> for Failure {
    fn from(obstacle: Obstacle) -> Self {
        Failure::Obstacle(obstacle)
    }
}
