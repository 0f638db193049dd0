//! Changes of the text that mend a finding.

use crate::Span;

/// A change that an editor can offer for a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as one reads it in a menu.
    pub title: String,
    /// The places that are replaced, with what they become; none overlaps another.
    pub edits: Vec<(Span, String)>,
}
