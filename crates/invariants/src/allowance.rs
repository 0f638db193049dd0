//! How much work a stage may do.

use budget::{Budget, Progress, Stop, Watch};
use std::cell::Cell;

/// A watch that ends the work of a stage after its share, and all work when the watch behind it says so.
pub struct Allowance<'w> {
    budget: Budget<'w>,
    inner: &'w dyn Watch,
    is_spent: Cell<bool>,
}

impl<'w> Allowance<'w> {
    /// All that the watch allows, until a share is given.
    pub fn new(inner: &'w dyn Watch) -> Self {
        Allowance { budget: Budget::new(inner), inner, is_spent: Cell::new(false) }
    }

    /// From now on, this many questions.
    pub fn share(&self, questions: u64) {
        self.budget.share(questions);
        self.is_spent.set(self.stop().is_some());
    }

    /// Whether the share, or more than that, is used up.
    pub fn is_spent(&self) -> bool {
        self.is_spent.get()
    }

    /// Why the watch behind it ended the work, if it did.
    pub fn stop(&self) -> Option<Stop> {
        self.budget.stop()
    }
}

impl Watch for Allowance<'_> {
    fn check(&self, progress: &Progress) -> Result<(), Stop> {
        self.budget.hold(progress.bytes);
        self.budget.spend(1).map_err(|_| {
            self.is_spent.set(true);
            self.stop().unwrap_or_else(|| Stop::Share("the share of a stage".into()))
        })
    }

    fn may_allocate(&self, progress: &Progress, bytes: u64) -> Result<(), Stop> {
        self.inner.may_allocate(progress, bytes)
    }
}
