//! Limits: how sets of states hear of the watch that the command line keeps.

use state_sets::{Halt, Limited, Pulse};
use std::cell::RefCell;
use std::fmt;
use system::{Progress, Stop, Watch};

/// The pulse of a domain that ends when a watch says so, and remembers why.
pub struct Heartbeat<'w> {
    watch: &'w dyn Watch,
    stop: RefCell<Option<Stop>>,
}

impl<'w> Heartbeat<'w> {
    /// A pulse that asks the watch.
    pub fn new(watch: &'w dyn Watch) -> Self {
        Heartbeat { watch, stop: RefCell::new(None) }
    }

    /// Why the watch ended the work, if it did.
    pub fn stop(&self) -> Option<Stop> {
        self.stop.borrow().clone()
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

impl Pulse for Heartbeat<'_> {
    fn beat(&self, bytes: u64) -> Limited<()> {
        self.watch.check(&Progress { bytes, ..Progress::default() }).map_err(|stop| {
            self.stop.replace(Some(stop));
            Halt::Interrupted
        })
    }

    fn note(&self, note: &dyn fmt::Display) {
        self.watch.note(note);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let heartbeat = Heartbeat::new(&Impatient);
        assert_eq!((heartbeat.beat(10), heartbeat.stop()), (Ok(()), None));
        assert_eq!(heartbeat.beat(11), Err(Halt::Interrupted));
        assert_eq!(heartbeat.reason(&Halt::Interrupted), "memory limit of 10 bytes reached");
    }
}
