//! How far the fixpoints of an attempt have come, so that it can go on after a pause.
//!
//! The fixpoints of an attempt follow one another in an order that depends on nothing but their results. So an attempt
//! that begins anew asks for the same fixpoints in the same order: those that were finished are taken from the journal, and the
//! one that was interrupted goes on from its last iterate. An entry serves only a fixpoint that begins with the same set on the
//! same side; should another one be asked for, the entry and all behind it are forgotten, so that nothing but work is lost.

use crate::trend::Trend;
use state_sets::{Bounded, Limited, Side};
use std::cell::{Cell, RefCell};

/// The fixpoints of an attempt, in their order.
pub(crate) struct Journal<S> {
    entries: RefCell<Vec<Entry<S>>>,
    next: Cell<usize>,
}

/// A fixpoint, as far as it is known.
#[derive(Debug, Clone)]
pub(crate) struct Entry<S> {
    /// The set with which it begins, and which fixpoint it is.
    pub begins: (S, Kind),
    /// How far it is.
    pub state: Progress<S>,
    /// Its iterations.
    pub iterations: u64,
    /// The size of its largest set.
    pub peak: usize,
    /// The size of what was new in each iteration, or of what was left.
    pub fresh: Vec<usize>,
}

impl<S> Entry<S> {
    /// Where its iterates lead.
    pub fn trend(&self) -> Trend {
        match self.begins.1.0 {
            Which::Least => Trend::of_new(&self.fresh),
            Which::Greatest => Trend::of_left(&self.fresh),
        }
    }
}

/// Which fixpoint of a function is computed, and on which side.
pub(crate) type Kind = (Which, Side);

/// The least or the greatest fixpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    Least,
    Greatest,
}

/// How far a fixpoint is.
#[derive(Debug, Clone)]
pub(crate) enum Progress<S> {
    /// It is about to begin.
    Begun,
    /// It was interrupted after an iterate.
    Iterate(Iterate<S>),
    /// It is finished.
    Finished(Bounded<S>),
}

/// An iterate of a fixpoint, and all that the next one depends on.
#[derive(Debug, Clone)]
pub(crate) struct Iterate<S> {
    /// The iterate.
    pub set: S,
    /// What is new in it; the iterate itself where that does not matter.
    pub frontier: S,
    /// Its number.
    pub round: u64,
    /// Whether it was widened.
    pub widened: bool,
}

impl<S> Default for Journal<S> {
    fn default() -> Self {
        Journal { entries: RefCell::default(), next: Cell::new(0) }
    }
}

impl<S: Clone> Journal<S> {
    /// Begins anew with the first fixpoint.
    pub fn rewind(&self) {
        self.next.set(0);
    }

    /// The iterations of all fixpoints, and the size of their largest set.
    pub fn cost(&self) -> (u64, usize) {
        let entries = self.entries.borrow();
        let iterations = entries.iter().map(|entry| entry.iterations).sum();
        (iterations, entries.iter().map(|entry| entry.peak).max().unwrap_or(0))
    }

    /// The place of the next fixpoint, which begins with this set, and how far it is.
    pub fn enter(
        &self,
        start: &S,
        kind: Kind,
        is_equal: impl FnOnce(&S, &S) -> Limited<bool>,
    ) -> Limited<(usize, Entry<S>)> {
        let place = self.next.get();
        let known = self.entries.borrow().get(place).map(|entry| entry.begins.clone());
        let fits = match &known {
            Some((begins, own)) => *own == kind && is_equal(begins, start)?,
            None => false,
        };
        let mut entries = self.entries.borrow_mut();
        if !fits {
            entries.truncate(place);
            let begins = (start.clone(), kind);
            entries.push(Entry { begins, state: Progress::Begun, iterations: 0, peak: 0, fresh: Vec::new() });
        }
        self.next.set(place + 1);
        Ok((place, entries[place].clone()))
    }

    /// Notes what came of the fixpoint at a place.
    pub fn finish(&self, place: usize, found: Bounded<S>) {
        self.entries.borrow_mut()[place].state = Progress::Finished(found);
    }

    /// Notes one more iterate of the fixpoint at a place, its size and that of what is new in it; gives where it leads.
    pub fn note(&self, place: usize, iterate: Iterate<S>, size: usize, fresh: usize) -> Trend {
        let entry = &mut self.entries.borrow_mut()[place];
        entry.state = Progress::Iterate(iterate);
        entry.iterations += 1;
        entry.peak = entry.peak.max(size);
        entry.fresh.push(fresh);
        entry.trend()
    }
}
