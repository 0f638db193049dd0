//! Edges and events.

use super::columns::Padding;
use super::piece::{Piece, Shape};
use super::writer::Writer;
use crate::ast::{Action, Edge, Event, Expr, StatementKind};
use crate::token::TokenKind;

impl Writer<'_> {
    /// An edge without padding; where that would go.
    pub fn edge(&mut self, edge: &Edge) -> Padding {
        let start = self.written();
        self.open(Shape::Group);
        self.open(Shape::Group);
        let mut label = None;
        if edge.label.is_some() {
            self.take();
            self.take_spaced();
            label = Some(self.pad());
        }
        self.locations(&edge.from, edge.braced);
        let from = self.pad();
        self.space();
        self.take_spaced();
        self.take();
        let to = self.pad();
        self.parts(edge.guard.as_ref(), edge.sync.is_some(), edge.action.as_ref());
        Padding { pieces: start..self.written(), label, from, to }
    }

    pub fn event(&mut self, event: &Event) {
        self.open(Shape::Group);
        self.open(Shape::Group);
        self.take_spaced();
        self.take();
        self.index_binder(event.index.as_ref());
        self.parts(event.guard.as_ref(), false, event.action.as_ref());
    }

    /// Writes a piece that may become spaces; its number.
    fn pad(&mut self) -> usize {
        self.text("");
        self.written() - 1
    }

    /// `when`, `sync` and `do`, inside the group of the edge and the group of its beginning, which are closed
    /// here: a line ends before `do` first, and before the other parts only if that is not enough.
    fn parts(&mut self, guard: Option<&Expr>, sync: bool, action: Option<&Action>) {
        self.open(Shape::Nest(2));
        if let Some(guard) = guard {
            self.line();
            self.behind_word(guard);
        }
        if sync {
            self.line();
            self.take_spaced();
            self.take();
            while matches!(self.next(), TokenKind::Bang | TokenKind::Question) {
                self.take();
            }
        }
        self.close();
        self.close();
        match action {
            None => self.close(),
            Some(action) if ends_in_block(action) => {
                self.close();
                self.open(Shape::Nest(2));
                self.write(Piece::BlockLine);
                self.take_spaced();
                self.action(action);
                self.close();
            }
            Some(action) => {
                self.open(Shape::Nest(2));
                self.line();
                self.take_spaced();
                self.open(Shape::Align);
                self.action(action);
                self.close();
                self.close();
                self.close();
            }
        }
    }
}

/// Whether the action is one block, or one statement with blocks.
fn ends_in_block(action: &Action) -> bool {
    if action.braced {
        return true;
    }
    let mut statements = action.steps.iter().flat_map(|step| &step.statements);
    let first = statements.next().map(|statement| &statement.kind);
    statements.next().is_none() && matches!(first, Some(StatementKind::Choose(_) | StatementKind::If { .. }))
}
