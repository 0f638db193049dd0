//! What a transition does to the variables.
//!
//! A block runs its steps one after the other. The statements of one step happen at once: everything is read
//! in the state in which the step begins. A nested block begins in that state too and sees only its own
//! earlier steps; what it wrote is merged with what its neighbours wrote.

use crate::{Expr, Place};
use diagnostics::Span;

/// Steps, one after the other; possibly none.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Block {
    /// The steps.
    pub steps: Vec<Step>,
}

/// Statements that happen all at once.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The statements.
    pub statements: Vec<Statement>,
}

/// One statement with the place it was written at.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Debug, Clone, PartialEq)]
pub enum StatementKind {
    /// `place := value`; a value outside the place's type is a fault.
    Assign {
        /// The place that changes.
        place: Place,
        /// Its new value.
        value: Expr,
    },
    /// `place := any in set where condition`
    Any {
        /// The place that changes.
        place: Place,
        /// The values to choose from: those outside the place's type are faults. Without a set, the type.
        set: Option<ChoiceSet>,
        /// A relation that the new values must satisfy.
        condition: Option<Expr>,
    },
    /// One branch is taken, any that can be.
    Choose(Vec<Branch>),
    /// The first branch if the condition holds, else the second one; `None` changes nothing.
    If {
        /// The condition.
        condition: Expr,
        /// What happens if it is true.
        then: Branch,
        /// What happens if it is false.
        otherwise: Option<Branch>,
    },
    /// Nothing happens.
    Skip,
    /// A fault if the condition is false.
    Assert(Expr),
    /// A relation between old and new values; it releases the places that its primes denote.
    Relation(Expr),
}

/// A block that may be blocked by a condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Branch {
    /// The condition after `when`.
    pub guard: Option<Expr>,
    /// What happens.
    pub body: Block,
    /// Where it stands.
    pub span: Span,
}

/// The set that an `any` chooses from.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a model has few of them")]
pub enum ChoiceSet {
    /// `lo..hi`, evaluated in the state in which the step begins.
    Range(Expr, Expr),
    /// `{e1, e2}`
    Members(Vec<Expr>),
}
