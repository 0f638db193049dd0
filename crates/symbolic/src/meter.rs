//! What a fixpoint costs, and whether it may go on.

use crate::trend::Trend;
use budget::Budget;
use state_sets::{Domain, Halt, Limited};
use std::cell::Cell;
use std::fmt;

/// Counts the rounds of fixpoints and the size of their sets.
pub(crate) struct Meter<'p> {
    budget: &'p Budget<'p>,
    iterations: Cell<u64>,
    peak: Cell<usize>,
    trend: Cell<Trend>,
}

impl<'p> Meter<'p> {
    pub fn new(budget: &'p Budget<'p>) -> Self {
        Meter { budget, iterations: Cell::new(0), peak: Cell::new(0), trend: Cell::default() }
    }

    /// Another meter with the same budget.
    pub fn another(&self) -> Meter<'p> {
        Meter::new(self.budget)
    }

    /// What the work spends from.
    pub fn budget(&self) -> &'p Budget<'p> {
        self.budget
    }

    /// Begins to count anew.
    pub fn restart(&self) {
        self.iterations.set(0);
        self.peak.set(0);
        self.trend.take();
    }

    /// Iterations that were made earlier, with sets of at most this size.
    pub fn count(&self, iterations: u64, peak: usize) {
        self.iterations.set(self.iterations.get() + iterations);
        self.peak.set(self.peak.get().max(peak));
    }

    /// Where the present fixpoint leads.
    pub fn lead(&self, trend: Trend) {
        self.trend.set(trend);
    }

    /// Where the fixpoint leads that was computed last.
    pub fn trend(&self) -> Trend {
        self.trend.get()
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
        self.budget.iterate(round, size as u64);
        let parts = domain.parts(set);
        self.note(format_args!("iterate {round}: size {size}, parts {parts}"));
        self.beat(domain)
    }

    /// Tells what has just been done.
    pub fn note(&self, note: fmt::Arguments<'_>) {
        self.budget.note(&note);
    }

    /// Whether work may go on; asked in loops that are no rounds of a fixpoint.
    pub fn beat<D: Domain>(&self, domain: &D) -> Limited<()> {
        self.budget.spend_holding(1, || domain.bytes()).map_err(Halt::spent)
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
