//! Names, and reserved words that were meant to be names.

use diagnostics::{Code, Diagnostic};

use super::Parser;
use super::mistake::is_operator_elsewhere;
use super::temporal::OperatorWord;
use crate::ast::Name;
use crate::token::{Keyword, Token, TokenKind};

impl Parser<'_> {
    /// A name; `what` says of what, for the message if there is none.
    pub(super) fn name(&mut self, what: &str) -> Option<Name> {
        if self.recovering {
            return None;
        }
        let token = self.token();
        match token.kind {
            TokenKind::Name | TokenKind::Backquoted => {}
            TokenKind::Keyword(keyword) if self.is_used_as_name() => self.report_reserved(keyword),
            TokenKind::Text => {
                let help = "only a property's name may be text; write other names between backquotes";
                self.expected_help(what, help);
                return None;
            }
            _ => {
                self.expected(what);
                return None;
            }
        }
        self.bump();
        Some(Name { text: self.name_text(token), span: token.span })
    }

    /// The text of a name without its backquotes.
    pub(super) fn name_text(&self, token: Token) -> String {
        let text = self.text_of(token.span);
        match token.kind {
            TokenKind::Backquoted | TokenKind::Text => text[1..text.len() - 1].to_string(),
            _ => text.to_string(),
        }
    }

    /// Whether the reserved word at the present token stands where only a name makes sense, as opposed to the
    /// beginning of the next item or part.
    pub(super) fn is_used_as_name(&self) -> bool {
        use TokenKind::*;
        match self.nth(1) {
            Comma | Colon | Becomes | Arrow | Equal | NotEqual | Less | LessEqual | Greater
            | GreaterEqual | Prime | Dot | DotDot | ParenClose | BracketClose | And | Or | Implies | Iff
            | Plus | Star | Slash | Percent | Semicolon | BraceClose | End => true,
            Keyword(next) => self.precedes_part(next) || self.next_begins_line(),
            BraceOpen | BracketOpen | ParenOpen | Minus | Name | Backquoted | Number => false,
            _ => self.next_begins_line(),
        }
    }

    /// Whether a name would be followed by this word, as opposed to the present word beginning a part itself.
    fn precedes_part(&self, next: Keyword) -> bool {
        use Keyword::*;
        let is_part = |word| matches!(word, When | Do | Sync | Where | Then | Else);
        let present = match self.peek() {
            TokenKind::Keyword(present) => is_part(present),
            _ => false,
        };
        matches!(next, In | At) || (is_part(next) && !present)
    }

    fn next_begins_line(&self) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|token| token.first_on_line)
    }

    /// Reports that the reserved word at the present token is no name, once for each word.
    pub(super) fn report_reserved(&mut self, keyword: Keyword) {
        if !self.is_first_report(keyword) {
            return;
        }
        let word = keyword.as_str();
        let here = self.span();
        let finding = if keyword.is_for_later() {
            Diagnostic::new(
                Code::NotSupportedYet,
                format!("`{word}` is not supported yet"),
                here,
                "reserved for later",
            )
            .with_help(format!("as a name it has to stand between backquotes, `{word}`, or take another one"))
            .with_replacement(format!("`{word}`"))
        } else {
            let listed = self.diagnostics.iter().any(|earlier| earlier.code == Code::ReservedWord);
            let help = "choose another name, or put this one between backquotes";
            let words = if listed { String::new() } else { format!("; reserved are:{}", reserved_words()) };
            Diagnostic::new(
                Code::ReservedWord,
                format!("`{word}` is a reserved word"),
                here,
                "cannot be a name",
            )
            .with_help(format!("{help}{words}"))
            .with_replacement(format!("`{word}`"))
        };
        self.report(finding);
    }

    /// Whether nothing was said yet of a word that is wrong at every place where it stands.
    pub(super) fn is_first_report(&mut self, keyword: Keyword) -> bool {
        let is_first = !self.reserved.contains(&keyword);
        if is_first && !self.recovering {
            self.reserved.push(keyword);
        }
        is_first
    }
}

/// The reserved words, a few lines of them.
fn reserved_words() -> String {
    let mut text = String::new();
    let mut width = LINE;
    for word in Keyword::ALL.iter().filter(|word| !word.is_for_later()).map(|word| word.as_str()) {
        if width + 1 + word.len() > LINE {
            text.push('\n');
            width = 0;
        } else {
            text.push(' ');
        }
        text.push_str(word);
        width += 1 + word.len();
    }
    text
}

/// How wide a line of reserved words may be.
const LINE: usize = 80;

/// Whether a name means the same without backquotes wherever it stands.
pub fn is_plain_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    let starts = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    starts
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && Keyword::parse(name).is_none()
        && OperatorWord::parse(name).is_none()
        && !is_operator_elsewhere(name)
        && !matches!(name, "min" | "max" | "abs" | "sum" | "count" | "index" | "reach")
        && !matches!(
            name,
            "union" | "inter" | "minus" | "subset" | "card" | "len" | "empty" | "full" | "head"
        )
}
