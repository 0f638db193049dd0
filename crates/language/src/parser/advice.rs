//! Help for proofs: `predicate name: e`, `hint e`, `rank (e1, e2)`.
//!
//! The three words are reserved only at the start of an item; a location or label may have such a name.

use super::Parser;
use crate::ast::Advice;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Whether one of the three begins at the present token, as opposed to an edge that begins with such a name.
    pub(super) fn at_advice(&self) -> bool {
        if self.peek() != TokenKind::Name {
            return false;
        }
        match self.text() {
            "predicate" => self.nth(1).is_name() || matches!(self.nth(1), TokenKind::Keyword(_)),
            "hint" | "rank" => self.starts_operand_at(1),
            _ => false,
        }
    }

    /// The item at the present token, which is one of the three.
    pub(super) fn advice(&mut self) -> Option<Advice> {
        let word = self.text();
        self.bump();
        match word {
            "predicate" => self.predicate(),
            "hint" => Some(Advice::Hint(self.expression())),
            _ => self.rank(),
        }
    }

    fn predicate(&mut self) -> Option<Advice> {
        let name = self.name("the name of the predicate")?;
        if !self.eat(TokenKind::Colon) {
            let help = "a predicate has a name: `predicate even: x % 2 = 0`";
            self.expected_help("`:` behind the predicate's name", help);
        }
        Some(Advice::Predicate { name, condition: self.expression() })
    }

    fn rank(&mut self) -> Option<Advice> {
        let open = self.span();
        if !self.eat(TokenKind::ParenOpen) {
            self.expected_help("`(`", "a rank is a list of integers: `rank (N - done, pending)`");
            return None;
        }
        let parts = self.list(TokenKind::ParenClose, open, |parser| Some(parser.expression()));
        Some(Advice::Rank(parts))
    }
}
