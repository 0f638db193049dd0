//! The tokens of the language.
//!
//! Operators that other languages have and this one has not are read as what was probably meant, with a
//! finding (`lexer::mistaken`), so the parser never sees them.

mod keyword;

pub(crate) use keyword::Keyword;
pub use keyword::reserved_words;

use diagnostics::Span;
use logos::Logos;

/// What a token is; its text is found by its place.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\x0c]+")]
pub(crate) enum TokenKind {
    /// A word that is not reserved.
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Name,
    /// A name between backquotes.
    #[token("`")]
    Backquoted,
    /// Decimal digits, or something that begins with one and has been reported.
    #[regex(r"[0-9]+")]
    Number,
    /// Text between double quotes.
    #[token("\"")]
    Text,
    /// A reserved word.
    Keyword(Keyword),
    /// `// …`; kept apart from the other tokens.
    #[regex(r"//[^\n]*", allow_greedy = true)]
    LineComment,
    /// `/* … */`; kept apart from the other tokens.
    #[token("/*")]
    BlockComment,
    /// An operator of other languages, replaced by the one that was meant.
    #[regex(r"&|\||==>|===|!==|<->|=<|~>|-->|\\[A-Za-z]+|~|/\\|\\/|\*\*|\.\.\.|…|⇒|⇔|↔|∧|∨|¬|≤|≥|≠|∈|∀|∃")]
    Mistaken,
    /// `<>`, which is an operator of other languages: "eventually" before an operand, "not equal" behind one.
    #[token("<>")]
    Diamond,
    /// `:=`
    #[token(":=")]
    Becomes,
    /// `->`
    #[token("->")]
    #[token("→")]
    Arrow,
    /// `=>`
    #[token("=>")]
    Implies,
    /// `<=>`
    #[token("<=>")]
    Iff,
    /// `&&`
    #[token("&&")]
    And,
    /// `||`
    #[token("||")]
    Or,
    /// `!`; two of them in a row may also send a broadcast.
    #[token("!")]
    Bang,
    /// `?`; two of them in a row receive a broadcast.
    #[token("?")]
    Question,
    /// `=` or `==`
    #[token("=")]
    #[token("==")]
    Equal,
    /// `!=`
    #[token("!=")]
    NotEqual,
    /// `<`
    #[token("<")]
    Less,
    /// `<=`
    #[token("<=")]
    LessEqual,
    /// `>`
    #[token(">")]
    Greater,
    /// `>=`
    #[token(">=")]
    GreaterEqual,
    /// `..`
    #[token("..")]
    DotDot,
    /// `.`
    #[token(".")]
    Dot,
    /// `,`
    #[token(",")]
    Comma,
    /// `;`
    #[token(";")]
    Semicolon,
    /// `:`
    #[token(":")]
    Colon,
    /// `'`
    #[token("'")]
    Prime,
    /// `(`
    #[token("(")]
    ParenOpen,
    /// `)`
    #[token(")")]
    ParenClose,
    /// `[`
    #[token("[")]
    BracketOpen,
    /// `]`
    #[token("]")]
    BracketClose,
    /// `{`
    #[token("{")]
    BraceOpen,
    /// `}`
    #[token("}")]
    BraceClose,
    /// `+`
    #[token("+")]
    Plus,
    /// `-`
    #[token("-")]
    Minus,
    /// `*`
    #[token("*")]
    Star,
    /// `/`
    #[token("/")]
    Slash,
    /// `%`
    #[token("%")]
    Percent,
    /// `@`
    #[token("@")]
    AtSign,
    /// Something that has been reported already.
    Unknown,
    /// The end of the text.
    End,
}

/// One token with its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
    /// Whether no other token stands before it on its line.
    pub first_on_line: bool,
}

impl TokenKind {
    /// The text of a token that is always written alike, without quotes.
    pub fn spelling(self) -> &'static str {
        use TokenKind::*;
        match self {
            Name => "a name",
            Backquoted => "a name between backquotes",
            Number => "a number",
            Text => "text between quotes",
            Keyword(keyword) => keyword.as_str(),
            LineComment | BlockComment => "a comment",
            Mistaken | Unknown => "something unknown",
            End => "the end of the file",
            Diamond => "<>",
            Becomes => ":=",
            Arrow => "->",
            Implies => "=>",
            Iff => "<=>",
            And => "&&",
            Or => "||",
            Bang => "!",
            Question => "?",
            Equal => "=",
            NotEqual => "!=",
            Less => "<",
            LessEqual => "<=",
            Greater => ">",
            GreaterEqual => ">=",
            DotDot => "..",
            Dot => ".",
            Comma => ",",
            Semicolon => ";",
            Colon => ":",
            Prime => "'",
            ParenOpen => "(",
            ParenClose => ")",
            BracketOpen => "[",
            BracketClose => "]",
            BraceOpen => "{",
            BraceClose => "}",
            Plus => "+",
            Minus => "-",
            Star => "*",
            Slash => "/",
            Percent => "%",
            AtSign => "@",
        }
    }

    /// Whether the token is a name of either form.
    pub fn is_name(self) -> bool {
        matches!(self, TokenKind::Name | TokenKind::Backquoted)
    }
}
