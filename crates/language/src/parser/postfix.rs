//! What is appended to a primary: `.f`, `->f`, `[e]`, `(a, b)`, `at L`, `'`.

use super::Parser;
use super::depth::Tree;
use super::precedence::Level;
use crate::ast::{ExprKind, Name};
use crate::token::{Keyword, TokenKind};

impl Parser<'_> {
    pub(super) fn postfix(&mut self, primary: Tree) -> Tree {
        let mut tree = primary;
        while !self.recovering {
            tree = match self.peek() {
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
