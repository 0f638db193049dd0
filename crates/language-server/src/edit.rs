//! Changes of a text.

use diagnostics::Span;

/// A part of a text that gets another content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The part that is replaced.
    pub span: Span,
    /// What stands there instead.
    pub text: String,
}

/// A part of a text, possibly of an imported one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The imported file, as a path relative to the folder of the text that was asked about; none for that text itself.
    pub file: Option<String>,
    /// The part.
    pub span: Span,
}

impl Place {
    /// A part of the text that was asked about.
    pub fn here(span: Span) -> Place {
        Place { file: None, span }
    }
}

/// The text after all edits, which do not overlap; those that do not fit the text are left out.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| edit.span);
    let mut changed = String::with_capacity(text.len());
    let mut behind = 0;
    for edit in sorted {
        let range = edit.span.range();
        let Some(kept) = text.get(behind..range.start) else { continue };
        if text.get(range.clone()).is_some() {
            changed.push_str(kept);
            changed.push_str(&edit.text);
            behind = range.end;
        }
    }
    changed.push_str(text.get(behind..).unwrap_or_default());
    changed
}
