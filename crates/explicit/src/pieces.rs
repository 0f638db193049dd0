//! Work in pieces, done side by side.
//!
//! Each worker has pieces of its own, so that what it has written lately is at hand in its cache; when they are done it helps
//! others with theirs. So nobody waits long, even where a core is slower or busy with something else.

use std::sync::atomic::{AtomicUsize, Ordering};
use system::Workers;

/// Does a task for each piece, of which every worker has so many: it is given the number of the worker and that of
/// the piece. Numbers of pieces count on from worker to worker. A worker takes its own ones in rising order, then
/// those of others.
pub(crate) fn each_piece(workers: &dyn Workers, pieces: usize, task: &(dyn Fn(usize, usize) + Sync)) {
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

/// The bounds of so many pieces, as equal as can be, of a whole with so many members.
pub(crate) fn bounds(members: usize, pieces: usize) -> Vec<usize> {
    (0..=pieces).map(|piece| (members as u64 * piece as u64 / pieces as u64) as usize).collect()
}
