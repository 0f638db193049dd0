//! Properties: `[@expect(v)] kind name: body`.

use diagnostics::{Code, Diagnostic};

use super::Parser;
use super::temporal::FormulaPlace;
use crate::ast::{Expect, Name, Property, PropertyKind};
use crate::token::{Keyword, TokenKind};

impl Parser<'_> {
    pub(super) fn property(&mut self) -> Option<Property> {
        let expect = self.expectations();
        let kind = self.property_kind()?;
        let name = self.property_name()?;
        let predefined =
            kind == PropertyKind::Invariant && matches!(&*name.text, "deadlock_free" | "no_faults");
        if predefined && !self.at(TokenKind::Colon) {
            return Some(Property { expect, kind, name, body: None });
        }
        if !self.eat(TokenKind::Colon) {
            self.expected_help(
                "`:` behind the property's name",
                "a property has a name: `invariant small: x <= 3`",
            );
        }
        let formula = match kind {
            PropertyKind::Ctl => FormulaPlace::Ctl,
            PropertyKind::Ltl => FormulaPlace::Ltl,
            _ => FormulaPlace::None,
        };
        let body = self.within(formula, Self::expression);
        Some(Property { expect, kind, name, body: Some(body) })
    }

    /// `@expect(v)`, at most once.
    fn expectations(&mut self) -> Option<Expect> {
        let mut expect = None;
        while self.at(TokenKind::AtSign) {
            let start = self.bump().span;
            if !self.at(TokenKind::Name) || self.text() != "expect" {
                self.expected_help(
                    "`expect`",
                    "the only annotation is `@expect(holds)`, `(violated)` or `(unknown)`",
                );
                break;
            }
            self.bump();
            let found = self.expectation();
            if expect.is_some() {
                let place = self.span_from(start);
                let finding = Diagnostic::new(Code::Syntax, "a second `@expect`", place, "stated already");
                self.report(finding.with_help("a property has one expected verdict"));
            }
            expect = expect.or(found);
        }
        expect
    }

    /// `(holds)` and its like.
    fn expectation(&mut self) -> Option<Expect> {
        let open = self.span();
        self.expect(TokenKind::ParenOpen);
        if self.recovering {
            return None;
        }
        let expect = match (self.peek(), self.text()) {
            (TokenKind::Name, "holds") => Expect::Holds,
            (TokenKind::Name, "violated") => Expect::Violated,
            (TokenKind::Name, "unknown") => Expect::Unknown,
            _ => {
                self.expected("`holds`, `violated` or `unknown`");
                return None;
            }
        };
        self.bump();
        self.expect_close(TokenKind::ParenClose, open);
        Some(expect)
    }

    fn property_kind(&mut self) -> Option<PropertyKind> {
        let kind = match self.peek() {
            TokenKind::Keyword(Keyword::Invariant) => PropertyKind::Invariant,
            TokenKind::Keyword(Keyword::Reachable) => PropertyKind::Reachable,
            TokenKind::Keyword(Keyword::Ctl) => PropertyKind::Ctl,
            TokenKind::Keyword(Keyword::Ltl) => PropertyKind::Ltl,
            TokenKind::Keyword(Keyword::Bound) => PropertyKind::Bound,
            _ => {
                self.expected_help(
                    "a property",
                    "behind `@expect` stands `invariant`, `reachable`, `ctl`, `ltl` or `bound`",
                );
                return None;
            }
        };
        if self.recovering {
            return None;
        }
        self.bump();
        Some(kind)
    }

    /// A name, or text.
    fn property_name(&mut self) -> Option<Name> {
        let token = self.token();
        if self.eat(TokenKind::Text) {
            return Some(Name { text: self.name_text(token), span: token.span });
        }
        if self.at(TokenKind::Colon) {
            self.expected_help(
                "the name of the property",
                "a property has a name: `invariant small: x <= 3`",
            );
        }
        self.name("the name of the property")
    }
}
