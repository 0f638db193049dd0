//! Changes of a text.

use diagnostics::{Diagnostic, Span};

use crate::Analysis;

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

/// What formatting changes: nothing, or one edit of the lines between the first and the last that change.
///
/// # Errors
///
/// The errors that keep the text from being parsed.
pub fn format_edits(analysis: &Analysis) -> Result<Vec<Edit>, Vec<Diagnostic>> {
    let (old, new) = (analysis.text(), language::format(analysis.text())?);
    if old == new {
        return Ok(Vec::new());
    }
    let lines = |text: &str| text.split_inclusive('\n').map(str::len).collect::<Vec<_>>();
    let same = |(old, new): &(&str, &str)| old == new;
    let head = old.split_inclusive('\n').zip(new.split_inclusive('\n')).take_while(same).count();
    let (old_lines, new_lines) = (lines(old), lines(&new));
    let at_most = old_lines.len().min(new_lines.len()) - head;
    let reversed = old.split_inclusive('\n').rev().zip(new.split_inclusive('\n').rev());
    let tail = reversed.take(at_most).take_while(same).count();
    let start: usize = old_lines[..head].iter().sum();
    let old_tail: usize = old_lines[old_lines.len() - tail..].iter().sum();
    let span = Span::new(start, old.len() - old_tail);
    Ok(vec![Edit { span, text: new[start..new.len() - old_tail].to_owned() }])
}
