//! Threads as workers.

use crate::supervise::STACK_SIZES;
use system::Workers;

/// So many threads, the calling one included. Each block of work starts them anew, which takes some ten microseconds.
#[derive(Debug, Clone, Copy)]
pub struct Threads(pub usize);

impl Threads {
    /// As many as the machine has cores for this process.
    pub fn available() -> usize {
        std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
    }
}

impl Workers for Threads {
    fn count(&self) -> usize {
        self.0.max(1)
    }

    fn run(&self, task: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            for number in 1..self.count() {
                let start = |size: &usize| {
                    let thread = std::thread::Builder::new().stack_size(*size);
                    thread.spawn_scoped(scope, move || task(number)).is_ok()
                };
                // Where no further thread can be had, this one does the work of all.
                if !STACK_SIZES.iter().any(start) {
                    task(number);
                }
            }
            task(0);
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
            let done = Mutex::new(Vec::new());
            Threads(count).run(&|number| done.lock().expect("no task panics").push(number));
            let mut done = done.into_inner().expect("no task panics");
            done.sort_unstable();
            assert_eq!(done, (0..count).collect::<Vec<_>>());
        }
    }
}
