//! How far the fixpoints of an attempt have come, so that it can go on after a pause.
//!
//! The fixpoints of an attempt follow one another in an order that depends on nothing but their results. So an attempt
//! that begins anew asks for the same fixpoints in the same order: those that were finished are taken from the journal, and the
//! one that was interrupted goes on from its last iterate. Those that an iteration of another one needs stand behind it; with
//! the iterate they are done with, and only what they cost is kept. An entry serves only a fixpoint that begins with the same
//! sets on the same side; should another one be asked for, the entry and all behind it are forgotten, so that nothing but work
//! is lost.

use crate::trend::Trend;
use state_sets::{Bounded, Limited, Point, Side};
use std::cell::{Cell, RefCell};

/// The fixpoints of an attempt, in their order.
pub(crate) struct Journal<S> {
    entries: RefCell<Vec<Entry<S>>>,
    next: Cell<usize>,
}

/// A fixpoint, as far as it is known.
#[derive(Debug, Clone)]
pub(crate) struct Entry<S> {
    /// What it begins with.
    pub begins: Begins<S>,
    /// How far it is.
    pub state: Progress<S>,
    /// The sets on the way there, where a path will be looked for among them, each with a number that says how it came about.
    pub trail: Vec<(usize, S)>,
    /// Its iterations, with those of the fixpoints inside it that are done with.
    pub iterations: u64,
    /// The size of its largest set.
    pub peak: usize,
    /// The size of what was new in each iteration, or of what was left.
    pub fresh: Vec<usize>,
}

impl<S> Entry<S> {
    /// Where its iterates lead.
    pub fn trend(&self) -> Trend {
        match self.begins.kind.0 {
            Which::Greatest => Trend::of_left(&self.fresh),
            _ => Trend::of_new(&self.fresh),
        }
    }
}

/// What a fixpoint begins with.
#[derive(Debug, Clone)]
pub(crate) struct Begins<S> {
    /// The set.
    pub set: S,
    /// What else it depends on: the set that it does not leave, or the goal of a path.
    pub others: Vec<S>,
    /// Which fixpoint it is.
    pub kind: Kind,
}

/// Which fixpoint of a function is computed, and on which side.
pub(crate) type Kind = (Which, Side);

/// What is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    /// The least fixpoint of some function.
    Least,
    /// The greatest one.
    Greatest,
    /// What steps reach.
    Forward,
    /// From where steps reach it.
    Backward,
    /// Where some path stays.
    Staying,
    /// Where some fair path stays.
    FairCore,
    /// A path through layers.
    Layers,
    /// A path through a chain of images.
    Chain,
    /// The largest value.
    Largest,
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
    /// It has led to a path, or to none.
    Walked(Option<Recorded>),
}

/// The first state of a path, and the numbers of its steps with the states that they lead to.
pub(crate) type Recorded = (Point, Vec<(usize, Point)>);

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
    /// Whether it is known to be the last one.
    pub is_last: bool,
}

impl<S: Clone> Iterate<S> {
    /// The iterate with which a fixpoint begins.
    pub fn first(set: &S) -> Self {
        Iterate::plain(set, 0)
    }

    /// An iterate of which nothing but the set and its number matters.
    pub fn plain(set: &S, round: u64) -> Self {
        Iterate { set: set.clone(), frontier: set.clone(), round, widened: false, is_last: false }
    }
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

    /// The last iterate of the first fixpoint, if that is a least one that was interrupted before it was widened: it lies below
    /// the fixpoint.
    pub fn first_iterate(&self) -> Option<S> {
        let entries = self.entries.borrow();
        let first = entries.first().filter(|first| first.begins.kind.0 == Which::Least)?;
        match &first.state {
            Progress::Iterate(iterate) if !iterate.widened => Some(iterate.set.clone()),
            _ => None,
        }
    }

    /// The place of the next fixpoint, and how far it is.
    pub fn enter(
        &self,
        begins: Begins<S>,
        is_equal: impl Fn(&S, &S) -> Limited<bool>,
    ) -> Limited<(usize, Entry<S>)> {
        let place = self.next.get();
        let known = self.entries.borrow().get(place).map(|entry| entry.begins.clone());
        let fits = match &known {
            Some(known) if known.kind == begins.kind => {
                let pairs = known.others.iter().zip(&begins.others);
                let mut fits = known.others.len() == begins.others.len();
                for (known, own) in pairs.chain([(&known.set, &begins.set)]) {
                    fits = fits && is_equal(known, own)?;
                }
                fits
            }
            _ => false,
        };
        let mut entries = self.entries.borrow_mut();
        if !fits {
            entries.truncate(place);
            let state = Progress::Begun;
            let (trail, fresh) = (Vec::new(), Vec::new());
            entries.push(Entry { begins, state, trail, iterations: 0, peak: 0, fresh });
        }
        self.next.set(place + 1);
        Ok((place, entries[place].clone()))
    }

