//! Threads as workers.
//!
//! A search calls its workers together thousands of times a second. Starting threads anew takes about a tenth of a millisecond
//! each time, so they are kept, and sleep in between. Whoever is ready first looks for a while whether the others are, before
//! it sleeps as well: to be woken up takes longer than most of that waiting.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use system::Workers;

/// Some threads, the calling one included.
#[derive(Debug)]
pub struct Threads {
    count: usize,
    /// The others, from the first call on; nothing where they cannot be had.
    others: OnceLock<Option<ThreadPool>>,
}

/// The sizes of stack to try for the work, the best first; address space may be limited.
pub const STACK_SIZES: &[usize] = &[1 << 30, 1 << 28, 1 << 26, 1 << 23];

/// How often the calling thread looks whether the others are ready: some fifty microseconds in all.
const LOOKS: usize = 1000;

impl Threads {
    /// So many threads, which are started when they are needed.
    pub fn new(count: usize) -> Self {
        Threads { count: count.max(1), others: OnceLock::new() }
    }

    /// As many as the machine has cores for this process.
    pub fn available() -> usize {
        std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
    }

    fn others(&self) -> Option<&ThreadPool> {
        let start = |size: &usize| {
            ThreadPoolBuilder::new().num_threads(self.count - 1).stack_size(*size).build().ok()
        };
        self.others.get_or_init(|| STACK_SIZES.iter().find_map(start)).as_ref()
    }
}

impl Workers for Threads {
    fn count(&self) -> usize {
        self.count
    }

    fn run(&self, task: &(dyn Fn(usize) + Sync)) {
        if self.count == 1 {
            return task(0);
        }
        // Where no further thread can be had, this one does the work of all.
        let Some(others) = self.others() else { return (0..self.count).for_each(task) };
        let busy = AtomicUsize::new(self.count - 1);
        others.in_place_scope(|scope| {
            for number in 1..self.count {
                let busy = &busy;
                scope.spawn(move |_| {
                    task(number);
                    busy.fetch_sub(1, Ordering::Release);
                });
            }
            task(0);
            for _ in 0..LOOKS {
                if busy.load(Ordering::Acquire) == 0 {
                    break;
                }
                std::hint::spin_loop();
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn every_task_is_done_once() {
        for count in 1..4 {
            let threads = Threads::new(count);
            for _ in 0..100 {
                let done = Mutex::new(Vec::new());
                threads.run(&|number| done.lock().expect("no task panics").push(number));
                let mut done = done.into_inner().expect("no task panics");
                done.sort_unstable();
                assert_eq!(done, (0..count).collect::<Vec<_>>());
            }
        }
    }
}
