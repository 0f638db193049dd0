//! What two encodings of integer vectors have in common, so that they can be compared.

use crate::automaton::Automaton;
use crate::count::Size;
use crate::formula::Formula;
use crate::image::Update;
use crate::linear::{Comparison, Linear};
use crate::store::Store;
use crate::track::Track;
use budget::{Budget, Budgeted};

/// Sets of integer vectors in some encoding. Equal sets compare equal.
pub trait Encoding {
    /// A set.
    type Set: Clone + PartialEq;

    /// The vectors for which an expression compares with zero as asked.
    fn constraint(&mut self, linear: &Linear, comparison: Comparison, budget: &Budget)
    -> Budgeted<Self::Set>;
    /// The vectors for which an expression is a multiple of a number.
    fn divisible(&mut self, number: i64, linear: &Linear, budget: &Budget) -> Budgeted<Self::Set>;
    /// The vectors that are in both sets.
    fn intersection(&mut self, a: &Self::Set, b: &Self::Set, budget: &Budget) -> Budgeted<Self::Set>;
    /// The vectors that are in one of the sets or in both.
    fn union(&mut self, a: &Self::Set, b: &Self::Set, budget: &Budget) -> Budgeted<Self::Set>;
    /// The vectors that are in the first set and not in the second.
    fn difference(&mut self, a: &Self::Set, b: &Self::Set, budget: &Budget) -> Budgeted<Self::Set>;
    /// The vectors that are not in the set.
    fn complement(&mut self, a: &Self::Set, budget: &Budget) -> Budgeted<Self::Set>;
    /// The vectors that are in the set for some value of a track.
    fn project(&mut self, a: &Self::Set, track: Track, budget: &Budget) -> Budgeted<Self::Set>;
    /// The vectors that are in the set for all values of a track.
    fn for_all(&mut self, a: &Self::Set, track: Track, budget: &Budget) -> Budgeted<Self::Set> {
        let outside = self.complement(a, budget)?;
        let some = self.project(&outside, track, budget)?;
        self.complement(&some, budget)
    }
    /// The vectors in a guard from which assignments that happen at once lead into the set. No track is assigned twice.
    fn pre_image(
        &mut self,
        guard: &Self::Set,
        assignments: &[(Track, Linear)],
        set: &Self::Set,
        budget: &Budget,
    ) -> Budgeted<Self::Set>;
    /// The vectors to which assignments that happen at once lead from those of the set that are in a guard.
    fn post_image(
        &mut self,
        guard: &Self::Set,
        assignments: &[(Track, Linear)],
        set: &Self::Set,
        budget: &Budget,
    ) -> Budgeted<Self::Set>;
    /// A set that contains the later of two sets, which contains the earlier one; that of all vectors if it would have more
    /// states than are allowed.
    fn widen(
        &mut self,
        earlier: &Self::Set,
        later: &Self::Set,
        most: usize,
        budget: &Budget,
    ) -> Budgeted<Self::Set>;
    /// Whether a vector is in the set.
    fn contains(&self, a: &Self::Set, value: &dyn Fn(Track) -> i64) -> bool;
    /// Whether the set has no vector.
    fn is_empty(&self, a: &Self::Set) -> bool;
    /// Whether all vectors of the first set are in the second.
    fn is_subset(&mut self, a: &Self::Set, b: &Self::Set, budget: &Budget) -> Budgeted<bool>;
    /// A vector of the set with as few bits as possible; tracks that are not listed may have any value.
    fn sample(&mut self, a: &Self::Set, budget: &Budget) -> Budgeted<Option<Vec<(Track, i128)>>>;
    /// How many vectors the set has, over the tracks of the encoding if it has a list of them, and else over those that
    /// the set depends on.
    fn size(&mut self, a: &Self::Set, budget: &Budget) -> Budgeted<Size>;
    /// The number of states.
    fn states(&self, a: &Self::Set) -> usize;
    /// The number of nodes that hold the transitions: branches of diagrams, or states with two transitions each.
    fn nodes(&self, a: &Self::Set) -> usize;
}

fn update(guard: &Automaton, assignments: &[(Track, Linear)]) -> Update {
    let keep = Update::new(guard.clone());
    assignments.iter().fold(keep, |update, (track, value)| update.assign(*track, value.clone()))
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

    fn divisible(&mut self, number: i64, linear: &Linear, budget: &Budget) -> Budgeted<Automaton> {
        self.formula(&Formula::divides(number, linear.clone()), budget)
    }

    fn intersection(&mut self, a: &Automaton, b: &Automaton, budget: &Budget) -> Budgeted<Automaton> {
        Store::intersection(self, a, b, budget)
    }

    fn union(&mut self, a: &Automaton, b: &Automaton, budget: &Budget) -> Budgeted<Automaton> {
        Store::union(self, a, b, budget)
    }

    fn difference(&mut self, a: &Automaton, b: &Automaton, budget: &Budget) -> Budgeted<Automaton> {
        Store::difference(self, a, b, budget)
    }

    fn complement(&mut self, a: &Automaton, budget: &Budget) -> Budgeted<Automaton> {
        Store::complement(self, a, budget)
    }

    fn project(&mut self, a: &Automaton, track: Track, budget: &Budget) -> Budgeted<Automaton> {
        Store::project(self, a, &[track], budget)
    }

    fn for_all(&mut self, a: &Automaton, track: Track, budget: &Budget) -> Budgeted<Automaton> {
        Store::for_all(self, a, &[track], budget)
    }

    fn pre_image(
        &mut self,
        guard: &Automaton,
        assignments: &[(Track, Linear)],
        set: &Automaton,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        Store::pre_image(self, &update(guard, assignments), set, budget)
    }

    fn post_image(
        &mut self,
        guard: &Automaton,
        assignments: &[(Track, Linear)],
        set: &Automaton,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        Store::post_image(self, &update(guard, assignments), set, budget)
    }

    fn widen(
        &mut self,
        earlier: &Automaton,
        later: &Automaton,
        most: usize,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        Store::widen(self, earlier, later, most, budget)
    }

    fn contains(&self, a: &Automaton, value: &dyn Fn(Track) -> i64) -> bool {
        Store::contains(self, a, value, |_| false)
    }

    fn is_empty(&self, a: &Automaton) -> bool {
        a.is_empty()
    }

    fn is_subset(&mut self, a: &Automaton, b: &Automaton, budget: &Budget) -> Budgeted<bool> {
        Store::is_subset(self, a, b, budget)
    }

    fn sample(&mut self, a: &Automaton, budget: &Budget) -> Budgeted<Option<Vec<(Track, i128)>>> {
        Ok(Store::sample(self, a, budget)?.map(|point| point.integers))
    }

    fn size(&mut self, a: &Automaton, budget: &Budget) -> Budgeted<Size> {
        Store::size(self, a, a.tracks(), &[], budget)
    }

    fn states(&self, a: &Automaton) -> usize {
        a.states()
    }

    fn nodes(&self, a: &Automaton) -> usize {
        a.nodes()
    }
}
