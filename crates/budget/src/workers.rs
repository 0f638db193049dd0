//! Work that is done side by side: how a computation gets more than one core.
//!
//! Engines know no threads. They ask for [`Workers`], which the command line implements with threads.

/// Does tasks side by side.
pub trait Workers: Sync {
    /// How many tasks are done at once; at least one.
    fn count(&self) -> usize;

    /// Does the task once for each number below [`Workers::count`], side by side, and returns when all have ended.
    fn run(&self, task: &(dyn Fn(usize) + Sync));
}

/// A worker who is alone.
#[derive(Debug, Clone, Copy, Default)]
pub struct Alone;

impl Workers for Alone {
    fn count(&self) -> usize {
        1
    }

    fn run(&self, task: &(dyn Fn(usize) + Sync)) {
        task(0);
    }
}
