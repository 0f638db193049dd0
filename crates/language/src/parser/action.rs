//! Actions, their steps, and blocks.

use diagnostics::Span;

use super::Parser;
use crate::ast::{Action, Block, Step};
use crate::token::{Keyword, TokenKind};

impl Parser<'_> {
    /// A step, or steps between braces.
    pub(super) fn action(&mut self) -> Action {
        let start = self.span();
        let braced = self.at(TokenKind::BraceOpen);
        let steps = if braced {
            let open = self.bump().span;
            if self.at_keyword(Keyword::When) {
                self.expected_help("a statement", "the guard of an edge or event stands before `do`");
            }
            self.steps(open)
        } else {
            vec![self.step()]
        };
        Action { steps, braced, span: self.span_from(start) }
    }

    /// `{ when e do step; step }`
    pub(super) fn block(&mut self) -> Block {
        let start = self.span();
        if !self.expect(TokenKind::BraceOpen) {
            return Block { guard: None, steps: Vec::new(), span: start };
        }
        let guard = if self.eat_keyword(Keyword::When) {
            let guard = self.expression();
            self.expect(TokenKind::Keyword(Keyword::Do));
            Some(guard)
        } else {
            None
        };
        let steps = self.steps(start);
        Block { guard, steps, span: self.span_from(start) }
    }

    /// Steps up to the brace that closes `open`; an error in one of them does not spoil the next.
    fn steps(&mut self, open: Span) -> Vec<Step> {
        let mut steps = Vec::new();
        loop {
            while self.eat(TokenKind::Semicolon) {}
            if !steps.is_empty() && self.at(TokenKind::BraceClose) {
                break;
            }
            steps.push(self.step());
            self.expect_end_of_step(open);
            if self.recovering && !self.skip_to_step() {
                return steps;
            }
        }
        self.bump();
        steps
    }

    /// Reports anything but `;` or the brace that closes `open`; neither is taken.
    fn expect_end_of_step(&mut self, open: Span) {
        if self.recovering || matches!(self.peek(), TokenKind::Semicolon | TokenKind::BraceClose) {
            return;
        }
        if self.at_strong_item() || self.peek() == TokenKind::End {
            self.expect_close(TokenKind::BraceClose, open);
        } else {
            self.expected_help(
                "`;`, `,` or `}`",
                "`a; b` does one step after the other, `a, b` both at once",
            );
        }
    }

    /// Statements with commas between.
    pub(super) fn step(&mut self) -> Step {
        let start = self.span();
        let statements = self.open_list(|parser| Some(parser.statement()));
        Step { statements, span: self.span_from(start) }
    }
}
