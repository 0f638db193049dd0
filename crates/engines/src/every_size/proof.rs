//! What can prove that a property holds for every size.

use crate::Failure;
use certificates::SizesProof;
use system::{Answer, Watch};

/// A way of proving properties for all sizes at once. It is asked again and again, with larger shares, until it needs no more.
pub trait Proof {
    /// What it is called in reasons.
    fn name(&self) -> &'static str;

    /// Tries some properties, given by their places in the list of the system of any size. The watch may end the work; it is then tried
    /// again, with more.
    ///
    /// # Errors
    /// If an engine contradicts the reference interpreter or itself.
    fn attempt(
        &mut self,
        properties: &[usize],
        watch: &(dyn Watch + Sync),
    ) -> Result<Vec<(usize, Attempt)>, Failure>;

    /// What shows a property that it has proved, or why that cannot be written down; nothing if it is not wanted.
    fn shown(&mut self, property: usize, watch: &(dyn Watch + Sync)) -> Option<Result<SizesProof, String>>;
}

/// What came of an attempt to prove a property.
#[derive(Debug, Clone, PartialEq)]
pub enum Attempt {
    /// The answer, which is never `unknown` and never that the property is violated: it holds for every size.
    Proved(Box<Answer>),
    /// It is not proved, for this reason, and more work would not help.
    Open(String),
    /// More work may help.
    Unfinished(String),
}
