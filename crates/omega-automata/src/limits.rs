//! How much work a translation may do, and how it says that it may not do more.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most that one translation may build.
///
/// The limits are on the automaton before it is reduced, since that is the largest one. The optional reductions
/// work within the same limits and are left out where they would exceed them: they never make a translation fail.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The most states.
    pub states: usize,
    /// The most edges.
    pub edges: usize,
    /// The most steps, each about one node of a decision diagram.
    pub steps: u64,
    /// What may end the work before.
    pub ending: Ending,
}

/// A flag that others set when work is to end; nothing if nobody does.
///
/// A translation has no place at which it could be paused and asked whether it may go on, so it looks.
#[derive(Debug, Clone, Default)]
pub struct Ending(pub Option<Arc<AtomicBool>>);

impl Ending {
    /// Whether work is to end.
    pub(crate) fn has_come(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

impl Default for Limits {
    /// Enough for every formula that people write by hand; about a second of work at the most.
    fn default() -> Self {
        Limits::of(20_000, 200_000, 5_000_000)
    }
}

impl Limits {
    /// So many states, edges and steps.
    pub const fn of(states: usize, edges: usize, steps: u64) -> Self {
        Limits { states, edges, steps, ending: Ending(None) }
    }

    /// The smaller of both limits, each.
    pub(crate) fn at_most(&self, other: Limits) -> Limits {
        Limits {
            states: self.states.min(other.states),
            edges: self.edges.min(other.edges),
            steps: self.steps.min(other.steps),
            ending: self.ending.clone(),
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
    /// The work was to end.
    Ended,
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
            Refusal::Ended => "the translation of the formula was ended",
            Refusal::TooManyAcceptanceSets => "the formula has more than 64 eventualities",
            Refusal::TooManyPropositions => "the formula has too many propositions",
            Refusal::RigidVariable => "the formula quantifies over a rigid variable",
        })
    }
}

impl std::error::Error for Refusal {}

/// A result, or the reason why there is none.
pub type Refusable<T> = Result<T, Refusal>;
