//! Sets that are not linear: Boolean tracks, and powers of two.
//!
//! "x is a power of two" shows what automata can say and no union of polyhedra can: exactly one bit is 1. Over all integers
//! the sign has to be 0.
//!
//! ```text
//!            0                0
//!          +---+            +---+
//!          v   |     1      v   |     1
//!   --->  (  0  ) -------> (( 1 )) ------->  (2) rejects
//! ```

use crate::automaton::{Automaton, Numbers, Raw};
use crate::diagrams::Diagram;
use crate::store::Store;
use crate::track::{BooleanTrack, Track};
use budget::{Budget, Budgeted};

impl Store {
    /// The vectors in which a Boolean track has a value.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let set = store.boolean(BooleanTrack::new(3), true, &budget).unwrap();
    /// assert!(store.contains(&set, |_| 0, |_| true));
    /// assert!(!store.contains(&set, |_| 0, |_| false));
    /// ```
    pub fn boolean(&mut self, track: BooleanTrack, value: bool, budget: &Budget) -> Budgeted<Automaton> {
        self.tidy();
        // State 0 rejects all words and state 1 accepts all.
        let (reject, accept) = (Diagram::terminal(0), Diagram::terminal(3));
        let (low, high) = if value { (reject, accept) } else { (accept, reject) };
        let head = self.diagrams.branch(track.level(), low, high, budget)?;
        self.finish(Raw { head, roots: vec![reject, accept] }, budget)
    }

    /// The vectors in which a track is 1, 2, 4, 8 or another power of two.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let set = store.power_of_two(Track::new(0), &budget).unwrap();
    /// let powers: Vec<i64> = (-10..70).filter(|&n| store.contains(&set, |_| n, |_| false)).collect();
    /// assert_eq!(powers, [1, 2, 4, 8, 16, 32, 64]);
    /// ```
    pub fn power_of_two(&mut self, track: Track, budget: &Budget) -> Budgeted<Automaton> {
        self.tidy();
        let terminal = Diagram::terminal;
        // A letter 1 that is the sign makes the number negative, so that it accepts over natural numbers only.
        let one = if self.numbers() == Numbers::Naturals { terminal(3) } else { terminal(2) };
        let none_yet = self.diagrams.branch(track.level(), terminal(0), one, budget)?;
        let one_seen = self.diagrams.branch(track.level(), terminal(3), terminal(4), budget)?;
        self.finish(Raw { head: terminal(0), roots: vec![none_yet, one_seen, terminal(4)] }, budget)
    }
}
