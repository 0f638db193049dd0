//! Help for proofs.

use super::writer::Writer;
use crate::ast::Advice;

impl Writer<'_> {
    /// `predicate name: e`, `hint e`, `rank (e1, e2)`
    pub fn advice(&mut self, advice: &Advice) {
        match advice {
            Advice::Predicate { condition, .. } => {
                self.take_spaced();
                self.take();
                self.take();
                self.indented_body(condition);
            }
            Advice::Hint(condition) => self.behind_word(condition),
            Advice::Rank(parts) => {
                self.take_spaced();
                self.take();
                self.filled(parts, Self::expression);
                self.take();
            }
        }
    }
}
