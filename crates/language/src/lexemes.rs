//! A text in its smallest parts, comments included: for colours, and for looking at what stands before a place.

use diagnostics::Span;

use crate::lexer::{CommentKind, lex};
use crate::token::TokenKind;

/// One word, number, sign or comment of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lexeme {
    /// What it is.
    pub kind: LexemeKind,
    /// Where it stands.
    pub span: Span,
    /// Whether nothing but white space and comments stands before it on its line.
    pub first_on_line: bool,
}

/// The kinds of smallest parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LexemeKind {
    /// A word that is not reserved.
    Name,
    /// A name between backquotes.
    Backquoted,
    /// A reserved word.
    Keyword,
    /// A number.
    Number,
    /// Text between double quotes.
    Text,
    /// An operator, a bracket or another sign.
    Sign,
    /// `// …` or `/* … */`
    Comment,
    /// `/// …`
    DocComment,
    /// Something that has no meaning.
    Unknown,
}

/// The smallest parts of a text, in order; none overlaps another.
pub fn lexemes(source: &str) -> Vec<Lexeme> {
    if u32::try_from(source.len()).is_err() {
        return Vec::new();
    }
    let lexed = lex(source);
    let comments = lexed.comments.iter().map(|comment| {
        let kind = match comment.kind {
            CommentKind::Doc => LexemeKind::DocComment,
            CommentKind::Line | CommentKind::Block => LexemeKind::Comment,
        };
        Lexeme { kind, span: comment.span, first_on_line: false }
    });
    let tokens = lexed.tokens.iter().filter(|token| token.kind != TokenKind::End);
    let tokens = tokens.map(|token| Lexeme {
        kind: kind(token.kind),
        span: token.span,
        first_on_line: token.first_on_line,
    });
    let mut all: Vec<Lexeme> = tokens.chain(comments).collect();
    all.sort_by_key(|lexeme| lexeme.span);
    all
}

fn kind(token: TokenKind) -> LexemeKind {
    match token {
        TokenKind::Name => LexemeKind::Name,
        TokenKind::Backquoted => LexemeKind::Backquoted,
        TokenKind::Keyword(_) => LexemeKind::Keyword,
        TokenKind::Number => LexemeKind::Number,
        TokenKind::Text => LexemeKind::Text,
        TokenKind::Unknown => LexemeKind::Unknown,
        _ => LexemeKind::Sign,
    }
}
