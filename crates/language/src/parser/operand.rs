//! What stands between infix operators.

use diagnostics::{Code, Diagnostic, Span};

use super::Parser;
use super::depth::Tree;
use super::precedence::Level;
use super::temporal::FormulaPlace;
use crate::ast::{Expr, ExprKind, Name, UnaryOp};
use crate::token::{Keyword, Token, TokenKind};

impl Parser<'_> {
    /// A prefix operator with its operand, `if`, a quantifier, or a primary with what is appended to it.
    pub(super) fn operand(&mut self) -> Tree {
        if self.recovering {
            return Tree::error(self.span());
        }
        match self.peek() {
            TokenKind::Bang => self.prefix(UnaryOp::Not, Level::Prefix),
            TokenKind::Minus => self.prefix(UnaryOp::Neg, Level::Negation),
            TokenKind::Keyword(Keyword::If) => self.conditional(),
            TokenKind::Keyword(Keyword::Forall | Keyword::Exists) => self.quantifier(),
            _ => match self.temporal_operand() {
                Some(tree) => tree,
                None if self.at_mistaken_not() => self.prefix(UnaryOp::Not, Level::Prefix),
                None if self.at_box_or_diamond(0) => self.box_or_diamond(None),
                None if self.foreign_operand() => Tree::error(self.span()),
                None => {
                    let primary = self.primary();
                    self.postfix(primary)
                }
            },
        }
    }

    fn prefix(&mut self, op: UnaryOp, level: Level) -> Tree {
        let start = self.bump().span;
        let operand = self.climb(level);
        let (span, height) = (start.to(operand.expr.span), operand.height);
        self.grow(ExprKind::Unary(op, operand.boxed()), span, height)
    }

    /// `if c then a else b`
    fn conditional(&mut self) -> Tree {
        let start = self.bump().span;
        let condition = self.climb(Level::Iff);
        self.conditional_after(start, condition, "an `if` that gives a value needs both branches")
    }

    /// The rest of `if c then a else b` behind its condition; `help` is for a missing `else`.
    pub(super) fn conditional_after(&mut self, start: Span, condition: Tree, help: &str) -> Tree {
        self.expect(TokenKind::Keyword(Keyword::Then));
        let then = self.climb(Level::Iff);
        if !self.eat_keyword(Keyword::Else) {
            self.expected_help("`else`", help);
        }
        let otherwise = self.climb(Level::Iff);
        let span = start.to(otherwise.expr.span);
        let tallest = condition.height.max(then.height).max(otherwise.height);
        self.grow(ExprKind::If(condition.boxed(), then.boxed(), otherwise.boxed()), span, tallest)
    }

    fn primary(&mut self) -> Tree {
        let token = self.token();
        let kind = match token.kind {
            TokenKind::Number => self.number(token),
            TokenKind::ParenOpen => return self.parenthesised(),
            TokenKind::Name if self.nth(1) == TokenKind::ParenOpen && self.text() == "sum" => {
                return self.sum();
            }
            TokenKind::Name if self.nth(1) == TokenKind::ParenOpen && self.text() == "count" => {
                return self.count();
            }
            TokenKind::Name if self.nth(1) == TokenKind::ParenOpen && self.text() == "reach" => {
                return self.reach();
            }
            TokenKind::BraceOpen => {
                let (members, tallest) = self.set_members();
                return self.grow(ExprKind::Set(members), self.span_from(token.span), tallest);
            }
            TokenKind::BracketOpen => return self.array_literal(),
            TokenKind::Name | TokenKind::Backquoted if self.at_record_literal() => {
                return self.record_literal();
            }
            TokenKind::Name | TokenKind::Backquoted => ExprKind::Name(self.name_text(token)),
            TokenKind::Keyword(Keyword::True) => ExprKind::Bool(true),
            TokenKind::Keyword(Keyword::False) => ExprKind::Bool(false),
            TokenKind::Keyword(Keyword::Null) => ExprKind::Null,
            TokenKind::Keyword(Keyword::SelfRef) => ExprKind::SelfRef,
            _ => return self.missing_operand(),
        };
        self.bump();
        Tree::leaf(kind, token.span)
    }

    /// `[e1, e2]`
    fn array_literal(&mut self) -> Tree {
        let open = self.bump().span;
        let mut tallest = 0;
        let elements = self.list(TokenKind::BracketClose, open, |parser| {
            let element = parser.climb(Level::Iff);
            tallest = tallest.max(element.height);
            Some(element.expr)
        });
        self.grow(ExprKind::List(elements), self.span_from(open), tallest)
    }

    /// Whether `T{f:` stands here. No block begins with a name and a colon, so a brace behind a name opens a record only so.
    fn at_record_literal(&self) -> bool {
        self.nth(1) == TokenKind::BraceOpen && self.nth(2).is_name() && self.nth(3) == TokenKind::Colon
    }

    /// `T{f: e, g: d}`
    fn record_literal(&mut self) -> Tree {
        let token = self.bump();
        let ty = Name { text: self.name_text(token), span: token.span };
        let open = self.bump().span;
        let mut tallest = 0;
        let fields = self.list(TokenKind::BraceClose, open, |parser| {
            let field = parser.name("the name of a field");
            parser.expect(TokenKind::Colon);
            let value = parser.climb(Level::Iff);
            tallest = tallest.max(value.height);
            Some((field?, value.expr))
        });
        self.grow(ExprKind::Record(ty, fields), self.span_from(token.span), tallest)
    }

    fn parenthesised(&mut self) -> Tree {
        let open = self.bump().span;
        let formula = if self.formula == FormulaPlace::Path { FormulaPlace::Ctl } else { self.formula };
        let inner = self.within(formula, |parser| parser.climb(Level::Iff));
        self.expect_close(TokenKind::ParenClose, open);
        let (span, height) = (self.span_from(open), inner.height);
        self.grow(ExprKind::Paren(inner.boxed()), span, height)
    }

    fn number(&mut self, token: Token) -> ExprKind {
        let text = self.text_of(token.span);
        match text.parse::<i128>() {
            Ok(value) => ExprKind::Int(value),
            Err(_) => {
                // Anything with other characters than digits has been reported by the lexer.
                if text.bytes().all(|byte| byte.is_ascii_digit()) {
                    let finding = Diagnostic::new(
                        Code::NumberTooLarge,
                        "this number is too large",
                        token.span,
                        format!("larger than {}", i128::MAX),
                    );
                    self.report(finding.with_help("numbers have at most 128 bits, one of them for the sign"));
                }
                ExprKind::Error
            }
        }
    }

    /// The arguments of a call or the like between parentheses, with the height of the tallest.
    pub(super) fn arguments(&mut self) -> (Vec<Expr>, u32) {
        let open = self.bump().span;
        let mut tallest = 0;
        let arguments = self.list_or_nothing(TokenKind::ParenClose, open, |parser| {
            let argument = parser.climb(Level::Iff);
            tallest = tallest.max(argument.height);
            Some(argument.expr)
        });
        (arguments, tallest)
    }
}
