//! Names between backquotes and text between double quotes: neither has escapes, neither spans lines.

use diagnostics::{Code, Diagnostic, Span};

use super::Lexer;
use crate::token::TokenKind;

impl Lexer<'_> {
    pub(super) fn backquoted(&mut self, start: usize) {
        let closed = self.take_until('`', "name between backquotes", start);
        if closed && self.end() == start + 2 {
            let span = Span::new(start, self.end());
            self.report(
                Diagnostic::new(Code::BadToken, "this name is empty", span, "nothing between the backquotes")
                    .with_help("write at least one character between the backquotes"),
            );
            return self.push(TokenKind::Unknown, start);
        }
        self.push(if closed { TokenKind::Backquoted } else { TokenKind::Unknown }, start);
    }

    pub(super) fn text(&mut self, start: usize) {
        let closed = self.take_until('"', "text", start);
        self.push(if closed { TokenKind::Text } else { TokenKind::Unknown }, start);
    }

    /// Takes everything up to and including `close`; reports it if the line ends first.
    fn take_until(&mut self, close: char, what: &str, start: usize) -> bool {
        let rest = self.scanner.remainder();
        let stop = rest.find([close, '\n', '\r']).unwrap_or(rest.len());
        if rest[stop..].starts_with(close) {
            self.scanner.bump(stop + close.len_utf8());
            return true;
        }
        self.scanner.bump(stop);
        let span = Span::new(start, self.end());
        let message = format!("this {what} is not closed on its line");
        self.report(
            Diagnostic::new(Code::Unterminated, message, span, format!("no closing `{close}`"))
                .with_help(format!("close it with {} on the same line", quote(close))),
        );
        false
    }
}

/// A quotation mark as it is shown in a message.
fn quote(mark: char) -> &'static str {
    if mark == '`' { "a backquote" } else { "`\"`" }
}
