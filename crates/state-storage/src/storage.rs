//! What a breadth-first search asks of the place where it keeps its states.
//!
//! The search goes level by level: it offers the successors of all states of the last level, in any order, and then closes the
//! level; what was not there before gets the next numbers. So a storage may decide at once what is new, or put that off until it
//! has everything together, as one on disk must.

use crate::batch::Batch;
use crate::files::FileFailure;
use crate::shape::Shape;
use budget::{Progress, Stop, Watch};
use std::fmt;
use std::ops::Range;

/// States in levels, each with a tag of 64 bits that means nothing here.
///
/// # Laws
/// Whatever the implementation: after the same offers the same levels have the same states with the same tags. The order of the
/// numbers within a level is the implementation's own.
pub trait StateStorage: Send {
    /// How large its states are.
    fn shape(&self) -> Shape;

    /// Offers candidates for the level at hand. Of equal ones the least tag counts; states of earlier levels keep theirs.
    fn offer(&mut self, candidates: &Batch, watch: &dyn Watch) -> Result<(), StorageFailure>;

    /// Ends the level: those of its candidates that are not among earlier states get the next numbers, which are returned.
    fn close_level(&mut self, watch: &dyn Watch) -> Result<Range<u64>, StorageFailure>;

    /// Adds states of closed levels to a batch: up to so many, from a number on.
    fn read(&mut self, from: u64, most: usize, into: &mut Batch) -> Result<(), StorageFailure>;

    /// Where each closed level begins, and where the last one ends.
    fn levels(&self) -> &[u64];

    /// What it takes.
    fn usage(&self) -> Usage;

    /// How many states the closed levels have.
    fn count(&self) -> u64 {
        self.levels().last().copied().unwrap_or(0)
    }
}

/// What a storage takes, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// In memory.
    pub memory: u64,
    /// In files.
    pub disk: u64,
}

/// Why a storage cannot do what it is asked for. It must not be used any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StorageFailure {
    /// A limit was reached, or somebody wants an end.
    Stopped(Stop),
    /// There are more states than numbers for them.
    Numbers,
    /// Files could not be written or read.
    Files(FileFailure),
}

impl From<Stop> for StorageFailure {
    fn from(stop: Stop) -> Self {
        StorageFailure::Stopped(stop)
    }
}

impl From<FileFailure> for StorageFailure {
    fn from(failure: FileFailure) -> Self {
        StorageFailure::Files(failure)
    }
}

impl fmt::Display for StorageFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorageFailure::Stopped(stop) => stop.fmt(f),
            StorageFailure::Numbers => {
                write!(f, "more than {} states for one worker", crate::table::MOST_STATES)
            }
            StorageFailure::Files(failure) => failure.fmt(f),
        }
    }
}

/// Asks whether to go on, and may take so many bytes more.
pub(crate) fn may_allocate(watch: &dyn Watch, states: u64, usage: Usage, more: u64) -> Result<(), Stop> {
    watch.may_allocate(&Progress { states, bytes: usage.memory, ..Progress::default() }, more)
}
