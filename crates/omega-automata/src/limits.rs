//! How much work a translation may do, and how it says that it may not do more.

use std::fmt;

/// The most that one translation may build.
///
/// The limits are on the automaton before it is reduced, since that is the largest one. The optional reductions
/// work within the same limits and are left out where they would exceed them: they never make a translation fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most states.
    pub states: usize,
    /// The most edges.
    pub edges: usize,
    /// The most steps, each about one node of a decision diagram.
    pub steps: u64,
}

impl Default for Limits {
    /// Enough for every formula that people write by hand; about a second of work at the most.
    fn default() -> Self {
        Limits { states: 20_000, edges: 200_000, steps: 5_000_000 }
    }
}

impl Limits {
    /// The smaller of both limits, each.
    pub(crate) fn at_most(&self, other: Limits) -> Limits {
        Limits {
            states: self.states.min(other.states),
            edges: self.edges.min(other.edges),
            steps: self.steps.min(other.steps),
        }
    }
}

/// Why a formula was not read or not translated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// Its syntax tree is deeper than [`MAX_DEPTH`](crate::MAX_DEPTH).
    TooDeep,
    /// The automaton would have more states than the limits allow.
    TooManyStates,
    /// The automaton would have more edges than the limits allow.
    TooManyEdges,
    /// The work would take more steps than the limits allow.
    TooManySteps,
    /// More than 64 different promises are made, which is more than a set of marks can hold.
    TooManyAcceptanceSets,
    /// More propositions than decision diagrams take: about two thousand.
    TooManyPropositions,
    /// It quantifies over rigid variables, which automata cannot remember.
    RigidVariable,
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Refusal::TooDeep => "the formula is nested too deeply",
            Refusal::TooManyStates => "the automaton of the formula has too many states",
            Refusal::TooManyEdges => "the automaton of the formula has too many edges",
            Refusal::TooManySteps => "the translation of the formula takes too many steps",
            Refusal::TooManyAcceptanceSets => "the formula has more than 64 eventualities",
            Refusal::TooManyPropositions => "the formula has too many propositions",
            Refusal::RigidVariable => "the formula quantifies over a rigid variable",
        })
    }
}

impl std::error::Error for Refusal {}

/// A result, or the reason why there is none.
pub type Refusable<T> = Result<T, Refusal>;
