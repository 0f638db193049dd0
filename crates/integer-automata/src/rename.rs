//! Renaming tracks.
//!
//! Where the new names are in the order of the old ones, diagrams only change their labels. Elsewhere each test is put where
//! it now belongs. Two tracks may get one name: the result then has the vectors in which both are equal.

use crate::automaton::{Automaton, Raw};
use crate::diagrams::{Diagram, Diagrams, View};
use crate::memo::Memo;
use crate::store::Store;
use crate::track::{BooleanTrack, Track};
use budget::{Budget, Budgeted};

impl Store {
    /// The vectors that are in the set after their tracks have been read under other names: a vector `v` is in the result
    /// if the vector that has `v(name(t))` at each track `t` is in the set.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let (x, y) = (Track::new(0), Track::new(1));
    /// let less = store.formula(&Linear::term(1, x).less_than(&Linear::term(1, y)), &budget).unwrap();
    /// let more = store.formula(&Linear::term(1, y).less_than(&Linear::term(1, x)), &budget).unwrap();
    /// let swap = |track| if track == x { y } else { x };
    /// assert_eq!(store.rename(&less, swap, &budget).unwrap(), more);
    /// assert!(store.rename(&less, |_| x, &budget).unwrap().is_empty());
    /// ```
    pub fn rename(
        &mut self,
        set: &Automaton,
        name: impl Fn(Track) -> Track,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        self.rename_all(set, name, |track| track, budget)
    }

    /// Like [`Store::rename`], for Boolean tracks as well.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let (a, b) = (BooleanTrack::new(0), BooleanTrack::new(1));
    /// let set = store.boolean(a, true, &budget).unwrap();
    /// let renamed = store.rename_all(&set, |track| track, |_| b, &budget).unwrap();
    /// assert_eq!(renamed, store.boolean(b, true, &budget).unwrap());
    /// ```
    pub fn rename_all(
        &mut self,
        set: &Automaton,
        name: impl Fn(Track) -> Track,
        boolean_name: impl Fn(BooleanTrack) -> BooleanTrack,
        budget: &Budget,
    ) -> Budgeted<Automaton> {
        self.tidy();
        let data = self.own(set);
        let level = |level: u32| name(Track::at_level(level)).level();
        let roots = renamed(&mut self.diagrams, &data.roots, &level, budget)?;
        let level = |level: u32| boolean_name(BooleanTrack::at_level(level)).level();
        let head = renamed(&mut self.diagrams, &[data.head], &level, budget)?[0];
        let raw = self.reachable(Raw { head, roots }, budget)?;
        self.finish(raw, budget)
    }

    /// The part of an automaton that can be reached.
    pub(crate) fn reachable(&mut self, raw: Raw, budget: &Budget) -> Budgeted<Raw> {
        let numbers = self.numbers();
        Ok(crate::canonical::numbered(&mut self.diagrams, numbers, raw, budget)?.0)
    }
}

fn renamed(
    diagrams: &mut Diagrams,
    roots: &[Diagram],
    name: &dyn Fn(u32) -> u32,
    budget: &Budget,
) -> Budgeted<Vec<Diagram>> {
    diagrams.begin_pass();
    let mut memo = Memo::new();
    roots.iter().map(|&root| below(diagrams, root, name, &mut memo, budget)).collect()
}

fn below(
    diagrams: &mut Diagrams,
    diagram: Diagram,
    name: &dyn Fn(u32) -> u32,
    memo: &mut Memo,
    budget: &Budget,
) -> Budgeted<Diagram> {
    let View::Branch(track, low, high) = diagrams.view(diagram) else { return Ok(diagram) };
    if let Some(known) = diagrams.seen(diagram) {
        return Ok(known);
    }
    let low = below(diagrams, low, name, memo, budget)?;
    let high = below(diagrams, high, name, memo, budget)?;
    let result = diagrams.choose(name(track), low, high, memo, budget)?;
    diagrams.see(diagram, result);
    Ok(result)
}
