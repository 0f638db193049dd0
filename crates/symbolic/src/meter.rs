//! What a fixpoint costs, and whether it may go on.

use crate::trend::Trend;
use state_sets::{Domain, Limited, Pulse};
use std::cell::{Cell, RefCell};
use std::fmt;

/// Counts the rounds of fixpoints and the size of their sets.
pub(crate) struct Meter<'p> {
    pulse: &'p dyn Pulse,
    iterations: Cell<u64>,
    peak: Cell<usize>,
    /// The sizes of what was new in each iteration of the present fixpoint.
    fresh: RefCell<Vec<usize>>,
}

impl<'p> Meter<'p> {
    pub fn new(pulse: &'p dyn Pulse) -> Self {
        Meter { pulse, iterations: Cell::new(0), peak: Cell::new(0), fresh: RefCell::default() }
    }

    /// Another meter with the same pulse.
    pub fn another(&self) -> Meter<'p> {
        Meter::new(self.pulse)
    }

    /// What says whether work may go on.
    pub fn pulse(&self) -> &'p dyn Pulse {
        self.pulse
    }

    /// Begins to count anew.
    pub fn restart(&self) {
        self.iterations.set(0);
        self.peak.set(0);
        self.fresh.borrow_mut().clear();
    }

    /// Iterations that were made earlier, with sets of at most this size.
    pub fn count(&self, iterations: u64, peak: usize) {
        self.iterations.set(self.iterations.get() + iterations);
        self.peak.set(self.peak.get().max(peak));
    }

    /// A fixpoint begins or goes on; the sizes of what was new in each of its iterations so far.
    pub fn enter(&self, fresh: Vec<usize>) {
        self.fresh.replace(fresh);
    }

    /// The size of what is new in an iteration.
    pub fn fresh(&self, size: usize) {
        self.fresh.borrow_mut().push(size);
    }

    /// Where the fixpoint leads that was entered last.
    pub fn trend(&self) -> Trend {
        Trend::of(&self.fresh.borrow())
    }

    /// A set with which a fixpoint begins: there may be no round that finds anything new.
    pub fn begin<D: Domain>(&self, domain: &D, set: &D::Set) {
        self.peak.set(self.peak.get().max(domain.weight(set)));
    }

    /// A round that has led to this set; an error ends the fixpoint.
    pub fn round<D: Domain>(&self, domain: &D, set: &D::Set) -> Limited<()> {
        let (round, size) = (self.iterations.get() + 1, domain.weight(set));
        self.iterations.set(round);
        self.peak.set(self.peak.get().max(size));
        self.pulse.iterate(round, size as u64);
        let parts = domain.parts(set);
        self.note(format_args!("iterate {round}: size {size}, parts {parts}"));
        self.beat(domain)
    }

    /// Tells what has just been done.
    pub fn note(&self, note: fmt::Arguments<'_>) {
        self.pulse.note(&note);
    }

    /// Whether work may go on; asked in loops that are no rounds of a fixpoint.
    pub fn beat<D: Domain>(&self, domain: &D) -> Limited<()> {
        self.pulse.beat(domain.bytes())
    }

    /// The rounds so far.
    pub fn iterations(&self) -> u64 {
        self.iterations.get()
    }

    /// The size of the largest set so far, as the domain counts it.
    pub fn peak(&self) -> usize {
        self.peak.get()
    }
}
