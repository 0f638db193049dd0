//! Texts that were asked about a moment ago: an editor asks several things about the same one.

use diagnostics::Source;
use language_server::Analysis;
use std::sync::{Arc, Mutex, PoisonError};

/// How many are kept: those of a few pages.
const MOST: usize = 8;

/// What is known of recent texts, the last one first.
#[derive(Debug, Default)]
pub struct Recent(Mutex<Vec<Arc<Analysis>>>);

impl Recent {
    /// What is known of a text with what it imports.
    pub fn analysis(&self, source: Source) -> Arc<Analysis> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = known();
        if let Some(place) = all.iter().position(|analysis| *analysis.source() == source) {
            all[..=place].rotate_right(1);
            return Arc::clone(&all[0]);
        }
        drop(all);
        let analysis = Arc::new(Analysis::of(source));
        let mut all = known();
        all.insert(0, Arc::clone(&analysis));
        all.truncate(MOST);
        analysis
    }
}
