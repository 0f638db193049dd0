//! One finding about a model.

use crate::{Code, Fix, Severity, Span};

/// One finding about the user's model: what is wrong, where, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of finding, explained in `docs/errors/<code>.md`.
    pub code: Code,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The place that is underlined.
    pub at: Span,
    /// What stands beside the underlined place; may be empty.
    pub label: String,
    /// Further places that matter, each with its own text.
    pub related: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
    /// Changes of the text that mend it, the likeliest first.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// A finding without related places or help.
    pub fn new(code: Code, message: impl Into<String>, at: Span, label: impl Into<String>) -> Self {
        let (message, label) = (message.into(), label.into());
        Diagnostic { code, message, at, label, related: Vec::new(), help: None, fixes: Vec::new() }
    }

    /// The same finding with advice.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same finding with one more place that matters.
    pub fn with_related(mut self, at: Span, text: impl Into<String>) -> Self {
        self.related.push((at, text.into()));
        self
    }

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

    /// Whether the finding keeps the model from being checked.
    pub fn is_error(&self) -> bool {
        self.code.severity() == Severity::Error
    }
}
