//! Likely slips where an operator or operand was expected.

use diagnostics::{Code, Diagnostic};

use super::Parser;
use super::depth::Tree;
use super::precedence::{Infix, Level};
use crate::ast::ExprKind;
use crate::token::{Keyword, TokenKind};

impl Parser<'_> {
    /// Whether an operand can begin at the present token.
    pub(super) fn starts_operand(&self) -> bool {
        self.starts_operand_at(0)
    }

    /// Whether an operand can begin that many tokens further on.
    pub(super) fn starts_operand_at(&self, distance: usize) -> bool {
        use Keyword::*;
        match self.nth(distance) {
            TokenKind::Name | TokenKind::Backquoted | TokenKind::Number | TokenKind::ParenOpen => true,
            TokenKind::Bang | TokenKind::Minus | TokenKind::Diamond => true,
            TokenKind::BracketOpen => self.nth(distance + 1) == TokenKind::BracketClose,
            TokenKind::Keyword(keyword) => {
                matches!(keyword, True | False | Null | SelfRef | If | Forall | Exists)
            }
            _ => false,
        }
    }

    /// `and`, `or` and the like between two operands: reported, and read as the operator that was meant.
    pub(super) fn mistaken_infix(&mut self) -> Option<Infix> {
        let meant = match self.peek() {
            TokenKind::Keyword(Keyword::Or) => TokenKind::Or,
            TokenKind::Diamond => TokenKind::NotEqual,
            TokenKind::Name => infix_word(self.text())?,
            _ => return None,
        };
        if !self.starts_operand_at(1) || self.declared.names.contains(self.text()) {
            return None;
        }
        self.replace_word(meant);
        Infix::of(meant)
    }

    /// Whether `not` stands before an operand: reported, and read as `!`.
    pub(super) fn at_mistaken_not(&mut self) -> bool {
        let text = self.text();
        let is_not = self.peek() == TokenKind::Name && text.eq_ignore_ascii_case("not");
        let found = is_not && self.starts_operand_at(1) && !self.declared.names.contains(text);
        if found {
            self.replace_word(TokenKind::Bang);
        }
        found
    }

    /// Reports a word that stands for an operator in other languages and puts the operator in its place.
    fn replace_word(&mut self, meant: TokenKind) {
        let message = format!("`{}` is not an operator of this language", self.text());
        let finding = Diagnostic::new(Code::WrongOperator, message, self.span(), "unknown operator")
            .with_help(format!("write `{}`", meant.spelling()))
            .with_replacement(meant.spelling());
        self.report(finding);
        self.tokens[self.at].kind = meant;
    }

    /// Reports that an operand is missing, or takes a reserved word that was meant as a name.
    pub(super) fn missing_operand(&mut self) -> Tree {
        let here = self.span();
        if let TokenKind::Keyword(keyword) = self.peek()
            && !self.is_syntax_here(keyword)
            && self.is_used_as_name()
        {
            self.report_reserved(keyword);
            self.bump();
            return Tree::leaf(ExprKind::Name(keyword.as_str().to_string()), here);
        }
        if let Some(finding) = self.foreign_operator() {
            self.fail(finding);
        } else if let Some(help) = self.operand_help() {
            self.expected_help("an expression", help);
        } else {
            self.expected("an expression");
        }
        Tree::error(here)
    }

    /// Reports `:=` at the present token, behind an expression, and takes what would be assigned.
    pub(super) fn report_assignment(&mut self, message: &str, help: &str) {
        let finding = Diagnostic::new(Code::AssignOrEqual, message, self.span(), "an assignment");
        self.report(finding.with_help(help));
        self.bump();
        if !self.eat_keyword(Keyword::Any) {
            self.climb(Level::Iff);
        }
    }

    /// Whether an operand follows on the line where an expression has ended, so that an operator is missing
    /// between the two; a name may also begin an edge.
    pub(super) fn is_cut_short(&self) -> bool {
        use Keyword::*;
        let operand = match self.peek() {
            TokenKind::Name | TokenKind::Backquoted => {
                !matches!(self.nth(1), TokenKind::Arrow | TokenKind::Colon) && !self.at_advice()
            }
            TokenKind::Number | TokenKind::ParenOpen | TokenKind::Unknown => true,
            TokenKind::Keyword(keyword) => matches!(keyword, True | False | Null | SelfRef),
            _ => false,
        };
        operand && !self.token().first_on_line
    }

    /// Words that separate parts and are hardly ever meant as names.
    fn is_syntax_here(&self, keyword: Keyword) -> bool {
        use Keyword::*;
        matches!(keyword, Any | At | Do | Else | In | Of | Or | Then | When | Where | Skip)
    }

    /// The finding about `++`, `--`, `+=` and their like, which end at the present token.
    fn foreign_operator(&self) -> Option<Diagnostic> {
        use TokenKind::*;
        let previous = self.previous()?;
        let decremented = self.at >= 2 && self.tokens[self.at - 2].kind == Minus && previous.kind == Minus;
        let span = match (previous.kind, self.peek()) {
            _ if decremented => self.tokens[self.at - 2].span.to(previous.span),
            (Plus, Plus) if self.touches_previous() => previous.span.to(self.span()),
            (Plus | Minus | Star | Slash | Percent, Equal) if self.touches_previous() => {
                previous.span.to(self.span())
            }
            _ => return None,
        };
        let text = self.text_of(span);
        let sign = text.chars().next().unwrap_or('+');
        let before = self.tokens[..self.at].iter().rfind(|token| token.span.end <= span.start);
        let name = before.filter(|token| token.kind.is_name()).map_or("x", |token| self.text_of(token.span));
        let behind = self
            .tokens
            .get(self.at + 1)
            .filter(|token| text.ends_with('=') && (token.kind.is_name() || token.kind == TokenKind::Number));
        let amount = behind.map_or("1", |token| self.text_of(token.span));
        let message = format!("`{text}` is not an operator of this language");
        let finding = Diagnostic::new(Code::WrongOperator, message, span, "unknown operator");
        Some(finding.with_help(format!("write `{name} := {name} {sign} {amount}`")))
    }

    /// What was probably meant by the token that is no operand.
    fn operand_help(&self) -> Option<&'static str> {
        Some(match self.peek() {
            TokenKind::Plus => "there is no `+` before a single operand; leave it out",
            TokenKind::Text => "text can only be the name of a property",
            TokenKind::Keyword(Keyword::Any) => "`any` can stand only directly behind `:=`",
            TokenKind::Keyword(Keyword::Else) => "an `else` belongs to an `if … then`",
            _ => return None,
        })
    }
}

/// Whether a word stands for an operator in other languages.
pub(super) fn is_operator_elsewhere(word: &str) -> bool {
    infix_word(word).is_some() || word.eq_ignore_ascii_case("not")
}

/// The operator that a word stands for in other languages.
fn infix_word(word: &str) -> Option<TokenKind> {
    Some(match word {
        "and" | "AND" => TokenKind::And,
        "OR" => TokenKind::Or,
        "implies" => TokenKind::Implies,
        "iff" => TokenKind::Iff,
        "mod" => TokenKind::Percent,
        "div" => TokenKind::Slash,
        _ => return None,
    })
}
