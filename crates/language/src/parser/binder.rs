//! Bound names and their domains.

use diagnostics::{Code, Diagnostic};

use super::Parser;
use super::precedence::Level;
use crate::ast::{Binder, Domain, ExprKind, Name, TypeExpr, TypeKind};
use crate::token::{Keyword, TokenKind};

impl Parser<'_> {
    /// `[i in lo..hi]` behind the name of a process or event, if it is there.
    pub(super) fn index_binder(&mut self) -> Option<Binder> {
        if self.at(TokenKind::ParenOpen) {
            return self.index_in_parentheses();
        }
        if !self.at(TokenKind::BracketOpen) {
            return None;
        }
        let open = self.bump().span;
        let name = self.name("the name of the index");
        self.expect_in();
        let (domain, _) = self.domain();
        self.expect_close(TokenKind::BracketClose, open);
        Some(Binder { name: name?, domain })
    }

    /// `(i in lo..hi)` or `()`: reported, and taken.
    fn index_in_parentheses(&mut self) -> Option<Binder> {
        let message = "an index stands between brackets, and there are no other parameters";
        let finding = Diagnostic::new(Code::Syntax, message, self.span(), "expected `[` or nothing");
        self.report(finding.with_help("write `process P[i in 1..3] { … }`, or `process P { … }`"));
        let open = self.bump().span;
        if self.eat(TokenKind::ParenClose) {
            return None;
        }
        if self.nth(1) != TokenKind::Keyword(Keyword::In) {
            self.recovering = true;
            return None;
        }
        let name = self.name("the name of the index");
        self.expect_in();
        let (domain, _) = self.domain();
        self.expect_close(TokenKind::ParenClose, open);
        Some(Binder { name: name?, domain })
    }

    /// `i, j in D`, with the height of the domain.
    pub(super) fn bound_names(&mut self) -> (Vec<Name>, Domain, u32) {
        let names = self.open_list(|parser| parser.name("a bound name"));
        self.expect_in();
        let (domain, height) = self.domain();
        (names, domain, height)
    }

    fn expect_in(&mut self) {
        if !self.eat_keyword(Keyword::In) {
            self.expected_help("`in`", "a bound name has a domain: `i in 1..3`, or a type");
        }
    }

    /// `lo..hi` or a type, with its height.
    fn domain(&mut self) -> (Domain, u32) {
        if self.at_type_only() {
            let (ty, height) = self.type_tree();
            return (Domain::Type(ty), height);
        }
        let low = self.climb(Level::Additive);
        if self.eat(TokenKind::DotDot) {
            let high = self.climb(Level::Additive);
            let height = low.height.max(high.height);
            return (Domain::Range(low.boxed(), high.boxed()), height);
        }
        let span = low.expr.span;
        let kind = match low.expr.kind {
            ExprKind::Name(text) => TypeKind::Named(Name { text, span }),
            ref kind if can_be_set(kind) => {
                let height = low.height;
                return (Domain::Set(low.boxed()), height);
            }
            _ => {
                self.expected_help("`..`", "a domain is a range `lo..hi`, a type or a set");
                TypeKind::Error
            }
        };
        (Domain::Type(TypeExpr { kind, span }), 1)
    }
}

/// Whether an expression of this form can have a set as its value.
pub(super) fn can_be_set(kind: &ExprKind) -> bool {
    use ExprKind::*;
    matches!(kind, Name(_) | Paren(_) | If(..) | Set(_) | Call(..) | Index(..) | Field { .. } | Prime(_))
}
