//! Lists with commas.

use diagnostics::Span;

use super::Parser;
use crate::token::TokenKind;

impl Parser<'_> {
    /// At least one element up to the bracket that closes `open`; a comma may stand behind the last.
    pub(super) fn list<T>(
        &mut self,
        close: TokenKind,
        open: Span,
        mut element: impl FnMut(&mut Self) -> Option<T>,
    ) -> Vec<T> {
        let mut elements = Vec::new();
        while !self.recovering {
            elements.extend(element(self));
            if !self.eat(TokenKind::Comma) || self.at(close) {
                break;
            }
        }
        self.expect_close(close, open);
        elements
    }

    /// As `list`, but it may be empty.
    pub(super) fn list_or_nothing<T>(
        &mut self,
        close: TokenKind,
        open: Span,
        element: impl FnMut(&mut Self) -> Option<T>,
    ) -> Vec<T> {
        if self.eat(close) { Vec::new() } else { self.list(close, open, element) }
    }

    /// At least one element, with commas between, without brackets around.
    pub(super) fn open_list<T>(&mut self, mut element: impl FnMut(&mut Self) -> Option<T>) -> Vec<T> {
        let mut elements = Vec::new();
        while !self.recovering {
            elements.extend(element(self));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        elements
    }
}
