//! Fairness: `fair X`, `strong X`, `justice e`, `compassion (e, f)`.

use super::Parser;
use crate::ast::{FairTarget, Fairness};
use crate::token::{Keyword, TokenKind};

impl Parser<'_> {
    pub(super) fn fairness(&mut self, keyword: Keyword) -> Fairness {
        self.bump();
        match keyword {
            Keyword::Fair => Fairness::Weak(self.open_list(Self::fair_target)),
            Keyword::Strong => Fairness::Strong(self.open_list(Self::fair_target)),
            Keyword::Justice => Fairness::Justice(self.expression()),
            _ => self.compassion(),
        }
    }

    /// `X`, `X[e]`, `X.label` or `X[e].label`
    fn fair_target(&mut self) -> Option<FairTarget> {
        let name = self.name("an event, process or population")?;
        let index = if self.at(TokenKind::BracketOpen) {
            let open = self.bump().span;
            let index = self.expression();
            self.expect_close(TokenKind::BracketClose, open);
            Some(index)
        } else {
            None
        };
        let label = if self.eat(TokenKind::Dot) { self.name("the label of an edge") } else { None };
        let span = self.span_from(name.span);
        Some(FairTarget { name, index, label, span })
    }

    fn compassion(&mut self) -> Fairness {
        let open = self.span();
        if !self.eat(TokenKind::ParenOpen) {
            self.expected_help(
                "`(`",
                "write `compassion (e, f)`: if e infinitely often, then f infinitely often",
            );
        }
        let first = self.expression();
        self.expect(TokenKind::Comma);
        let second = self.expression();
        self.expect_close(TokenKind::ParenClose, open);
        Fairness::Compassion(first, second)
    }
}
