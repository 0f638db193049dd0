//! Büchi automata with several acceptance sets of edges.
//!
//! A run is accepted if it takes edges of each acceptance set infinitely often; each edge says by its marks in
//! which sets it is. With no set at all every infinite run is accepted. The automata are nondeterministic and need
//! not be complete: where no edge is enabled the run ends and accepts nothing.
//!
//! An automaton *with state acceptance* has at most one acceptance set, and all edges out of a state are marked or
//! none is: the accepting states are those whose edges are marked.
//!
//! For a product that is built on the fly: start from [`Automaton::initial`]; for a system state whose true
//! propositions are the bits of `letter`, go through [`Automaton::edges`] and keep those with
//! [`Automaton::enabled`]; look for a cycle on which all of [`Automaton::all_marks`] occur.

mod build;
mod components;
mod properties;

pub(crate) use build::joined;
pub(crate) use components::{Components, number_components};
pub use properties::Properties;

use crate::decision::{Cube, Diagram, Table};
use crate::limits::Ending;

/// The number of a state, from zero.
pub type StateId = u32;

/// A set of acceptance sets, as bits.
pub type Marks = u64;

/// A condition on letters, read by the automaton that it belongs to.
pub type Guard = Diagram;

/// An edge from a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The letters that it reads.
    pub guard: Guard,
    /// Where it leads.
    pub target: StateId,
    /// The acceptance sets that it is in.
    pub marks: Marks,
}

/// A Büchi automaton with several acceptance sets of edges.
#[derive(Debug, Clone)]
pub struct Automaton {
    pub(crate) guards: Table,
    pub(crate) propositions: u32,
    pub(crate) states: Vec<Vec<Edge>>,
    pub(crate) initial: StateId,
    pub(crate) sets: u32,
    pub(crate) state_acceptance: bool,
    pub(crate) stutter_invariant: bool,
    pub(crate) properties: Properties,
}

impl Automaton {
    /// How many propositions letters have.
    pub fn propositions(&self) -> u32 {
        self.propositions
    }

    /// The state in which every run starts.
    pub fn initial(&self) -> StateId {
        self.initial
    }

    /// How many states there are; at least one.
    pub fn state_count(&self) -> usize {
        self.states.len()
    }

    /// How many edges there are. No two edges have the same source, target and marks.
    pub fn edge_count(&self) -> usize {
        self.states.iter().map(Vec::len).sum()
    }

    /// The edges out of a state.
    #[inline]
    pub fn edges(&self, state: StateId) -> &[Edge] {
        &self.states[state as usize]
    }

    /// How many acceptance sets there are; at most 64.
    pub fn acceptance_sets(&self) -> u32 {
        self.sets
    }

    /// The set of all acceptance sets: what an accepting cycle must collect.
    pub fn all_marks(&self) -> Marks {
        marks_below(self.sets)
    }

    /// Whether an edge reads the letter whose true propositions are these bits: proposition `p` is bit `p % 64` of
    /// word `p / 64`.
    #[inline]
    pub fn enabled(&self, edge: &Edge, letter: &[u64]) -> bool {
        self.guards.holds(edge.guard, letter)
    }

    /// A guard as a disjunction of cubes of (proposition, whether it is true); empty if it is never true.
    pub fn cubes(&self, guard: Guard) -> Vec<Cube> {
        let mut guards = self.guards.clone();
        guards.grant(u64::MAX);
        guards.listen(Ending::default());
        guards.cover(guard).expect("an unlimited table refuses nothing")
    }

    /// Whether acceptance is that of states; see the head of this module.
    pub fn has_state_acceptance(&self) -> bool {
        self.state_acceptance
    }

    /// Whether a state is accepting, for automata with state acceptance: its edges carry all marks.
    pub fn is_accepting(&self, state: StateId) -> bool {
        self.edges(state).iter().all(|edge| edge.marks == self.all_marks())
    }

    /// Every run visits edges of all or of no acceptance sets from some point on, depending only on the strongly
    /// connected component it ends in.
    pub fn is_weak(&self) -> bool {
        self.properties.weak
    }

    /// Weak, and from an accepting component on every continuation is accepted: reaching one is enough.
    pub fn is_terminal(&self) -> bool {
        self.properties.terminal
    }

    /// No two edges of a state read the same letter.
    pub fn is_deterministic(&self) -> bool {
        self.properties.deterministic
    }

    /// The language does not depend on how often a letter is repeated, because the formula has no `X`.
    pub fn is_stutter_invariant(&self) -> bool {
        self.stutter_invariant
    }
}

/// The set of the first so many acceptance sets.
pub(crate) fn marks_below(sets: u32) -> Marks {
    if sets >= 64 { Marks::MAX } else { (1 << sets) - 1 }
}
