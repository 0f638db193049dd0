//! Parts of a text that can be hidden.

use language::LexemeKind;

use crate::Analysis;
use crate::analysis::is_comment;

/// Lines that can be hidden behind the first of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fold {
    /// The line that stays, counted from zero.
    pub first: usize,
    /// The last line that is hidden.
    pub last: usize,
    /// What is hidden.
    pub kind: FoldKind,
}

/// What a fold hides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldKind {
    /// What stands between brackets.
    Block,
    /// Lines of comments.
    Comment,
}

/// The parts between brackets of several lines, and comments of several lines, in the order of the text.
pub fn folds(analysis: &Analysis) -> Vec<Fold> {
    let line = |offset: u32| analysis.lines().position(analysis.source(), offset).line - 1;
    let mut folds = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut comment: Option<(LexemeKind, usize, usize)> = None;
    for lexeme in analysis.lexemes() {
        if is_comment(lexeme.kind) {
            let (first, last) = (line(lexeme.span.start), line(lexeme.span.end));
            comment = Some(match comment {
                Some((kind, start, end)) if kind == lexeme.kind && first == end + 1 => (kind, start, last),
                earlier => {
                    close_comment(earlier, &mut folds);
                    (lexeme.kind, first, last)
                }
            });
            continue;
        }
        close_comment(comment.take(), &mut folds);
        match analysis.slice(lexeme.span) {
            "{" | "(" | "[" => open.push(line(lexeme.span.start)),
            "}" | ")" | "]" => {
                let (Some(first), end) = (open.pop(), line(lexeme.span.start)) else { continue };
                // The line with the closing bracket stays.
                if first + 1 < end {
                    folds.push(Fold { first, last: end - 1, kind: FoldKind::Block });
                }
            }
            _ => {}
        }
    }
    close_comment(comment, &mut folds);
    folds.sort_by_key(|fold| (fold.first, fold.last));
    folds.dedup_by_key(|fold| fold.first);
    folds
}

fn close_comment(comment: Option<(LexemeKind, usize, usize)>, folds: &mut Vec<Fold>) {
    if let Some((_, first, last)) = comment
        && first < last
    {
        folds.push(Fold { first, last, kind: FoldKind::Comment });
    }
}
