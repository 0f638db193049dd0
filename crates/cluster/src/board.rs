//! What the workers of a process, and whoever waits for them, share: how far each worker is, why work must end, and what has broken.
//!
//! Workers run in threads of their own; the limits are watched by the thread that called them. It looks at the board now and then, asks its watch,
//! and puts on the board why work must end.

use budget::{Progress, Stop, Watch};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is shared.
#[derive(Debug)]
pub struct Board {
    /// How far each worker is, those of other processes as well.
    standings: Vec<WorkerStanding>,
    /// The workers of this process.
    local: Range<usize>,
    stop: Mutex<Option<Stop>>,
    is_ending: AtomicBool,
    broken: Mutex<Option<String>>,
    is_broken: AtomicBool,
    most_bytes: Option<u64>,
}

/// How far a worker is.
#[derive(Debug, Default)]
struct WorkerStanding {
    states: AtomicU64,
    frontier: AtomicU64,
    depth: AtomicU64,
    bytes: AtomicU64,
}

impl Board {
    /// A board for so many workers, some of which are here.
    pub fn new(workers: usize, local: Range<usize>, most_bytes: Option<u64>) -> Self {
        Board {
            standings: (0..workers).map(|_| WorkerStanding::default()).collect(),
            local,
            stop: Mutex::default(),
            is_ending: AtomicBool::new(false),
            broken: Mutex::default(),
            is_broken: AtomicBool::new(false),
            most_bytes,
        }
    }

    /// Notes how far a worker is.
    pub fn stands(&self, worker: usize, progress: &Progress) {
        let Some(standing) = self.standings.get(worker) else { return };
        standing.states.store(progress.states, Ordering::Relaxed);
        standing.frontier.store(progress.frontier, Ordering::Relaxed);
        standing.depth.store(progress.depth, Ordering::Relaxed);
        standing.bytes.store(progress.bytes, Ordering::Relaxed);
    }

    /// How far all of them are; the bytes are those of this process, since limits are, and those of others are told apart.
    pub fn progress(&self) -> Progress {
        let mut all = Progress { workers: self.standings.len() as u64, ..Progress::default() };
        for (worker, standing) in self.standings.iter().enumerate() {
            let states = standing.states.load(Ordering::Relaxed);
            all.states += states;
            all.largest_share = all.largest_share.max(states);
            all.frontier += standing.frontier.load(Ordering::Relaxed);
            all.depth = all.depth.max(standing.depth.load(Ordering::Relaxed));
            let bytes = standing.bytes.load(Ordering::Relaxed);
            match self.local.contains(&worker) {
                true => all.bytes += bytes,
                false => all.bytes_elsewhere += bytes,
            }
        }
        all
    }

    /// The first worker of each other process. All processes have as many workers.
    pub fn elsewhere(&self) -> impl Iterator<Item = usize> + use<> {
        let here = self.local.clone();
        let firsts = (0..self.standings.len()).step_by(here.len().max(1));
        firsts.filter(move |worker| !here.contains(worker))
    }

    /// Asks the workers of this process to end; the first reason counts.
    pub fn stop(&self, stop: Stop) {
        locked(&self.stop).get_or_insert(stop);
        self.is_ending.store(true, Ordering::Release);
    }

    /// Why the workers of this process are to end, if they are.
    pub fn stopped(&self) -> Option<Stop> {
        if self.is_ending.load(Ordering::Acquire) { locked(&self.stop).clone() } else { None }
    }

    /// Notes that something has broken, so that the search cannot go on; the first reason counts.
    pub fn break_off(&self, reason: String) {
        locked(&self.broken).get_or_insert(reason);
        self.is_broken.store(true, Ordering::Release);
    }

    /// What has broken, if anything has.
    pub fn broken(&self) -> Option<String> {
        if self.is_broken.load(Ordering::Acquire) { locked(&self.broken).clone() } else { None }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What stands there is a whole value at any time.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A question whether so many bytes may be allocated.
#[derive(Debug)]
pub struct Request {
    /// How many.
    pub bytes: u64,
    /// Where the answer goes.
    pub answer: Sender<Result<(), Stop>>,
}

/// The watch of a worker, which asks the board, and whoever waits behind it.
pub struct WorkerWatch {
    /// What is shared.
    pub board: Arc<Board>,
    /// Where questions for memory go; says whether somebody is there.
    pub requests: Box<dyn Fn(Request) -> bool + Send>,
}

impl Watch for WorkerWatch {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        self.board.stopped().map_or(Ok(()), Err)
    }

    fn may_allocate(&self, _: &Progress, bytes: u64) -> Result<(), Stop> {
        self.check(&Progress::default())?;
        let (answer, answered) = channel();
        // Where nobody waits for the workers any more, nobody has anything against it.
        let is_asked = (self.requests)(Request { bytes, answer });
        is_asked.then(|| answered.recv().ok()).flatten().unwrap_or(Ok(()))
    }

    fn most_bytes(&self) -> Option<u64> {
        let here = self.board.local.len() as u64;
        self.board.most_bytes.map(|bytes| bytes / here.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_workers_are_in_one_progress_and_limits_are_about_those_here() {
        let board = Board::new(3, 1..2, None);
        for (worker, states) in [(0, 50), (1, 20), (2, 30)] {
            let bytes = 1000 * (worker as u64 + 1);
            let progress = Progress { states, frontier: 2, depth: 4, bytes, ..Progress::default() };
            board.stands(worker, &progress);
        }
        let all = board.progress();
        assert_eq!((all.states, all.frontier, all.depth), (100, 6, 4));
        assert_eq!((all.workers, all.largest_share), (3, 50));
        assert_eq!((all.bytes, all.bytes_elsewhere), (2000, 4000));
        assert_eq!(board.elsewhere().collect::<Vec<_>>(), [0, 2]);
        assert_eq!(Board::new(6, 2..4, None).elsewhere().collect::<Vec<_>>(), [0, 4]);
        assert_eq!(Board::new(4, 0..4, None).elsewhere().next(), None);
    }
}
