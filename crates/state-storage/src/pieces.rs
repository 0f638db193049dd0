//! Work in pieces, done side by side.
//!
//! Each worker has pieces of its own, so that what it has written lately is at hand in its cache; when they are done it helps
//! others with theirs. So nobody waits long, even where a core is slower or busy with something else.

use budget::Workers;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Does a task for each piece, of which every worker has so many: it is given the number of the worker and that of
/// the piece. Numbers of pieces count on from worker to worker. A worker takes its own ones in rising order, then
/// those of others.
pub fn each_piece(workers: &dyn Workers, pieces: usize, task: &(dyn Fn(usize, usize) + Sync)) {
    let crew = workers.count().max(1);
    let next: Vec<AtomicUsize> = (0..crew).map(|_| AtomicUsize::new(0)).collect();
    workers.run(&|worker| {
        for owner in (worker..crew).chain(0..worker) {
            let take = || Some(next[owner].fetch_add(1, Ordering::Relaxed)).filter(|piece| *piece < pieces);
            while let Some(piece) = take() {
                task(worker, owner * pieces + piece);
            }
        }
    });
}

/// Something that one worker at a time writes to, apart from what others do: cores hand lines of the cache to and fro, two at
/// a time, if several write to them.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Apart<T>(Mutex<T>);

impl<T> Apart<T> {
    /// This, apart from all else.
    pub fn new(inner: T) -> Self {
        Apart(Mutex::new(inner))
    }

    /// For a worker.
    pub fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// While nobody else works with it.
    pub fn owned(&mut self) -> &mut T {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// What it was.
    pub fn into_inner(self) -> T {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bounds of so many pieces, as equal as can be, of a whole with so many members.
pub fn bounds(members: usize, pieces: usize) -> Vec<usize> {
    (0..=pieces).map(|piece| (members as u64 * piece as u64 / pieces as u64) as usize).collect()
}
