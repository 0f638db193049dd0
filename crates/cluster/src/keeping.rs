//! Checkpoints, as they are asked for: where they are written, how often, and from which one a search goes on.

use state_storage::Files;
use state_storage::checkpoint::{Checkpoint, Identity};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// What becomes of checkpoints.
#[derive(Clone, Default)]
pub struct Keeping {
    /// Where and when they are written, if they are.
    pub writing: Option<Writing>,
    /// The one to go on from, if there is one. It must have been made for the same.
    pub resumed: Option<Arc<Checkpoint>>,
}

/// Where and when checkpoints are written.
#[derive(Clone)]
pub struct Writing {
    /// The folder.
    pub files: Arc<dyn Files>,
    /// The least time between two of them.
    pub every: Duration,
    /// What is searched.
    pub identity: Identity,
    /// Hears of each that was written or failed; only the first worker of all tells.
    pub tell: Arc<dyn Fn(&CheckpointNews) + Send + Sync>,
}

/// What is told about a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckpointNews {
    /// It was written, with so many states.
    Written(u64),
    /// It was not, for this reason; the one before still counts, and the search goes on.
    Failed(String),
}

impl fmt::Debug for Keeping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let every = self.writing.as_ref().map(|writing| writing.every);
        f.debug_struct("Keeping").field("every", &every).field("resumes", &self.resumed.is_some()).finish()
    }
}
