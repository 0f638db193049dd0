//! What is appended to a primary: `.f`, `->f`, `[e]`, `(a, b)`, `at L`, `'`.

use diagnostics::{Code, Diagnostic};

use super::Parser;
use super::depth::Tree;
use super::precedence::Level;
use super::temporal::{FormulaPlace, OperatorWord};
use crate::ast::{ExprKind, Name};
use crate::token::{Keyword, TokenKind};

impl Parser<'_> {
    pub(super) fn postfix(&mut self, primary: Tree) -> Tree {
        let mut tree = primary;
        while !self.recovering {
            tree = match self.peek() {
                TokenKind::Arrow if self.is_implication(&tree.expr.kind) => {
                    self.report_implication();
                    return tree;
                }
                TokenKind::Dot | TokenKind::Arrow => self.field(tree),
                TokenKind::BracketOpen => self.index(tree),
                TokenKind::ParenOpen if is_callable(&tree.expr.kind) => self.call(tree),
                TokenKind::Keyword(Keyword::At) => self.at_locations(tree),
                TokenKind::Prime => self.prime(tree),
                _ => return tree,
            };
        }
        tree
    }

    fn field(&mut self, base: Tree) -> Tree {
        let arrow = self.bump().kind == TokenKind::Arrow;
        if matches!(base.expr.kind, ExprKind::Int(_)) && self.at(TokenKind::Number) {
            self.expected_help("a name", "there are only whole numbers");
        }
        let Some(field) = self.name("the name of a variable") else { return Tree::error(base.expr.span) };
        let (span, height) = (base.expr.span.to(field.span), base.height);
        self.grow(ExprKind::Field { base: base.boxed(), field, arrow }, span, height)
    }

    /// Whether `->` behind this was meant as an implication: what is left of it is no reference, or what is right of
    /// it is no variable.
    fn is_implication(&self, base: &ExprKind) -> bool {
        let is_value = matches!(
            base,
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::At { .. } | ExprKind::Reach { .. }
        );
        let next = self.nth(1);
        let operator = self.tokens.get(self.at + 1).is_some_and(|token| {
            token.kind == TokenKind::Name
                && self.formula != FormulaPlace::None
                && OperatorWord::parse(self.text_of(token.span)).is_some()
        });
        let is_operand = matches!(next, TokenKind::ParenOpen | TokenKind::Bang | TokenKind::Number)
            || matches!(
                next,
                TokenKind::Keyword(Keyword::True | Keyword::False | Keyword::Forall | Keyword::Exists)
            )
            || (operator && self.starts_operand_at(2));
        let behind = self.tokens.get(self.at + 1).is_some_and(|token| !token.first_on_line);
        is_operand && behind || is_value && self.starts_operand_at(1)
    }

    fn report_implication(&mut self) {
        let message = "`->` follows a reference to one of its variables";
        let finding = Diagnostic::new(Code::WrongOperator, message, self.span(), "no reference");
        self.report(finding.with_help("implication is written `=>`"));
        self.tokens[self.at].kind = TokenKind::Implies;
    }

    fn index(&mut self, base: Tree) -> Tree {
        let open = self.bump().span;
        let index = self.climb(Level::Iff);
        self.expect_close(TokenKind::BracketClose, open);
        let (span, tallest) = (self.span_from(base.expr.span), base.height.max(index.height));
        self.grow(ExprKind::Index(base.boxed(), index.boxed()), span, tallest)
    }

    fn call(&mut self, callee: Tree) -> Tree {
        let (arguments, tallest) = self.arguments();
        let (span, tallest) = (self.span_from(callee.expr.span), tallest.max(callee.height));
        self.grow(ExprKind::Call(callee.boxed(), arguments), span, tallest)
    }

    fn at_locations(&mut self, base: Tree) -> Tree {
        self.bump();
        let (locations, braced) = self.locations();
        let (span, height) = (self.span_from(base.expr.span), base.height);
        self.grow(ExprKind::At { base: base.boxed(), locations, braced }, span, height)
    }

    fn prime(&mut self, base: Tree) -> Tree {
        let span = base.expr.span.to(self.bump().span);
        let height = base.height;
        self.grow(ExprKind::Prime(base.boxed()), span, height)
    }

    /// `L` or `{L, M}`, and whether there were braces.
    pub(super) fn locations(&mut self) -> (Vec<Name>, bool) {
        if self.at(TokenKind::BraceOpen) {
            let open = self.bump().span;
            return (self.list(TokenKind::BraceClose, open, |parser| parser.name("a location")), true);
        }
        (self.name("a location").into_iter().collect(), false)
    }
}

/// Only names can be called; behind anything else, a parenthesis is a mistake.
fn is_callable(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Name(_) | ExprKind::Field { .. })
}
