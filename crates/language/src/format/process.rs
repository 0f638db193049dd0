//! Processes, populations and their items.

use super::edge::Columns;
use super::piece::{Piece, Shape};
use super::writer::Writer;
use crate::ast::{Edge, Process, ProcessItem, ProcessItemKind, Start, StartCount};

impl Writer<'_> {
    pub fn process(&mut self, process: &Process) {
        self.take_spaced();
        self.take();
        self.index_binder(process.index.as_ref());
        self.space();
        self.take();
        let columns = self.columns(&process.items);
        self.open(Shape::Nest(2));
        self.drop_semicolons();
        for (index, (item, columns)) in process.items.iter().zip(columns).enumerate() {
            self.write(Piece::HardLine);
            self.comments_before(index > 0);
            self.process_item(item, columns);
            self.drop_semicolons();
        }
        self.comments_before_end(!process.items.is_empty());
        self.close();
        self.write(Piece::HardLine);
        self.take();
    }

    fn process_item(&mut self, item: &ProcessItem, columns: Columns) {
        match &item.kind {
            ProcessItemKind::Var(declaration) => self.variables(declaration),
            ProcessItemKind::Init(condition) => self.behind_word(condition),
            ProcessItemKind::Let(definition) => self.definition(definition),
            ProcessItemKind::Loc(names) => self.names_behind_word(names.len()),
            ProcessItemKind::Start(starts) => {
                self.take_spaced();
                self.filled(starts, Self::start);
            }
            ProcessItemKind::Edge(edge) => self.edge(edge, columns),
        }
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

    /// The columns of each item, by runs of edges without empty lines or other items between.
    fn columns(&self, items: &[ProcessItem]) -> Vec<Columns> {
        let mut columns = vec![Columns::default(); items.len()];
        let mut start = 0;
        while start < items.len() {
            let mut end = start;
            let mut run: Vec<&Edge> = Vec::new();
            while let Some(ProcessItemKind::Edge(edge)) = items.get(end).map(|item| &item.kind) {
                if end > start && self.has_blank(items[end - 1].span.end, items[end].span.start) {
                    break;
                }
                run.push(edge);
                end += 1;
            }
            let end = end.max(start + 1);
            columns[start..end].fill(Columns::of(&run));
            start = end;
        }
        columns
    }
}
