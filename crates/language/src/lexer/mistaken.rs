//! Operators of other languages: reported, then read as what was meant, so that one slip is one finding.

use diagnostics::{Code, Diagnostic, Span};

use super::Lexer;
use crate::token::{Keyword, TokenKind};

impl Lexer<'_> {
    pub(super) fn mistaken(&mut self, start: usize) {
        let span = Span::new(start, self.end());
        let text = &self.source[span.range()];
        let Some(meant) = meaning(text) else {
            self.report(
                Diagnostic::new(
                    Code::WrongOperator,
                    format!("`{text}` is not an operator of this language"),
                    span,
                    "unknown operator",
                )
                .with_help("there is no power operator; write the product"),
            );
            return self.push(TokenKind::Unknown, start);
        };
        let message = format!("`{text}` is not an operator of this language");
        self.report(
            Diagnostic::new(Code::WrongOperator, message, span, "unknown operator")
                .with_help(format!("write `{}`", meant.spelling())),
        );
        self.push(meant, start);
    }
}

/// The operator that was probably meant.
fn meaning(text: &str) -> Option<TokenKind> {
    Some(match text {
        "&" | "/\\" | "∧" => TokenKind::And,
        "|" | "\\/" | "∨" => TokenKind::Or,
        "==>" | "⇒" => TokenKind::Implies,
        "<->" | "⇔" | "↔" => TokenKind::Iff,
        "===" => TokenKind::Equal,
        "!==" | "<>" | "≠" => TokenKind::NotEqual,
        "=<" | "≤" => TokenKind::LessEqual,
        "≥" => TokenKind::GreaterEqual,
        "~" | "¬" => TokenKind::Bang,
        "→" => TokenKind::Arrow,
        "..." | "…" => TokenKind::DotDot,
        "∈" => TokenKind::Keyword(Keyword::In),
        "∀" => TokenKind::Keyword(Keyword::Forall),
        "∃" => TokenKind::Keyword(Keyword::Exists),
        _ => return None,
    })
}
