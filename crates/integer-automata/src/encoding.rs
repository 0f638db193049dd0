//! What two encodings of integer vectors have in common, so that they can be compared.

use crate::automaton::Automaton;
use crate::budget::{Budget, Budgeted};
use crate::linear::{Comparison, Linear};
use crate::store::Store;
use crate::track::Track;

/// Sets of integer vectors in some encoding. Equal sets compare equal.
pub trait Encoding {
    /// A set.
    type Set: Clone + PartialEq;

    /// The vectors for which an expression compares with zero as asked.
    fn constraint(&mut self, linear: &Linear, comparison: Comparison, budget: &Budget)
    -> Budgeted<Self::Set>;
    /// The vectors that are in both sets.
    fn intersection(&mut self, a: &Self::Set, b: &Self::Set, budget: &Budget) -> Budgeted<Self::Set>;
    /// The vectors that are in one of the sets or in both.
    fn union(&mut self, a: &Self::Set, b: &Self::Set, budget: &Budget) -> Budgeted<Self::Set>;
    /// The vectors that are not in the set.
    fn complement(&mut self, a: &Self::Set, budget: &Budget) -> Budgeted<Self::Set>;
    /// The vectors that are in the set for some value of a track.
    fn project(&mut self, a: &Self::Set, track: Track, budget: &Budget) -> Budgeted<Self::Set>;
    /// Whether a vector is in the set.
    fn contains(&self, a: &Self::Set, value: &dyn Fn(Track) -> i64) -> bool;
    /// Whether the set has no vector.
    fn is_empty(&self, a: &Self::Set) -> bool;
    /// The number of states.
    fn states(&self, a: &Self::Set) -> usize;
    /// The number of nodes that hold the transitions: branches of diagrams, or states with two transitions each.
    fn nodes(&self, a: &Self::Set) -> usize;
}

impl Encoding for Store {
    type Set = Automaton;

    fn constraint(
        &mut self,
        linear: &Linear,
        comparison: Comparison,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        Store::constraint(self, linear, comparison, budget)
    }

    fn intersection(&mut self, a: &Automaton, b: &Automaton, budget: &Budget) -> Budgeted<Automaton> {
        Store::intersection(self, a, b, budget)
    }

    fn union(&mut self, a: &Automaton, b: &Automaton, budget: &Budget) -> Budgeted<Automaton> {
        Store::union(self, a, b, budget)
    }

    fn complement(&mut self, a: &Automaton, budget: &Budget) -> Budgeted<Automaton> {
        Store::complement(self, a, budget)
    }

    fn project(&mut self, a: &Automaton, track: Track, budget: &Budget) -> Budgeted<Automaton> {
        Store::project(self, a, &[track], budget)
    }

    fn contains(&self, a: &Automaton, value: &dyn Fn(Track) -> i64) -> bool {
        Store::contains(self, a, value, |_| false)
    }

    fn is_empty(&self, a: &Automaton) -> bool {
        a.is_empty()
    }

    fn states(&self, a: &Automaton) -> usize {
        a.states()
    }

    fn nodes(&self, a: &Automaton) -> usize {
        a.nodes()
    }
}
