//! A first share of work: enough for what is easy, so that another engine gets its turn where it is not.

use std::cell::Cell;
use system::{Progress, Stop, Watch, Workers};

/// How much an engine may do before another is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effort {
    /// As much as the limits allow.
    Full,
    /// To find this many states.
    States(u64),
    /// To ask this often whether it may go on.
    Beats(u64),
}

/// The beats in which an engine that works with sets gets to know a transition.
const SETUP: u64 = 2;

impl Effort {
    /// The same effort after the engine has got to know so many transitions.
    pub fn with_setup(self, transitions: usize) -> Effort {
        match self {
            Effort::Beats(most) => Effort::Beats(most.saturating_add(SETUP * transitions as u64)),
            Effort::Full | Effort::States(_) => self,
        }
    }
}

/// A watch that ends when the share is used up.
pub(crate) struct Share<'w> {
    watch: &'w dyn Watch,
    effort: Effort,
    beats: Cell<u64>,
    stopped: Cell<bool>,
}

impl<'w> Share<'w> {
    /// A share of what the watch allows.
    pub fn new(watch: &'w dyn Watch, effort: Effort) -> Self {
        Share { watch, effort, beats: Cell::new(0), stopped: Cell::new(false) }
    }

    /// Whether the watch itself ended the work.
    pub fn is_stopped(&self) -> bool {
        self.stopped.get()
    }

    fn noted(&self, allowed: Result<(), Stop>) -> Result<(), Stop> {
        self.stopped.set(self.stopped.get() || allowed.is_err());
        allowed
    }
}

impl Watch for Share<'_> {
    fn check(&self, progress: &Progress) -> Result<(), Stop> {
        self.noted(self.watch.check(progress))?;
        self.beats.set(self.beats.get() + 1);
        let used_up = match self.effort {
            Effort::Full => false,
            Effort::States(most) => progress.states > most,
            Effort::Beats(most) => self.beats.get() > most,
        };
        if used_up { Err(Stop::Share(self.effort.to_string())) } else { Ok(()) }
    }

    fn may_allocate(&self, progress: &Progress, bytes: u64) -> Result<(), Stop> {
        self.noted(self.watch.may_allocate(progress, bytes))
    }

    fn note(&self, note: &dyn std::fmt::Display) {
        self.watch.note(note);
    }

    fn microseconds(&self) -> u64 {
        self.watch.microseconds()
    }

    fn workers(&self) -> &dyn Workers {
        self.watch.workers()
    }
}

impl std::fmt::Display for Effort {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Effort::Full => write!(f, "all that the limits allow"),
            Effort::States(most) => write!(f, "{most} states"),
            Effort::Beats(_) => write!(f, "its share of work"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::Unlimited;

    #[test]
    fn a_large_system_takes_more_beats_to_begin_with() {
        assert_eq!(Effort::Beats(10).with_setup(5), Effort::Beats(20));
        assert_eq!(Effort::States(10).with_setup(5), Effort::States(10));
    }

    #[test]
    fn a_share_ends_by_states_or_by_beats() {
        let found = |states| Progress { states, ..Progress::default() };
        let by_states = Share::new(&Unlimited, Effort::States(10));
        assert_eq!((by_states.check(&found(10)).is_ok(), by_states.check(&found(11)).is_ok()), (true, false));
        let by_beats = Share::new(&Unlimited, Effort::Beats(1));
        assert_eq!((by_beats.check(&found(0)).is_ok(), by_beats.check(&found(0)).is_ok()), (true, false));
    }
}
