//! How much work is done: long loops count their operations here, and hear from here that they must stop.

use crate::Refusal;
use system::{Progress, Watch};

/// Operations between two questions to the watch.
const BETWEEN: usize = 4096;

/// The work that is done and the work that is allowed.
pub(crate) struct Effort<'w> {
    watch: &'w dyn Watch,
    most: usize,
    since: usize,
    /// Bytes that are held, roughly.
    pub(crate) bytes: usize,
}

impl<'w> Effort<'w> {
    /// None is done; sizes are limited to the number.
    pub(crate) fn new(watch: &'w dyn Watch, most: usize) -> Effort<'w> {
        Effort { watch, most, since: 0, bytes: 0 }
    }

    /// Some operations are done.
    pub(crate) fn spend(&mut self, operations: usize) -> Result<(), Refusal> {
        self.since = self.since.saturating_add(operations);
        if self.since < BETWEEN {
            return Ok(());
        }
        self.since = 0;
        let progress = Progress { bytes: self.bytes as u64, ..Progress::default() };
        self.watch.check(&progress).map_err(|stop| Refusal::Undecided(format!("{stop}")))
    }

    /// Something has this size.
    pub(crate) fn fits(&self, size: usize) -> Result<(), Refusal> {
        match size <= self.most {
            true => Ok(()),
            false => {
                Err(Refusal::Undecided(format!("an obligation is too large: more than {} parts", self.most)))
            }
        }
    }
}
