//! Help for proofs: what a model's author believes to be useful. It changes no meaning and no verdict; engines
//! may use it, and never assume it.

use crate::{Expr, ProcessId};
use diagnostics::Span;

/// `predicate name: e`: a predicate for abstractions.
#[derive(Debug, Clone, PartialEq)]
pub struct Predicate {
    /// The name shown: `even`, or `Client[1].even` inside a process.
    pub name: String,
    /// What it says of a state.
    pub condition: Expr,
    /// The instance that it belongs to, counted from zero.
    pub owner: Option<(ProcessId, u32)>,
    /// Where it stands.
    pub span: Span,
}

/// `hint e`: probably an invariant.
#[derive(Debug, Clone, PartialEq)]
pub struct Hint {
    /// What may hold in all reachable states.
    pub condition: Expr,
    /// The instance that it belongs to, counted from zero.
    pub owner: Option<(ProcessId, u32)>,
    /// Where it stands.
    pub span: Span,
}

/// `rank (e1, e2)`: a measure that may decrease, lexicographically.
#[derive(Debug, Clone, PartialEq)]
pub struct Rank {
    /// Its parts, at least one; each counts only where it is at least zero.
    pub parts: Vec<Expr>,
    /// The instance that it belongs to, counted from zero.
    pub owner: Option<(ProcessId, u32)>,
    /// Where it stands.
    pub span: Span,
}
