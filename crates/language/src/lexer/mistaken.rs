//! Operators of other languages: reported, then read as what was meant, so that one slip is one finding.

use diagnostics::{Code, Diagnostic, Span};

use super::Lexer;
use crate::token::{Keyword, TokenKind};

impl Lexer<'_> {
    pub(super) fn mistaken(&mut self, start: usize) {
        let span = Span::new(start, self.end());
        let text = &self.source[span.range()];
        if matches!(text, "-->" | "~>") {
            return self.leads_to(span);
        }
        let Some(meant) = meaning(text) else {
            let help = match text.starts_with('\\') {
                true => "operators are `&&`, `||`, `!`, `in`, `forall x in S: e`, `exists x in S: e`",
                false => "there is no power operator; write the product",
            };
            self.report(
                Diagnostic::new(
                    Code::WrongOperator,
                    format!("`{text}` is not an operator of this language"),
                    span,
                    "unknown operator",
                )
                .with_help(help),
            );
            return self.push(TokenKind::Unknown, start);
        };
        let message = format!("`{text}` is not an operator of this language");
        self.report(
            Diagnostic::new(Code::WrongOperator, message, span, "unknown operator")
                .with_help(format!("write `{}`", meant.spelling()))
                .with_replacement(meant.spelling()),
        );
        self.push(meant, start);
    }

    /// `p --> q`, or an edge with too long an arrow.
    fn leads_to(&mut self, span: Span) {
        let is_edge = self.result.tokens.last().is_some_and(|last| last.first_on_line);
        let (meant, help) = match is_edge {
            true => (TokenKind::Arrow, "an edge is written `->`"),
            false => (TokenKind::Implies, "write `G (p => F q)` in `ltl`, `AG (p => AF q)` in `ctl`"),
        };
        let message = format!("`{}` is not an operator of this language", &self.source[span.range()]);
        let finding = Diagnostic::new(Code::WrongOperator, message, span, "unknown operator").with_help(help);
        self.report(if is_edge { finding.with_replacement("->") } else { finding });
        self.push(meant, span.start as usize);
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
        "!==" | "≠" => TokenKind::NotEqual,
        "=<" | "≤" => TokenKind::LessEqual,
        "≥" => TokenKind::GreaterEqual,
        "~" | "¬" => TokenKind::Bang,
        "→" => TokenKind::Arrow,
        "..." | "…" => TokenKind::DotDot,
        "∈" => TokenKind::Keyword(Keyword::In),
        "\\in" => TokenKind::Keyword(Keyword::In),
        "\\A" => TokenKind::Keyword(Keyword::Forall),
        "\\E" => TokenKind::Keyword(Keyword::Exists),
        "\\land" => TokenKind::And,
        "\\lor" => TokenKind::Or,
        "\\lnot" | "\\neg" => TokenKind::Bang,
        "\\leq" => TokenKind::LessEqual,
        "\\geq" => TokenKind::GreaterEqual,
        "∀" => TokenKind::Keyword(Keyword::Forall),
        "∃" => TokenKind::Keyword(Keyword::Exists),
        _ => return None,
    })
}
