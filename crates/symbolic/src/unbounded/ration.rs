//! A share of work: a pulse that ends after a number of beats, and tells so from one that its owner ended.

use state_sets::{Halt, Limited, Pulse};
use std::cell::Cell;
use std::fmt;

/// Passes beats on to another pulse until the share is used up.
pub struct Ration<'p> {
    pulse: &'p dyn Pulse,
    left: Cell<u64>,
    ended_outside: Cell<bool>,
}

impl<'p> Ration<'p> {
    /// A share without limit.
    pub fn new(pulse: &'p dyn Pulse) -> Self {
        Ration { pulse, left: Cell::new(u64::MAX), ended_outside: Cell::new(false) }
    }

    /// A new share of this many beats.
    pub fn refill(&self, beats: u64) {
        self.left.set(beats);
    }

    /// Whether work ended because the other pulse said so, and not because a share was used up.
    pub fn ended_outside(&self) -> bool {
        self.ended_outside.get()
    }
}

impl Pulse for Ration<'_> {
    fn beat(&self, bytes: u64) -> Limited<()> {
        if let Err(halt) = self.pulse.beat(bytes) {
            self.ended_outside.set(true);
            return Err(halt);
        }
        match self.left.get().checked_sub(1) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err(Halt::Interrupted),
        }
    }

    fn note(&self, note: &dyn fmt::Display) {
        self.pulse.note(note);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use state_sets::Endless;

    #[test]
    fn a_share_ends_and_can_be_refilled() {
        let ration = Ration::new(&Endless);
        ration.refill(2);
        assert_eq!(
            [ration.beat(0), ration.beat(0), ration.beat(0)],
            [Ok(()), Ok(()), Err(Halt::Interrupted)]
        );
        ration.refill(1);
        assert_eq!((ration.beat(0), ration.ended_outside()), (Ok(()), false));
    }
}
