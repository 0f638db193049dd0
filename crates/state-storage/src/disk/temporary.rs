//! Files that are removed with what stands for them.

use crate::files::Files;
use std::sync::Arc;

/// A file that is removed when this is dropped.
pub(crate) struct Temporary {
    /// Where it is.
    pub files: Arc<dyn Files>,
    /// Its name.
    pub name: String,
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // Nobody can be told, and nothing depends on it.
        let _ = self.files.remove(&self.name);
    }
}
