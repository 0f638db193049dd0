//! Where parsing goes on after an error.
//!
//! Each function skips to the next place where the list of items (or steps) that called it can go on, and
//! clears `recovering` there. Braces are counted, so that what stands inside an action does not look like an
//! item; but a word that begins an item of the top level, at the beginning of a line, ends the search at any
//! depth, so that one missing brace does not swallow the rest of the file.

use super::Parser;
use crate::token::{Keyword, TokenKind};

impl Parser<'_> {
    /// Skips to the next item of the top level.
    pub(super) fn skip_to_item(&mut self) {
        let mut braces = 0u32;
        while self.peek() != TokenKind::End {
            match self.peek() {
                TokenKind::Semicolon if braces == 0 => break,
                TokenKind::BraceOpen => braces += 1,
                // Below zero, it closes something that the item with the error opened.
                TokenKind::BraceClose => braces = braces.saturating_sub(1),
                _ if self.at_strong_item() || (braces == 0 && self.at_weak_item()) => break,
                _ => {}
            }
            self.bump();
        }
        self.recovering = false;
    }

    /// Skips to the next item of a process, or to the brace that closes it.
    pub(super) fn skip_to_process_item(&mut self) {
        let mut braces = 0u32;
        while self.peek() != TokenKind::End {
            match self.peek() {
                TokenKind::Semicolon | TokenKind::BraceClose if braces == 0 => break,
                _ if braces == 0 && self.at_edge() && self.token().first_on_line => break,
                TokenKind::BraceOpen => braces += 1,
                TokenKind::BraceClose => braces -= 1,
                _ if self.at_strong_item() || (braces == 0 && self.at_weak_item()) => break,
                _ => {}
            }
            self.bump();
        }
        self.recovering = false;
    }

    /// Skips to the next `;` or `}` of an action; says whether there is one before the next item.
    pub(super) fn skip_to_step(&mut self) -> bool {
        let mut braces = 0u32;
        loop {
            match self.peek() {
                TokenKind::Semicolon | TokenKind::BraceClose if braces == 0 => {
                    self.recovering = false;
                    return true;
                }
                TokenKind::End => return false,
                TokenKind::BraceOpen => braces += 1,
                TokenKind::BraceClose => braces -= 1,
                _ if self.at_strong_item() => return false,
                _ => {}
            }
            self.bump();
        }
    }

    /// Skips from a broken head of a process to its body, if that comes before the next item.
    pub(super) fn skip_to_body(&mut self) {
        while self.peek() != TokenKind::BraceOpen {
            if self.peek() == TokenKind::End || self.at_strong_item() || self.at_weak_item() {
                return;
            }
            self.bump();
        }
        self.recovering = false;
    }

    /// Whether an item of the top level begins here, at the beginning of a line.
    pub(super) fn at_strong_item(&self) -> bool {
        let begins = match self.peek() {
            TokenKind::Keyword(keyword) => {
                keyword.starts_top_item() && (!self.is_used_as_name() || self.nth(1) == TokenKind::Colon)
            }
            kind => kind == TokenKind::AtSign,
        };
        begins && self.token().first_on_line
    }

    /// Whether some other item begins here, as far as can be told from a few tokens.
    fn at_weak_item(&self) -> bool {
        match self.peek() {
            TokenKind::Keyword(Keyword::Sync) => self.token().first_on_line,
            TokenKind::Keyword(keyword) => {
                let begins = keyword.starts_inner_item() || keyword.starts_top_item();
                let later = keyword.is_for_later() && self.token().first_on_line;
                (begins || later) && !self.is_used_as_name()
            }
            TokenKind::Name => {
                let begins = self.at_advice() || self.at_import() || self.foreign_item_help().is_some();
                begins && self.token().first_on_line
            }
            kind => kind == TokenKind::AtSign,
        }
    }
}
