//! A first turn of limited time, so that one certificate that takes long does not keep the others waiting.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use system::{Progress, Stop, Watch, Workers};

/// A watch that also ends the work when its first turn is over.
pub struct FirstTurn<'a> {
    watch: &'a dyn Watch,
    start: Instant,
    share: Duration,
    is_over: AtomicBool,
}

impl<'a> FirstTurn<'a> {
    /// A turn that begins now.
    pub fn new(watch: &'a dyn Watch, share: Duration) -> Self {
        FirstTurn { watch, start: Instant::now(), share, is_over: AtomicBool::new(false) }
    }

    /// Whether the work was told to end because its turn is over.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn ask(&self) -> Result<(), Stop> {
        if self.start.elapsed() < self.share {
            return Ok(());
        }
        self.is_over.store(true, Ordering::Relaxed);
        Err(Stop::Timeout(format!("{} s", self.share.as_secs_f64())))
    }
}

impl Watch for FirstTurn<'_> {
    fn check(&self, progress: &Progress) -> Result<(), Stop> {
        self.watch.check(progress)?;
        self.ask()
    }

    fn may_allocate(&self, progress: &Progress, bytes: u64) -> Result<(), Stop> {
        self.watch.may_allocate(progress, bytes)?;
        self.ask()
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
    fn a_turn_ends() {
        let turn = FirstTurn::new(&Unlimited, Duration::from_secs(1000));
        assert!(turn.check(&Progress::default()).is_ok() && !turn.is_over());
        let turn = FirstTurn::new(&Unlimited, Duration::ZERO);
        assert!(turn.check(&Progress::default()).is_err() && turn.is_over());
    }
}
