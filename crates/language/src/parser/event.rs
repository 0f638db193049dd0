//! Events: `event e[i in lo..hi] when g do a`.

use super::Parser;
use crate::ast::Event;
use crate::token::{Keyword, TokenKind};

impl Parser<'_> {
    pub(super) fn event(&mut self) -> Option<Event> {
        self.bump();
        let name = self.name("the name of the event")?;
        let index = self.index_binder();
        if self.at(TokenKind::Keyword(Keyword::Sync)) && !self.token().first_on_line {
            self.expected_help("`when` or `do`", "only edges of processes can synchronise");
        }
        let tail = self.tail(false);
        Some(Event { name, index, guard: tail.guard, action: tail.action })
    }
}
