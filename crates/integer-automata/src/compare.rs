//! Questions about sets: emptiness, inclusion, membership.
//!
//! Equality is comparison of handles. Inclusion looks for a word that one automaton accepts and the other does not, and builds
//! nothing.

use crate::automaton::{Automaton, Data};
use crate::diagrams::{Diagram, Diagrams};
use crate::limits::allow_states;
use crate::memo::Memo;
use crate::store::Store;
use crate::track::{BooleanTrack, Track};
use crate::vectors::Vectors;
use budget::{Budget, Budgeted};

/// The letters that encode a number of 64 bits: its bits, the last of which is the sign.
const LETTERS: u32 = 64;

impl Automaton {
    /// Whether the set has no vector.
    pub fn is_empty(&self) -> bool {
        self.0.roots.len() == 1 && self.0.dead.is_some()
    }

    /// Whether the set has all vectors.
    pub fn is_universe(&self) -> bool {
        self.0.roots.len() == 1 && self.0.full.is_some()
    }
}

impl Store {
    /// Whether a vector is in the set. Over natural numbers, no negative number is.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let x = Linear::term(1, Track::new(0));
    /// let small = store.constraint(&x.plus(&Linear::constant(7)), Comparison::Less, &budget).unwrap();
    /// assert!(store.contains(&small, |_| -8, |_| false));
    /// assert!(!store.contains(&small, |_| -7, |_| false));
    /// ```
    pub fn contains(
        &self,
        set: &Automaton,
        integer: impl Fn(Track) -> i64,
        boolean: impl Fn(BooleanTrack) -> bool,
    ) -> bool {
        let data = self.own(set);
        let values: Vec<(u32, i64)> = data.tracks.iter().map(|&t| (t.level(), integer(t))).collect();
        if self.numbers() == crate::Numbers::Naturals && values.iter().any(|value| value.1 < 0) {
            return false;
        }
        let mut number = self.diagrams.at(data.head, |level| boolean(BooleanTrack::at_level(level)));
        for place in 0..LETTERS {
            let bit = |level: u32| {
                let found = values.binary_search_by_key(&level, |value| value.0);
                found.is_ok_and(|at| values[at].1 >> place & 1 == 1)
            };
            number = self.diagrams.at(data.roots[number as usize / 2], bit);
        }
        number & 1 == 1
    }

    /// Whether all vectors of the first set are in the second.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let x = Linear::term(1, Track::new(0));
    /// let fours = store.formula(&Formula::divides(4, x.clone()), &budget).unwrap();
    /// let evens = store.formula(&Formula::divides(2, x), &budget).unwrap();
    /// assert_eq!(store.is_subset(&fours, &evens, &budget), Ok(true));
    /// assert_eq!(store.is_subset(&evens, &fours, &budget), Ok(false));
    /// ```
    pub fn is_subset(&self, small: &Automaton, large: &Automaton, budget: &Budget) -> Budgeted<bool> {
        if small == large {
            return Ok(true);
        }
        Ok(!self.is_met(small, large, 0, budget)?)
    }

    /// Whether no vector is in both sets.
    ///
    /// ```
    /// # use integer_automata::*;
    /// # let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    /// let x = Linear::term(1, Track::new(0));
    /// let even = store.formula(&Formula::divides(2, x.clone()), &budget).unwrap();
    /// let odd = store.complement(&even, &budget).unwrap();
    /// assert_eq!(store.is_disjoint(&even, &odd, &budget), Ok(true));
    /// ```
    pub fn is_disjoint(&self, a: &Automaton, b: &Automaton, budget: &Budget) -> Budgeted<bool> {
        Ok(!self.is_met(a, b, 1, budget)?)
    }

    /// Whether some word is accepted by the first automaton and has the wanted answer from the second.
    fn is_met(&self, a: &Automaton, b: &Automaton, wanted: u32, budget: &Budget) -> Budgeted<bool> {
        let (a, b) = (self.own(a), self.own(b));
        let mut search =
            PairSearch { diagrams: &self.diagrams, a, b, wanted, pairs: Vectors::new(1), memo: Memo::new() };
        if search.meets(a.head, b.head, budget)? {
            return Ok(true);
        }
        // Boolean tracks have the numbers of integer tracks.
        search.memo = Memo::new();
        let mut next = 0;
        while next < search.pairs.len() {
            budget.spend(1)?;
            allow_states(budget, search.pairs.len())?;
            let pair = search.pairs.get(next)[0];
            let (left, right) = (a.roots[(pair >> 32) as usize], b.roots[(pair & 0xFFFF_FFFF) as usize]);
            if search.meets(left, right, budget)? {
                return Ok(true);
            }
            next += 1;
        }
        Ok(false)
    }
}

struct PairSearch<'a> {
    diagrams: &'a Diagrams,
    a: &'a Data,
    b: &'a Data,
    wanted: u32,
    pairs: Vectors,
    memo: Memo,
}

impl PairSearch<'_> {
    /// Whether a letter leads to the wanted answers at once. Notes the pairs that the other letters lead to.
    fn meets(&mut self, left: Diagram, right: Diagram, budget: &Budget) -> Budgeted<bool> {
        let never = if self.wanted == 1 { self.b.dead } else { self.b.full };
        if let Some(number) = left.value()
            && self.a.dead == Some(number / 2)
        {
            return Ok(false);
        }
        if let Some(number) = right.value()
            && never == Some(number / 2)
        {
            return Ok(false);
        }
        if let (Some(left), Some(right)) = (left.value(), right.value()) {
            self.pairs.number(&[i64::from(left / 2) << 32 | i64::from(right / 2)]);
            return Ok(left & 1 == 1 && right & 1 == self.wanted);
        }
        let key = [left.0, right.0, 0];
        if self.memo.get(key).is_some() {
            return Ok(false);
        }
        budget.spend(1)?;
        let track = self.diagrams.track(left).min(self.diagrams.track(right));
        let ((l0, l1), (r0, r1)) =
            (self.diagrams.children(left, track), self.diagrams.children(right, track));
        if self.meets(l0, r0, budget)? || self.meets(l1, r1, budget)? {
            return Ok(true);
        }
        self.memo.put(key, 0);
        Ok(false)
    }
}
