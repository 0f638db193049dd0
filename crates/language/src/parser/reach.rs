//! `reach(p, next, q)`.

use super::Parser;
use super::depth::Tree;
use super::precedence::Level;
use crate::ast::{ExprKind, Name};
use crate::token::TokenKind;

impl Parser<'_> {
    /// `reach(p, next, q)`, `reach(p, {next, prev}, q)`
    pub(super) fn reach(&mut self) -> Tree {
        let start = self.bump().span;
        let open = self.bump().span;
        let from = self.climb(Level::Iff);
        self.reach_comma();
        let (links, braced) = self.links();
        self.reach_comma();
        let goal = self.climb(Level::Iff);
        self.expect_close(TokenKind::ParenClose, open);
        let (span, tallest) = (self.span_from(start), from.height.max(goal.height));
        let kind = ExprKind::Reach { start: from.boxed(), links, braced, goal: goal.boxed() };
        self.grow(kind, span, tallest)
    }

    fn reach_comma(&mut self) {
        if !self.eat(TokenKind::Comma) {
            let help = "write `reach(p, next, q)`: from p along the variable `next`, q is met";
            self.expected_help("`,`", help);
        }
    }

    /// `next` or `{next, prev}`, and whether there were braces.
    fn links(&mut self) -> (Vec<Name>, bool) {
        let what = "the name of a variable that holds a reference";
        if self.at(TokenKind::BraceOpen) {
            let open = self.bump().span;
            return (self.list(TokenKind::BraceClose, open, |parser| parser.name(what)), true);
        }
        (self.name(what).into_iter().collect(), false)
    }
}
