//! Comments, which the parser does not see and the formatter must keep.

use diagnostics::{Code, Diagnostic, Span};

use super::Lexer;
use crate::token::TokenKind;

/// One comment with its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Comment {
    /// How it is written.
    pub kind: CommentKind,
    /// Where it stands, without the line break that ends it.
    pub span: Span,
}

/// The ways to write a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommentKind {
    /// `// …`
    Line,
    /// `/// …`, but not with four slashes
    Doc,
    /// `/* … */`
    Block,
}

impl Lexer<'_> {
    /// Completes a comment; block comments do not nest, so the first `*/` ends one.
    pub(super) fn comment(&mut self, kind: TokenKind, start: usize) {
        if kind == TokenKind::BlockComment {
            self.block_comment(start);
            return;
        }
        let text = self.scanner.slice().trim_end();
        let is_doc = text.starts_with("///") && !text.starts_with("////");
        let kind = if is_doc { CommentKind::Doc } else { CommentKind::Line };
        self.result.comments.push(Comment { kind, span: Span::new(start, start + text.len()) });
    }

    fn block_comment(&mut self, start: usize) {
        let rest = self.scanner.remainder();
        match rest.find("*/") {
            Some(length) => self.scanner.bump(length + 2),
            None => {
                self.scanner.bump(rest.len());
                let opening = Span::new(start, start + 2);
                self.report(
                    Diagnostic::new(
                        Code::Unterminated,
                        "this comment is never closed",
                        opening,
                        "begins here",
                    )
                    .with_help("close it with `*/`; comments do not nest, the first `*/` ends them"),
                );
            }
        }
        self.result.comments.push(Comment { kind: CommentKind::Block, span: Span::new(start, self.end()) });
    }
}
