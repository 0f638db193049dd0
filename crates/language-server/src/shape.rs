//! Bringing a text into its usual shape.

use diagnostics::{Diagnostic, Span};

use crate::{Analysis, Edit};

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
