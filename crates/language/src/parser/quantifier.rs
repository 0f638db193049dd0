//! `forall`, `exists`, `sum` and `count`.

use diagnostics::Span;

use super::Parser;
use super::depth::Tree;
use super::precedence::Level;
use crate::ast::{Domain, ExprKind, Name, Quantifier};
use crate::token::{Keyword, TokenKind};

impl Parser<'_> {
    /// `forall i, j in D: e`, `exists …`
    pub(super) fn quantifier(&mut self) -> Tree {
        let start = self.bump();
        let quantifier = if start.kind == TokenKind::Keyword(Keyword::Forall) {
            Quantifier::Forall
        } else {
            Quantifier::Exists
        };
        let bound = self.bound_names();
        self.expect_body_colon();
        let body = self.climb(Level::Iff);
        let span = start.span.to(body.expr.span);
        self.quantified(quantifier, bound, body, span)
    }

    /// `sum(i in D: e)`
    pub(super) fn sum(&mut self) -> Tree {
        let start = self.bump().span;
        self.quantified_call(Quantifier::Sum, start)
    }

    /// `count(i in D: e)` or `count(P at L)`
    pub(super) fn count(&mut self) -> Tree {
        let start = self.bump().span;
        if self.nth(1).is_name() && self.nth(2) == TokenKind::Keyword(Keyword::At) {
            return self.count_at(start);
        }
        self.quantified_call(Quantifier::Count, start)
    }

    /// The parentheses behind `sum` or `count`.
    fn quantified_call(&mut self, quantifier: Quantifier, start: Span) -> Tree {
        let open = self.bump().span;
        if quantifier == Quantifier::Count && self.nth(1) != TokenKind::Comma && self.nth(1) != in_token() {
            self.expected_help(
                "a bound name or a process",
                "write `count(i in 1..3: e)`, or `count(P at L)` with the name of a process or population",
            );
        }
        let bound = self.bound_names();
        self.expect_body_colon();
        let body = self.climb(Level::Iff);
        self.expect_close(TokenKind::ParenClose, open);
        let span = self.span_from(start);
        self.quantified(quantifier, bound, body, span)
    }

    fn count_at(&mut self, start: Span) -> Tree {
        let open = self.bump().span;
        let process = self.name("a process");
        self.bump();
        let (locations, braced) = self.locations();
        self.expect_close(TokenKind::ParenClose, open);
        let span = self.span_from(start);
        match process {
            Some(process) => Tree::leaf(ExprKind::CountAt { process, locations, braced }, span),
            None => Tree::error(span),
        }
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        (names, domain, height): (Vec<Name>, Domain, u32),
        body: Tree,
        span: Span,
    ) -> Tree {
        let tallest = height.max(body.height);
        self.grow(ExprKind::Quantifier { quantifier, names, domain, body: body.boxed() }, span, tallest)
    }

    /// The colon between the domain and the body.
    fn expect_body_colon(&mut self) {
        if self.at(TokenKind::Comma) {
            self.expected_help(
                "`:`",
                "names with different domains need a quantifier each: `forall i in A: forall j in B: e`",
            );
        }
        // A bar was reported where it was read.
        let is_bar = self.at(TokenKind::Or) && self.text() == "|";
        if self.at(TokenKind::Semicolon) {
            let finding = self.expected_finding("`:`");
            self.report(finding.with_help("the body stands behind a colon: `sum(i in 0..3: e)`"));
        }
        if is_bar || self.at(TokenKind::Semicolon) {
            self.bump();
            return;
        }
        self.expect(TokenKind::Colon);
    }
}

fn in_token() -> TokenKind {
    TokenKind::Keyword(Keyword::In)
}
