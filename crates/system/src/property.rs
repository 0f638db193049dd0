//! Properties and fairness.
//!
//! Where a state expression faults, it counts as false; each [`Ctl::State`] and [`Ltl::State`] is a largest
//! temporal-free subformula, so that this can be decided there.

use crate::{BoundId, EdgeId, Expr};
use diagnostics::Span;

/// A named property.
#[derive(Debug, Clone, PartialEq)]
pub struct Property {
    /// Its name; `deadlock_free` and `no_faults` are predefined.
    pub name: String,
    /// What is asked.
    pub question: Question,
    /// The verdict that the model states with `@expect`.
    pub expect: Option<Expectation>,
    /// The lines of its doc comment.
    pub doc: Vec<String>,
    /// Where it stands; empty for the implicit `no_faults`.
    pub span: Span,
}

/// What a property asks.
#[derive(Debug, Clone, PartialEq)]
pub enum Question {
    /// Does this hold in all reachable states?
    Invariant(Expr),
    /// Does it hold in some reachable state?
    Reachable(Expr),
    /// Has every reachable state a successor?
    DeadlockFree,
    /// Does no transition fault in any reachable state?
    NoFaults,
    /// Does every initial state satisfy the formula?
    Ctl(Ctl),
    /// Does every fair maximal path from an initial state satisfy the formula?
    Ltl(Ltl),
    /// What is the largest value over all reachable states?
    Bound(Expr),
}

impl Question {
    /// The keyword of the property's kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Question::Invariant(_) | Question::DeadlockFree | Question::NoFaults => "invariant",
            Question::Reachable(_) => "reachable",
            Question::Ctl(_) => "ctl",
            Question::Ltl(_) => "ltl",
            Question::Bound(_) => "bound",
        }
    }
}

/// A verdict that a model states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expectation {
    /// `@expect(holds)`
    Holds,
    /// `@expect(violated)`
    Violated,
    /// `@expect(unknown)`
    Unknown,
}

/// A branching-time formula on maximal paths.
#[derive(Debug, Clone, PartialEq)]
pub enum Ctl {
    /// A largest temporal-free subformula.
    State(Expr),
    /// `!f`
    Not(Box<Ctl>),
    /// `f && g && …`
    And(Vec<Ctl>),
    /// `f || g || …`
    Or(Vec<Ctl>),
    /// `f => g`
    Implies(Box<Ctl>, Box<Ctl>),
    /// `f <=> g`
    Iff(Box<Ctl>, Box<Ctl>),
    /// `AX f`, `EX f`
    Next(Path, Box<Ctl>),
    /// `AF f`, `EF f`
    Finally(Path, Box<Ctl>),
    /// `AG f`, `EG f`
    Globally(Path, Box<Ctl>),
    /// `A[f U g]`, `E[f W g]`, …
    Until(Path, UntilKind, Box<Ctl>, Box<Ctl>),
    /// `forall k in int: f`, with `k` rigid.
    Rigid {
        /// `true` for `forall`, `false` for `exists`.
        universal: bool,
        /// The rigid variable.
        bound: BoundId,
        /// The formula.
        body: Box<Ctl>,
    },
}

/// A linear-time formula.
#[derive(Debug, Clone, PartialEq)]
pub enum Ltl {
    /// A largest temporal-free subformula.
    State(Expr),
    /// `!f`
    Not(Box<Ltl>),
    /// `f && g && …`
    And(Vec<Ltl>),
    /// `f || g || …`
    Or(Vec<Ltl>),
    /// `f => g`
    Implies(Box<Ltl>, Box<Ltl>),
    /// `f <=> g`
    Iff(Box<Ltl>, Box<Ltl>),
    /// `X f`
    Next(Box<Ltl>),
    /// `F f`
    Finally(Box<Ltl>),
    /// `G f`
    Globally(Box<Ltl>),
    /// `f U g`, `f W g`, `f R g`
    Until(UntilKind, Box<Ltl>, Box<Ltl>),
    /// `forall k in int: f`, with `k` rigid.
    Rigid {
        /// `true` for `forall`, `false` for `exists`.
        universal: bool,
        /// The rigid variable.
        bound: BoundId,
        /// The formula.
        body: Box<Ltl>,
    },
}

/// A path quantifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Path {
    /// `A`: on all maximal paths.
    All,
    /// `E`: on some maximal path.
    Some,
}

/// The binary temporal operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UntilKind {
    /// `f U g`: g comes, and until then f holds.
    Until,
    /// `f W g`: the same, or f holds for ever.
    Weak,
    /// `f R g`: g holds up to and including the first f, or for ever.
    Release,
}

/// A fairness assumption on paths, for `ctl` and `ltl`.
#[derive(Debug, Clone, PartialEq)]
pub struct Fairness {
    /// What is assumed.
    pub assumption: Assumption,
    /// Where it stands.
    pub span: Span,
}

/// What a fairness assumption says.
#[derive(Debug, Clone, PartialEq)]
pub enum Assumption {
    /// The unit moves infinitely often if it can move for ever from some point on.
    Weak(Unit),
    /// The unit moves infinitely often if it can move infinitely often.
    Strong(Unit),
    /// The condition holds infinitely often.
    Justice(Expr),
    /// If the first condition holds infinitely often, so does the second.
    Compassion(Expr, Expr),
}

/// What moves as one for fairness: taking part in a transition with any of its edges counts as moving.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The name shown: `Client[1]`, `Client[1].enter`, `tick`, `Cache`.
    pub name: String,
    /// Its edges.
    pub edges: Vec<EdgeId>,
}
