//! Temporal operators, which are names outside formulas.
//!
//! Inside `ctl` and `ltl` formulas the words below are operators; where one of them can only be a name, and
//! the model has such a name, an error says so. Behind `at`, `.` and `->` only a name is possible, so there
//! they are names everywhere. The body of a `let` may be used in a formula or outside; there they are operators
//! unless the model declares such a name.
//!
//! All of them are read in either logic, and the checker says which one does not belong there. The exception is
//! `U`, `W`, `R` between operands: in `ctl` they stand only between the brackets of `A[…]` and `E[…]`,
//! where what is left and right of them may be any formula.

use diagnostics::{Code, Diagnostic, Span};

use super::Parser;
use super::depth::Tree;
use super::precedence::{Infix, Level};
use crate::ast::{ExprKind, TemporalOp, UntilOp};
use crate::token::TokenKind;

/// Where an expression stands, as far as temporal operators are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FormulaPlace {
    /// Where there are none.
    None,
    /// In the body of a `let`.
    Let,
    /// In a `ctl` formula.
    Ctl,
    /// Directly between the brackets of `A[…]` or `E[…]`.
    Path,
    /// In an `ltl` formula.
    Ltl,
}

/// A word that is an operator inside formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OperatorWord {
    Unary(TemporalOp),
    Path { universal: bool },
    Until(UntilOp),
}

impl OperatorWord {
    /// The operator with this text.
    pub fn parse(text: &str) -> Option<OperatorWord> {
        Some(match text {
            "G" => OperatorWord::Unary(TemporalOp::G),
            "F" => OperatorWord::Unary(TemporalOp::F),
            "X" => OperatorWord::Unary(TemporalOp::X),
            "AG" => OperatorWord::Unary(TemporalOp::AG),
            "AF" => OperatorWord::Unary(TemporalOp::AF),
            "AX" => OperatorWord::Unary(TemporalOp::AX),
            "EG" => OperatorWord::Unary(TemporalOp::EG),
            "EF" => OperatorWord::Unary(TemporalOp::EF),
            "EX" => OperatorWord::Unary(TemporalOp::EX),
            "A" => OperatorWord::Path { universal: true },
            "E" => OperatorWord::Path { universal: false },
            "U" => OperatorWord::Until(UntilOp::U),
            "W" => OperatorWord::Until(UntilOp::W),
            "R" => OperatorWord::Until(UntilOp::R),
            _ => return None,
        })
    }
}

