//! From text to tokens and comments.
//!
//! `logos` finds where tokens begin and how far the simple ones reach; quoted text, block comments and words
//! with letters outside ASCII are completed here, since their errors need more than a pattern.

mod character;
mod comment;
mod mistaken;
mod quoted;

pub(crate) use comment::{Comment, CommentKind};

use diagnostics::{Code, Diagnostic, Span};
use logos::{Lexer as Scanner, Logos};

use crate::token::{Keyword, Token, TokenKind};

/// What a text consists of.
#[derive(Debug)]
pub(crate) struct Lexed {
    /// The tokens in order; the last one is `End`.
    pub tokens: Vec<Token>,
    /// The comments in order.
    pub comments: Vec<Comment>,
    /// What is wrong with single tokens.
    pub diagnostics: Vec<Diagnostic>,
}

/// Splits a text into tokens; everything that cannot be one is reported and becomes `Unknown`.
pub(crate) fn lex(source: &str) -> Lexed {
    lex_part(source, Span::new(0, source.len()))
}

/// As [`lex`], only a part of a text; places are those in the whole.
pub(crate) fn lex_part(source: &str, part: Span) -> Lexed {
    let mut lexer = Lexer::new(&source[..part.end as usize], part.start as usize);
    while let Some(found) = lexer.scanner.next() {
        let start = lexer.scanner.span().start;
        match found {
            Ok(kind) => lexer.token(kind, start),
            Err(()) => lexer.unknown_character(start),
        }
    }
    lexer.finish()
}

/// The state while splitting.
struct Lexer<'s> {
    source: &'s str,
    scanner: Scanner<'s, TokenKind>,
    /// Where the last token or comment ended.
    previous_end: usize,
    result: Lexed,
}

impl<'s> Lexer<'s> {
    fn new(source: &'s str, start: usize) -> Self {
        let mut scanner = TokenKind::lexer(source);
        scanner.bump(start);
        if source[start..].starts_with('\u{feff}') {
            scanner.bump('\u{feff}'.len_utf8());
        }
        let result = Lexed { tokens: Vec::new(), comments: Vec::new(), diagnostics: Vec::new() };
        Lexer { source, scanner, previous_end: start, result }
    }

    /// Completes the token that the scanner has found.
    fn token(&mut self, kind: TokenKind, start: usize) {
        match kind {
            TokenKind::LineComment | TokenKind::BlockComment => self.comment(kind, start),
            TokenKind::Backquoted => self.backquoted(start),
            TokenKind::Text => self.text(start),
            TokenKind::Mistaken => self.mistaken(start),
            TokenKind::Number => self.number(start),
            TokenKind::Name => self.word(start),
            TokenKind::Arrow if self.scanner.slice() != "->" => self.mistaken(start),
            _ => self.push(kind, start),
        }
    }

    /// A reserved word or a name, with the letters that do not belong into it.
    fn word(&mut self, start: usize) {
        if self.take_letters() {
            self.report_letters(start);
            return self.push(TokenKind::Name, start);
        }
        let kind =
            Keyword::parse(&self.source[start..self.end()]).map_or(TokenKind::Name, TokenKind::Keyword);
        self.push(kind, start);
    }

    /// Digits, with the letters that do not belong behind them.
    fn number(&mut self, start: usize) {
        if self.take_letters() {
            let span = Span::new(start, self.end());
            let text = &self.source[span.range()];
            self.report(
                Diagnostic::new(Code::BadToken, format!("`{text}` is not a number"), span, "not a number")
                    .with_help("numbers are written with decimal digits only, and names begin with a letter"),
            );
        }
        self.push(TokenKind::Number, start);
    }

    /// Takes further letters, digits and `_`, of any script; says whether there were any.
    fn take_letters(&mut self) -> bool {
        let rest = self.scanner.remainder();
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        let length = rest.find(|c: char| !is_letter(c)).unwrap_or(rest.len());
        self.scanner.bump(length);
        length > 0
    }

    /// Where the present token ends.
    fn end(&self) -> usize {
        self.scanner.span().end
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        let first_on_line =
            self.result.tokens.is_empty() || self.source[self.previous_end..start].contains('\n');
        self.previous_end = self.end();
        self.result.tokens.push(Token { kind, span: Span::new(start, self.end()), first_on_line });
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.result.diagnostics.push(diagnostic);
    }

    fn finish(mut self) -> Lexed {
        let end = self.source.len();
        self.result.tokens.push(Token {
            kind: TokenKind::End,
            span: Span::new(end, end),
            first_on_line: true,
        });
        self.result
    }
}
