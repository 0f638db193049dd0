//! A share of work: a watch that ends it after a number of questions.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use system::{Progress, Stop, Watch, Workers};

/// A watch that ends the work after so many questions. Questions do not depend on a clock, so that what a share is enough for is the
/// same on every run.
pub struct Allotment<'a> {
    watch: &'a (dyn Watch + Sync),
    allowance: u64,
    asked: AtomicU64,
    /// The limit behind the share that ended the work, if one did.
    is_stopped: AtomicBool,
}

impl<'a> Allotment<'a> {
    /// So many questions to a watch.
    pub fn new(watch: &'a (dyn Watch + Sync), allowance: u64) -> Self {
        Allotment { watch, allowance, asked: AtomicU64::new(0), is_stopped: AtomicBool::new(false) }
    }

    /// How many questions were asked.
    pub fn spent(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// Whether the work was told to end, because the share is used up or because of a limit behind it.
    pub fn is_over(&self) -> bool {
        self.spent() > self.allowance || self.is_stopped.load(Ordering::Relaxed)
    }

    fn ask(&self, behind: Result<(), Stop>) -> Result<(), Stop> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed).saturating_add(1);
        if let Err(stop) = behind {
            self.is_stopped.store(true, Ordering::Relaxed);
            return Err(stop);
        }
        match asked > self.allowance {
            true => Err(Stop::Share(format!("{} questions to the watch", self.allowance))),
            false => Ok(()),
        }
    }
}

impl Watch for Allotment<'_> {
    fn check(&self, progress: &Progress) -> Result<(), Stop> {
        self.ask(self.watch.check(progress))
    }

    fn may_allocate(&self, progress: &Progress, bytes: u64) -> Result<(), Stop> {
        self.ask(self.watch.may_allocate(progress, bytes))
    }

    fn most_bytes(&self) -> Option<u64> {
        self.watch.most_bytes()
    }

    fn note(&self, note: &dyn Display) {
        self.watch.note(note);
    }

    fn microseconds(&self) -> u64 {
        self.watch.microseconds()
    }

    fn released(&self) {
        self.watch.released();
    }

    fn ending(&self) -> Option<Arc<AtomicBool>> {
        self.watch.ending()
    }

    fn workers(&self) -> &dyn Workers {
        self.watch.workers()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::Unlimited;

    #[test]
    fn a_share_ends_after_its_questions() {
        let share = Allotment::new(&Unlimited, 2);
        let asked: Vec<bool> = (0..3).map(|_| share.check(&Progress::default()).is_ok()).collect();
        assert_eq!((asked, share.spent(), share.is_over()), (vec![true, true, false], 3, true));
    }
}