impl Parser<'_> {
    /// Runs `inside` in another context.
    pub(super) fn within<T>(&mut self, formula: FormulaPlace, inside: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.formula, formula);
        let result = inside(self);
        self.formula = outer;
        result
    }

    /// The operand that begins with the operator word at the present token, if it is one here.
    pub(super) fn temporal_operand(&mut self) -> Option<Tree> {
        let word = self.operator_word()?;
        match word {
            OperatorWord::Unary(op) => self.unary_temporal(op),
            OperatorWord::Path { universal } => self.path_formula(universal),
            OperatorWord::Until(_) => self.not_an_operator("stands between two formulas"),
        }
    }

    /// `U`, `W` or `R` between two operands.
    pub(super) fn until_here(&mut self) -> Option<Infix> {
        let Some(OperatorWord::Until(op)) = self.operator_word() else { return None };
        match self.formula {
            FormulaPlace::Ltl => Some(Infix::Until(op)),
            // Behind a definition in a process, the word may also be the label of an edge.
            FormulaPlace::Let if self.starts_operand_at(1) => Some(Infix::Until(op)),
            FormulaPlace::Ctl if self.starts_operand_at(1) => {
                let text = self.text();
                let finding = self.expected_finding("an operator of ctl").with_help(format!(
                    "in a ctl formula, `{text}` stands between the brackets of a path quantifier: `A[f {text} g]`"
                ));
                self.fail(finding);
                None
            }
            _ => None,
        }
    }

    /// The operator word at the present token, if such words are operators here.
    fn operator_word(&mut self) -> Option<OperatorWord> {
        if self.formula == FormulaPlace::None || self.peek() != TokenKind::Name {
            return None;
        }
        let text = self.text();
        let word = OperatorWord::parse(text)?;
        let is_name = self.formula == FormulaPlace::Let && self.declared.names.contains(text);
        if is_name && self.is_applied() {
            let message =
                format!("`{text}` is a name of this model, so it is no temporal operator in a definition");
            let finding = Diagnostic::new(Code::OperatorAsName, message, self.span(), "read as a name");
            self.fail(finding.with_help("give the name another spelling"));
        }
        (!is_name).then_some(word)
    }

    /// Whether an operand follows on the line, so that the present word is used as an operator.
    fn is_applied(&self) -> bool {
        let next_on_line = self.tokens.get(self.at + 1).is_some_and(|next| !next.first_on_line);
        let begins_item = matches!(self.nth(2), TokenKind::Arrow | TokenKind::Colon);
        let operand = matches!(self.nth(1), TokenKind::Name | TokenKind::Number | TokenKind::Bang);
        next_on_line && operand && !begins_item && !self.token().first_on_line
    }

    fn unary_temporal(&mut self, op: TemporalOp) -> Option<Tree> {
        let text = self.text();
        let next = self.nth(1);
        let called = next == TokenKind::ParenOpen && self.declared.functions.contains(text);
        let subtracted = next == TokenKind::Minus && self.declared.names.contains(text);
        if called || subtracted || !self.starts_operand_at(1) {
            return self.not_an_operator("needs a formula behind it");
        }
        Some(self.temporal_prefix(op, 1))
    }

    /// The operator at the present token, written with so many words, and its operand.
    fn temporal_prefix(&mut self, op: TemporalOp, words: usize) -> Tree {
        let start = self.span();
        for _ in 0..words {
            self.bump();
        }
        let operand = self.climb(Level::Prefix);
        let (span, height) = (start.to(operand.expr.span), operand.height);
        self.grow(ExprKind::Temporal(op, operand.boxed()), span, height)
    }

    /// `A[f U g]` and its like.
    fn path_formula(&mut self, universal: bool) -> Option<Tree> {
        if self.nth(1) == TokenKind::Name
            && let Some(op) = self.split_operator()
        {
            return Some(self.temporal_prefix(op, 2));
        }
        if self.at_box_or_diamond(1) {
            return Some(self.box_or_diamond(Some(universal)));
        }
        let in_parentheses = self.nth(1) == TokenKind::ParenOpen && self.has_until_inside();
        if self.nth(1) != TokenKind::BracketOpen && !in_parentheses {
            return self.not_an_operator("is followed by `[f U g]`");
        }
        let name = self.token();
        self.bump();
        if in_parentheses {
            let path = self.text_of(name.span);
            let message = format!("a path formula stands between brackets behind `{path}`");
            let finding = Diagnostic::new(Code::Syntax, message, self.span(), "expected `[`");
            self.report(finding.with_help(format!("write `{path}[f U g]`")));
        }
        let open = self.bump().span;
        let left = self.within(FormulaPlace::Path, |parser| parser.climb(Level::Iff));
        let op = self.path_operator(name.span);
        let right = self.within(FormulaPlace::Path, |parser| parser.climb(Level::Iff));
        let close = if in_parentheses { TokenKind::ParenClose } else { TokenKind::BracketClose };
        self.expect_close(close, open);
        let (span, tallest) = (self.span_from(name.span), left.height.max(right.height));
        let kind = ExprKind::PathUntil { universal, op, left: left.boxed(), right: right.boxed() };
        Some(self.grow(kind, span, tallest))
    }

    /// Whether `U`, `W` or `R` stands between the parentheses behind the present token.
    fn has_until_inside(&self) -> bool {
        let mut depth = 0u32;
        for token in &self.tokens[self.at + 1..] {
            match token.kind {
                TokenKind::ParenOpen => depth += 1,
                TokenKind::ParenClose if depth == 1 => return false,
                TokenKind::ParenClose => depth -= 1,
                TokenKind::End => return false,
                TokenKind::Name if depth == 1 && matches!(self.text_of(token.span), "U" | "W" | "R") => {
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    /// Whether `[]` or `<>` stands so many tokens further on, where an operand begins.
    pub(super) fn at_box_or_diamond(&self, distance: usize) -> bool {
        let is_box =
            (self.nth(distance), self.nth(distance + 1)) == (TokenKind::BracketOpen, TokenKind::BracketClose);
        !self.recovering && (is_box || self.nth(distance) == TokenKind::Diamond)
    }

    /// `[] f`, `<> f`, or such an operator behind `A` or `E`: reported, and read as what was meant.
    pub(super) fn box_or_diamond(&mut self, path: Option<bool>) -> Tree {
        use TemporalOp::*;
        let start = self.span();
        if path.is_some() {
            self.bump();
        }
        let is_box = self.bump().kind == TokenKind::BracketOpen;
        if is_box {
            self.bump();
        }
        let is_ctl = matches!(self.formula, FormulaPlace::Ctl | FormulaPlace::Path);
        let (op, help) = match (path, is_box) {
            (Some(true), true) => (AG, "write `AG`"),
            (Some(true), false) => (AF, "write `AF`"),
            (Some(false), true) => (EG, "write `EG`"),
            (Some(false), false) => (EF, "write `EF`"),
            (None, true) if is_ctl => (AG, "write `AG` (on all paths) or `EG` (on some path)"),
            (None, false) if is_ctl => (AF, "write `AF` (on all paths) or `EF` (on some path)"),
            (None, true) => (G, "write `G`"),
            (None, false) => (F, "write `F`"),
        };
        let span = self.span_from(start);
        let message = format!("`{}` is not an operator of this language", self.text_of(span));
        let finding = Diagnostic::new(Code::WrongOperator, message, span, "unknown operator").with_help(help);
        self.report(finding.with_replacement(format!("{op:?} ")));
        let operand = self.climb(Level::Prefix);
        let (span, height) = (start.to(operand.expr.span), operand.height);
        self.grow(ExprKind::Temporal(op, operand.boxed()), span, height)
    }

    /// `A G` where `AG` was meant.
    fn split_operator(&mut self) -> Option<TemporalOp> {
        let next = self.tokens[self.at + 1].span;
        let joined = format!("{}{}", self.text(), self.text_of(next));
        let Some(OperatorWord::Unary(op)) = OperatorWord::parse(&joined) else { return None };
        let both = self.span().to(next);
        self.report(
            Diagnostic::new(Code::Syntax, format!("`{joined}` is one word"), both, "one operator")
                .with_help(format!("write `{joined}`"))
                .with_replacement(joined.as_str()),
        );
        Some(op)
    }

    /// The operator in the middle of `A[f U g]`.
    fn path_operator(&mut self, name: Span) -> UntilOp {
        let word = if self.at(TokenKind::Name) { OperatorWord::parse(self.text()) } else { None };
        if let Some(OperatorWord::Until(op)) = word {
            self.bump();
            return op;
        }
        if self.at(TokenKind::BracketClose) && self.declared.names.contains(self.text_of(name)) {
            let finding = operator_as_name(self.text_of(name), name);
            self.fail(finding);
        }
        self.expected("`U`, `W` or `R`");
        UntilOp::U
    }

    /// The operator word at the present token has no operand: it was meant as a name, or something is missing.
    fn not_an_operator(&mut self, rule: &str) -> Option<Tree> {
        let (text, here) = (self.text(), self.span());
        if self.declared.names.contains(text) {
            self.report(operator_as_name(text, here));
            return None;
        }
        let message = format!("the temporal operator `{text}` {rule}");
        self.fail(Diagnostic::new(Code::Syntax, message, here, "an operator inside formulas"));
        Some(Tree::error(here))
    }
}

fn operator_as_name(text: &str, at: Span) -> Diagnostic {
    let message = format!("`{text}` is a name of this model, but inside a formula it is a temporal operator");
    Diagnostic::new(Code::OperatorAsName, message, at, "read as an operator")
        .with_help("give the name another spelling, or put it between backquotes here")
}
