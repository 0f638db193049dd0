//! Changes of the text that mend a finding.

use crate::{Diagnostic, Span};

/// A change that an editor can offer for a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as one reads it in a menu.
    pub title: String,
    /// The places that are replaced, with what they become; none overlaps another.
    pub edits: Vec<(Span, String)>,
}

impl Diagnostic {
    /// The same finding with a change that mends it.
    pub fn with_fix(mut self, title: impl Into<String>, at: Span, text: impl Into<String>) -> Self {
        self.fixes.push(Fix { title: title.into(), edits: vec![(at, text.into())] });
        self
    }

    /// The same finding; what is underlined should be this text instead.
    pub fn with_replacement(self, text: impl Into<String>) -> Self {
        let (at, text) = (self.at, text.into());
        self.with_fix(format!("write `{text}`"), at, text)
    }

    /// The same finding, with a name that was probably meant.
    pub fn did_you_mean(self, near: &str) -> Self {
        let is_plain = near.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let (at, text) = (self.at, if is_plain { near.to_owned() } else { format!("`{near}`") });
        self.with_help(format!("did you mean `{near}`?")).with_fix(format!("write `{near}`"), at, text)
    }
}
