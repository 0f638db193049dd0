//! Limits and progress: how a long computation hears that it must stop, and tells how far it is.
//!
//! Engines know no clock and no signals. They ask a [`Watch`] every few thousand steps; the command line
//! implements it.

use crate::workers::{Alone, Workers};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Why a computation was stopped from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The time limit, as the user gave it.
    Timeout(String),
    /// The memory limit, as the user gave it.
    Memory(String),
    /// The user interrupted it.
    Interrupted,
    /// A first share of work is used up; what it was.
    Share(String),
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stop::Timeout(limit) => write!(f, "timeout after {limit}"),
            Stop::Memory(limit) => write!(f, "memory limit of {limit} reached"),
            Stop::Interrupted => write!(f, "interrupted"),
            Stop::Share(share) => write!(f, "no answer within {share}"),
        }
    }
}

/// How far a computation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// States found.
    pub states: u64,
    /// States found but not yet expanded.
    pub frontier: u64,
    /// The distance of the states being expanded from the initial ones.
    pub depth: u64,
    /// Bytes that the computation holds.
    pub bytes: u64,
    /// The iteration of a fixpoint, where sets of states are computed.
    pub iteration: u64,
    /// The size of its set, as its representation counts it.
    pub size: u64,
    /// How many workers share the states, each of which has its own.
    pub workers: u64,
    /// States of the worker that has most of them.
    pub largest_share: u64,
    /// Bytes that other processes hold, which limits here are not about.
    pub bytes_elsewhere: u64,
}

/// Decides whether a computation may go on.
pub trait Watch {
    /// Called regularly, at least every few milliseconds of work; an error ends the computation, which then
    /// reports what it knows.
    fn check(&self, progress: &Progress) -> Result<(), Stop>;

    /// Called before `bytes` more are allocated at once, so that a limit is not overrun by a large table.
    fn may_allocate(&self, progress: &Progress, bytes: u64) -> Result<(), Stop>;

    /// The most bytes that the computation may hold, if there is a limit: what sizes of tables derive from.
    fn most_bytes(&self) -> Option<u64> {
        None
    }

    /// Called with what has just been done, for people who want to see how an answer comes about.
    fn note(&self, note: &dyn fmt::Display) {
        let _ = note;
    }

    /// The microseconds since the work began, for reports; none where there is no clock.
    fn microseconds(&self) -> u64 {
        0
    }

    /// Called when memory has been given back: a limit of memory that was reached is no reason to stop any more, unless it is reached again.
    fn released(&self) {}

    /// A flag that is set when the computation is to end, for parts of it that cannot ask; nothing if there is none.
    fn ending(&self) -> Option<Arc<AtomicBool>> {
        None
    }

    /// Who does the work.
    fn workers(&self) -> &dyn Workers {
        &Alone
    }
}

/// No limits, for tests and small computations.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unlimited;

impl Watch for Unlimited {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        Ok(())
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }
}
