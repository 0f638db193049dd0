//! Processes, populations and their items.

use super::columns::Padding;
use super::piece::{Piece, Shape};
use super::writer::Writer;
use crate::ast::{Process, ProcessItem, ProcessItemKind, Start, StartCount};

impl Writer<'_> {
    pub fn process(&mut self, process: &Process) {
        self.take_spaced();
        self.take();
        self.index_binder(process.index.as_ref());
        self.space();
        self.take();
        self.open(Shape::Nest(2));
        self.drop_semicolons();
        let mut edges = Vec::new();
        for (index, item) in process.items.iter().enumerate() {
            self.write(Piece::HardLine);
            self.comments_before(index > 0);
            edges.push(self.process_item(item));
            self.drop_semicolons();
        }
        self.align(&process.items, edges);
        self.comments_before_end(!process.items.is_empty());
        self.close();
        self.write(Piece::HardLine);
        self.take();
    }

    /// An item; for an edge, where its spaces go.
    fn process_item(&mut self, item: &ProcessItem) -> Option<Padding> {
        match &item.kind {
            ProcessItemKind::Var(declaration) => self.variables(declaration),
            ProcessItemKind::Init(condition) => self.behind_word(condition),
            ProcessItemKind::Let(definition) => self.definition(definition),
            ProcessItemKind::Loc(names) => self.names_behind_word(names.len()),
            ProcessItemKind::Start(starts) => {
                self.take_spaced();
                self.filled(starts, Self::start);
            }
            ProcessItemKind::Advice(advice) => self.advice(advice),
            ProcessItemKind::Edge(edge) => return Some(self.edge(edge)),
        }
        None
    }

    fn start(&mut self, start: &Start) {
        self.take();
        match &start.count {
            None => {}
            Some(StartCount::Any(_)) => {
                self.take_spaced();
                self.take();
            }
            Some(StartCount::AtLeast(count)) => {
                self.take_spaced();
                self.take_spaced();
                self.take_spaced();
                self.expression(count);
            }
            Some(StartCount::Exactly(count)) => {
                self.take_spaced();
                self.expression(count);
            }
        }
    }
}
