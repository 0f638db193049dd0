//! Looking at tokens, taking them, and saying which were expected.

use diagnostics::{Code, Diagnostic, Span};

use super::Parser;
use crate::token::{Keyword, Token, TokenKind};

impl<'s> Parser<'s> {
    /// The present token.
    pub(super) fn token(&self) -> Token {
        self.tokens[self.at]
    }

    /// What the present token is.
    pub(super) fn peek(&self) -> TokenKind {
        self.tokens[self.at].kind
    }

    /// What the token that many places further on is.
    pub(super) fn nth(&self, distance: usize) -> TokenKind {
        self.tokens.get(self.at + distance).map_or(TokenKind::End, |token| token.kind)
    }

    /// The token before the present one.
    pub(super) fn previous(&self) -> Option<Token> {
        self.at.checked_sub(1).map(|index| self.tokens[index])
    }

    /// Whether the present token touches the one before it.
    pub(super) fn touches_previous(&self) -> bool {
        self.previous().is_some_and(|previous| previous.span.end == self.token().span.start)
    }

    /// The text of a place.
    pub(super) fn text_of(&self, span: Span) -> &'s str {
        &self.source[span.range()]
    }

    /// The text of the present token.
    pub(super) fn text(&self) -> &'s str {
        self.text_of(self.token().span)
    }

    /// The place of the present token.
    pub(super) fn span(&self) -> Span {
        self.token().span
    }

    /// From `start` to the last token taken.
    pub(super) fn span_from(&self, start: Span) -> Span {
        self.previous()
            .map_or(start, |previous| Span { start: start.start, end: previous.span.end.max(start.end) })
    }

    /// Takes the present token, whatever it is; the end of the text stays.
    pub(super) fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    /// Whether the present token is this one, and parsing is going on.
    pub(super) fn at(&self, kind: TokenKind) -> bool {
        !self.recovering && self.peek() == kind
    }

    /// Whether the present token is this reserved word, and parsing is going on.
    pub(super) fn at_keyword(&self, keyword: Keyword) -> bool {
        self.at(TokenKind::Keyword(keyword))
    }

    /// Takes the token if it is this one.
    pub(super) fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    /// Takes the reserved word if it is this one.
    pub(super) fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        self.eat(TokenKind::Keyword(keyword))
    }

    /// Takes the token, or reports that it is missing.
    pub(super) fn expect(&mut self, kind: TokenKind) -> bool {
        let found = self.eat(kind);
        if !found {
            self.expected(&format!("`{}`", kind.spelling()));
        }
        found
    }

    /// Takes the bracket that closes the one at `open`, or reports that it is missing.
    pub(super) fn expect_close(&mut self, kind: TokenKind, open: Span) {
        if self.eat(kind) || self.recovering {
            return;
        }
        let message = format!("expected `{}`, found {}", kind.spelling(), self.found());
        let label = format!("expected `{}`", kind.spelling());
        let finding = Diagnostic::new(Code::Unbalanced, message, self.gap(), label);
        let behind = self.previous().map_or(self.span(), |previous| previous.span).end;
        let closing = Span { start: behind, end: behind };
        let title = format!("write `{}`", kind.spelling());
        let finding = finding.with_related(open, "to close what is opened here");
        self.fail(finding.with_fix(title, closing, kind.spelling()));
    }

    /// Reports that something else was expected.
    pub(super) fn expected(&mut self, what: &str) {
        let finding = self.expected_finding(what);
        self.fail(finding);
    }

    /// As `expected`, with advice.
    pub(super) fn expected_help(&mut self, what: &str, help: &str) {
        let finding = self.expected_finding(what).with_help(help);
        self.fail(finding);
    }

    /// The finding that something else was expected.
    pub(super) fn expected_finding(&self, what: &str) -> Diagnostic {
        if let TokenKind::Keyword(keyword) = self.peek()
            && keyword.is_for_later()
        {
            let message = format!("`{}` is not supported yet", keyword.as_str());
            let finding = Diagnostic::new(Code::NotSupportedYet, message, self.gap(), "reserved for later");
            return finding.with_help(match keyword {
                Keyword::Channel => "a channel of bounded length is a queue: `fifo K of T`",
                _ => "this word is reserved for a later version of the language",
            });
        }
        let message = format!("expected {what}, found {}", self.found());
        Diagnostic::new(Code::Syntax, message, self.gap(), format!("expected {what}"))
    }

    /// The present token in words.
    pub(super) fn found(&self) -> String {
        match self.peek() {
            TokenKind::End => "the end of the file".to_string(),
            TokenKind::Keyword(keyword) => format!("the reserved word `{}`", keyword.as_str()),
            TokenKind::Backquoted => format!("the name {}", shorten(self.text())),
            TokenKind::Text => format!("the text {}", shorten(self.text())),
            _ => format!("`{}`", shorten(self.text())),
        }
    }

    /// Where something is missing: at the present token, or, if that begins something else on another line, behind
    /// the last token taken.
    pub(super) fn gap(&self) -> Span {
        match self.previous() {
            Some(previous) if self.token().first_on_line && self.begins_anew() => {
                Span::new(previous.span.end as usize, previous.span.end as usize)
            }
            _ => self.span(),
        }
    }

    /// Whether the present token ends something or begins the next item, rather than going on with what was begun.
    fn begins_anew(&self) -> bool {
        match self.peek() {
            TokenKind::End | TokenKind::BraceClose | TokenKind::Semicolon => true,
            TokenKind::AtSign | TokenKind::Unknown => true,
            TokenKind::Keyword(_) | TokenKind::Name | TokenKind::Backquoted => true,
            _ => self.at_edge(),
        }
    }

    /// Reports an error that parsing cannot go on from.
    pub(super) fn fail(&mut self, diagnostic: Diagnostic) {
        // What the lexer could not read has been reported, and explains any trouble at its place.
        if self.peek() != TokenKind::Unknown {
            self.report(diagnostic);
        }
        self.recovering = true;
    }

    /// Reports an error whose repair is clear, so that parsing goes on.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if !self.recovering {
            self.diagnostics.push(diagnostic);
        }
    }
}

/// The beginning of a text that may be long.
fn shorten(text: &str) -> String {
    let mut characters = text.chars();
    let beginning: String = characters.by_ref().take(40).collect();
    if characters.next().is_some() { format!("{beginning}…") } else { beginning }
}
