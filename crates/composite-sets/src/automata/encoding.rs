//! What the domain needs of an encoding.

use super::builder::Built;
use super::tracks::{Codes, Tracks};
use budget::{Budget, Budgeted};
use integer_automata::{Linear, Track};
use state_sets::{Formula, Point, Size, Variable};
use std::hash::Hash;

/// A piece of a step as sets.
#[derive(Debug, Clone)]
pub struct Move<S> {
    /// What holds between the state before and the free variables after.
    pub link: S,
    /// The variables that change and are not assigned.
    pub free: Vec<Variable>,
    /// The sums over the state before that variables get.
    pub assigned: Vec<(Track, Linear)>,
}

/// Automata over the variables of a space.
pub trait TrackEncoding {
    /// A set of states.
    type Set: Clone + Eq + Hash;

    /// Where codes are written.
    const CODES: Codes;

    /// Automata over these tracks.
    fn new(tracks: Tracks) -> Self;
    /// The tracks.
    fn tracks(&self) -> &Tracks;
    /// The states that satisfy the formula.
    fn set(&mut self, formula: &Formula, budget: &Budget) -> Built<Self::Set>;
    /// What holds between the state before and the free variables after.
    fn link(&mut self, formula: &Formula, free: &[Variable], budget: &Budget) -> Built<Self::Set>;
    /// The states from which the move leads into the set.
    fn before(&mut self, set: &Self::Set, step: &Move<Self::Set>, budget: &Budget) -> Budgeted<Self::Set>;
    /// The states to which the move leads from the set.
    fn after(&mut self, set: &Self::Set, step: &Move<Self::Set>, budget: &Budget) -> Budgeted<Self::Set>;
    /// No state.
    fn empty(&mut self) -> Self::Set;
    /// The states of either.
    fn union(&mut self, left: &Self::Set, right: &Self::Set, budget: &Budget) -> Budgeted<Self::Set>;
    /// The states of both.
    fn intersection(&mut self, left: &Self::Set, right: &Self::Set, budget: &Budget) -> Budgeted<Self::Set>;
    /// The states of the first that are not in the second.
    fn difference(&mut self, left: &Self::Set, right: &Self::Set, budget: &Budget) -> Budgeted<Self::Set>;
    /// Whether there is no state.
    fn is_empty(&self, set: &Self::Set) -> bool;
    /// Whether all states of the first are in the second.
    fn is_subset(&mut self, inner: &Self::Set, outer: &Self::Set, budget: &Budget) -> Budgeted<bool>;
    /// An upper bound of the later set, which contains the earlier one.
    fn widen(
        &mut self,
        earlier: &Self::Set,
        later: &Self::Set,
        most: usize,
        budget: &Budget,
    ) -> Budgeted<Self::Set>;
    /// A state with few bits.
    fn pick(&mut self, set: &Self::Set, budget: &Budget) -> Budgeted<Option<Point>>;
    /// How many states there are.
    fn size(&mut self, set: &Self::Set, budget: &Budget) -> Budgeted<Size>;
    /// The nodes or states that hold the transitions.
    fn weight(&self, set: &Self::Set) -> usize;
    /// The bytes that are held, about.
    fn bytes(&self) -> u64;
}
