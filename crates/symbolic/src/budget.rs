//! How much may be done: the limits of the whole work, and a share of it for one attempt.
//!
//! The domain of an attempt and its fixpoints spend from one budget. It ends when the watch says so, which ends the work, or when
//! the share is used up, which ends the attempt only.

use state_sets::{Halt, Limited, Pulse};
use std::cell::{Cell, RefCell};
use std::fmt;
use system::{Progress, Stop, Watch};

/// What an attempt may spend.
pub struct Budget<'w> {
    watch: &'w dyn Watch,
    share: Cell<u64>,
    beats: Cell<u64>,
    stop: RefCell<Option<Stop>>,
    progress: Cell<Progress>,
}

impl<'w> Budget<'w> {
    /// All that the watch allows.
    pub fn new(watch: &'w dyn Watch) -> Self {
        let progress = Cell::new(Progress::default());
        Budget { watch, share: Cell::new(u64::MAX), beats: Cell::new(0), stop: RefCell::new(None), progress }
    }

    /// From now on, no more than this many beats.
    pub fn share(&self, beats: u64) {
        self.share.set(beats);
    }

    /// From now on, all that the watch allows.
    pub fn whole(&self) {
        self.share(u64::MAX);
    }

    /// The beats so far.
    pub fn beats(&self) -> u64 {
        self.beats.get()
    }

    /// Why the watch ended the work, if it did.
    pub fn stop(&self) -> Option<Stop> {
        self.stop.borrow().clone()
    }

    /// Whether work that was interrupted may go on later: its share was used up, and the watch did not end it.
    pub fn is_share_used_up(&self, halt: &Halt) -> bool {
        *halt == Halt::Interrupted && self.stop.borrow().is_none()
    }

    /// The most bytes that the work may hold, if there is a limit.
    pub fn most_bytes(&self) -> Option<u64> {
        self.watch.most_bytes()
    }

    /// The microseconds since the work began.
    pub fn microseconds(&self) -> u64 {
        self.watch.microseconds()
    }

    /// Why work ended, as a sentence without a full stop.
    pub fn reason(&self, halt: &Halt) -> String {
        match (halt, self.stop()) {
            (Halt::Interrupted, Some(stop)) => stop.to_string(),
            (Halt::Interrupted, None) => "the work was told to stop".into(),
            (Halt::Memory, _) => "the sets of states need more memory than they may have".into(),
            (Halt::Unsupported(what), _) => what.clone(),
        }
    }
}

impl Pulse for Budget<'_> {
    fn beat(&self, bytes: u64) -> Limited<()> {
        self.beats.set(self.beats.get().saturating_add(1));
        let progress = Progress { bytes, ..self.progress.get() };
        self.watch.check(&progress).map_err(|stop| {
            self.stop.replace(Some(stop));
            Halt::Interrupted
        })?;
        let left = self.share.get().checked_sub(1).ok_or(Halt::Interrupted)?;
        self.share.set(left);
        Ok(())
    }

    fn note(&self, note: &dyn fmt::Display) {
        self.watch.note(note);
    }

    fn iterate(&self, iteration: u64, size: u64) {
        self.progress.set(Progress { iteration, size, ..Progress::default() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::Unlimited;

    struct Impatient;

    impl Watch for Impatient {
        fn check(&self, progress: &Progress) -> Result<(), Stop> {
            if progress.bytes > 10 { Err(Stop::Memory("10 bytes".into())) } else { Ok(()) }
        }

        fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
            Ok(())
        }
    }

    #[test]
    fn the_reason_of_the_watch_is_kept() {
        let budget = Budget::new(&Impatient);
        assert_eq!((budget.beat(10), budget.stop()), (Ok(()), None));
        assert_eq!(budget.beat(11), Err(Halt::Interrupted));
        assert_eq!(budget.reason(&Halt::Interrupted), "memory limit of 10 bytes reached");
        assert!(!budget.is_share_used_up(&Halt::Interrupted));
    }

    #[test]
    fn a_share_ends_and_can_be_given_again() {
        let budget = Budget::new(&Unlimited);
        budget.share(2);
        assert_eq!(
            [budget.beat(0), budget.beat(0), budget.beat(0)],
            [Ok(()), Ok(()), Err(Halt::Interrupted)]
        );
        assert!(budget.is_share_used_up(&Halt::Interrupted));
        budget.whole();
        assert_eq!(budget.beat(0), Ok(()));
    }
}
