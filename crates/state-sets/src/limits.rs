//! Limits: how an operation hears that it must stop, and how it says that it did.
//!
//! Domains know no clock. They ask a [`Pulse`] inside every loop that can be long, and give up with a [`Halt`]
//! when it says so; their arguments are borrowed, so nothing is lost.

use std::fmt;

/// Why an operation gave up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// Whoever gave the limits said so: time is over, or somebody interrupted.
    Interrupted,
    /// The representation would need more memory than it may have.
    Memory,
    /// The domain cannot represent this.
    Unsupported(String),
}

impl fmt::Display for Halt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Interrupted => formatter.write_str("it was told to stop"),
            Halt::Memory => formatter.write_str("its memory is full"),
            Halt::Unsupported(what) => formatter.write_str(what),
        }
    }
}

impl std::error::Error for Halt {}

/// The result of an operation that a limit can end.
pub type Limited<T> = Result<T, Halt>;

/// Says whether work may go on.
pub trait Pulse {
    /// Called every few milliseconds of work, with the bytes that the domain holds.
    fn beat(&self, bytes: u64) -> Limited<()>;

    /// Called with how far a fixpoint is: its iteration, and the size of its set.
    fn iterate(&self, iteration: u64, size: u64) {
        let _ = (iteration, size);
    }

    /// Called with what has just been done, for people who want to see it.
    fn note(&self, note: &dyn fmt::Display) {
        let _ = note;
    }
}

/// No limits.
#[derive(Debug, Clone, Copy, Default)]
pub struct Endless;

impl Pulse for Endless {
    fn beat(&self, _: u64) -> Limited<()> {
        Ok(())
    }
}
