//! A part of the text in one line.

use crate::lexer::lex;

/// The most characters that are shown.
const LONGEST: usize = 160;

/// A part of a text without comments, with single spaces, cut off where it is long.
pub(super) fn one_line(part: &str) -> String {
    let mut plain = String::with_capacity(part.len());
    let mut behind = 0;
    for comment in lex(part).comments {
        plain.push_str(part.get(behind..comment.span.start as usize).unwrap_or_default());
        plain.push(' ');
        behind = comment.span.end as usize;
    }
    plain.push_str(part.get(behind..).unwrap_or_default());
    let line = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
