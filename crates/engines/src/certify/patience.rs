//! A watch that allows some work only.

use std::cell::Cell;
use system::{Progress, Stop, Watch};

/// Listens to another watch, and ends after some questions.
pub(super) struct Patient<'w> {
    watch: &'w dyn Watch,
    left: Cell<u64>,
}

impl<'w> Patient<'w> {
    /// A watch that ends after so many questions.
    pub fn new(watch: &'w dyn Watch, questions: u64) -> Self {
        Patient { watch, left: Cell::new(questions) }
    }
}

impl Watch for Patient<'_> {
    fn check(&self, progress: &Progress) -> Result<(), Stop> {
        match self.left.get().checked_sub(1) {
            Some(left) => self.left.set(left),
            None => return Err(Stop::Share("the time for this part of a certificate".into())),
        }
        self.watch.check(progress)
    }

    fn may_allocate(&self, progress: &Progress, bytes: u64) -> Result<(), Stop> {
        self.watch.may_allocate(progress, bytes)
    }
}