    /// Notes how far the fixpoint at a place is, after one more iteration that led to a set of this size if there is one.
    pub fn note(&self, place: usize, state: Progress<S>, size: Option<usize>) {
        let mut entries = self.entries.borrow_mut();
        let inner = entries.split_off(place + 1);
        self.next.set(place + 1);
        let entry = &mut entries[place];
        entry.state = state;
        entry.iterations += u64::from(size.is_some());
        entry.iterations += inner.iter().map(|entry| entry.iterations).sum::<u64>();
        let peaks = inner.iter().map(|entry| entry.peak).chain(size);
        entry.peak = peaks.fold(entry.peak, usize::max);
        if !matches!(entry.state, Progress::Begun | Progress::Iterate(_)) {
            entry.trail = Vec::new();
        }
    }

    /// Changes the iterates of fixpoints that were interrupted: states may be left out of them that nobody asks for any more.
    pub fn restrict(&self, restricted: impl Fn(&S) -> Limited<S>) -> Limited<()> {
        for entry in self.entries.borrow_mut().iter_mut() {
            let Progress::Iterate(iterate) = &mut entry.state else { continue };
            if matches!(entry.begins.kind.0, Which::Least | Which::Greatest) {
                iterate.set = restricted(&iterate.set)?;
                iterate.frontier = restricted(&iterate.frontier)?;
            }
        }
        Ok(())
    }

    /// Notes the size of what is new in the last iterate of the fixpoint at a place, or of what is left; gives where it leads.
    pub fn lead(&self, place: usize, fresh: usize) -> Trend {
        let entry = &mut self.entries.borrow_mut()[place];
        entry.fresh.push(fresh);
        entry.trend()
    }

    /// Adds a set to the trail of the fixpoint at a place: that of one more iteration, if it has a size.
    pub fn push(&self, place: usize, mark: usize, set: S, size: Option<usize>) {
        self.note(place, Progress::Begun, size);
        self.entries.borrow_mut()[place].trail.push((mark, set));
    }

    /// What the fixpoint at a place has cost, where others count it.
    pub fn charge(&self, place: usize, iterations: u64, peak: usize) {
        let entry = &mut self.entries.borrow_mut()[place];
        entry.iterations = iterations;
        entry.peak = entry.peak.max(peak);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begins(set: u8, which: Which) -> Begins<u8> {
        Begins { set, others: Vec::new(), kind: (which, Side::Exact) }
    }

    fn entered(journal: &Journal<u8>, set: u8, which: Which) -> (usize, Entry<u8>) {
        journal.enter(begins(set, which), |one, other| Ok(one == other)).expect("there is no limit")
    }

    #[test]
    fn what_is_inside_is_done_with_when_the_outer_one_goes_on() {
        let journal = Journal::default();
        let (outer, _) = entered(&journal, 1, Which::FairCore);
        for round in 1..4 {
            let (inner, entry) = entered(&journal, round, Which::Backward);
            assert_eq!((inner, entry.iterations), (outer + 1, 0));
            journal.note(inner, Progress::Iterate(Iterate::plain(&round, 1)), Some(10));
            journal.note(inner, Progress::Finished(Bounded::exact(round)), None);
            journal.note(outer, Progress::Iterate(Iterate::plain(&round, 1)), Some(3));
        }
        let (inner, _) = entered(&journal, 9, Which::Backward);
        journal.note(inner, Progress::Iterate(Iterate::plain(&8, 1)), Some(5));
        // Interrupted here; now it is done again.
        journal.rewind();
        let (_, known) = entered(&journal, 1, Which::FairCore);
        assert_eq!((known.iterations, known.peak), (6, 10));
        assert!(matches!(known.state, Progress::Iterate(iterate) if iterate.set == 3));
        let (_, known) = entered(&journal, 9, Which::Backward);
        assert!(matches!(known.state, Progress::Iterate(iterate) if iterate.set == 8));
        assert_eq!(journal.cost(), (7, 10));
    }

    #[test]
    fn what_was_interrupted_can_lose_states() {
        let journal = Journal::default();
        let (done, _) = entered(&journal, 1, Which::Least);
        journal.note(done, Progress::Finished(Bounded::exact(7)), None);
        let (open, _) = entered(&journal, 2, Which::Least);
        journal.note(open, Progress::Iterate(Iterate::plain(&6, 1)), Some(1));
        journal.restrict(|set| Ok(set & 3)).expect("there is no limit");
        journal.rewind();
        assert!(
            matches!(entered(&journal, 1, Which::Least).1.state, Progress::Finished(all) if all.set == 7)
        );
        let (_, open) = entered(&journal, 2, Which::Least);
        assert!(
            matches!(open.state, Progress::Iterate(iterate) if iterate.set == 2 && iterate.frontier == 2)
        );
    }

    #[test]
    fn another_fixpoint_forgets_what_stands_in_its_place() {
        let journal = Journal::default();
        let (place, _) = entered(&journal, 1, Which::Forward);
        journal.note(place, Progress::Finished(Bounded::exact(7)), None);
        for (set, which) in [(2, Which::Forward), (1, Which::Backward)] {
            journal.rewind();
            assert!(matches!(entered(&journal, set, which).1.state, Progress::Begun));
        }
    }
}
