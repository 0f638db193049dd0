//! Edges and events; arrows and parts of neighbouring edges stand below each other.

use super::piece::{Piece, Shape};
use super::writer::{Writer, written_name};
use crate::ast::{Action, Edge, Event, Expr, StatementKind};
use crate::token::TokenKind;

/// Edges whose beginning is wider than the narrowest by more than this stick out of their column.
const SPREAD: usize = 12;

/// How wide the beginnings of the edges of a run are made.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Columns {
    /// The label with its colon.
    label: usize,
    /// What stands before the arrow, without the label if that has a column.
    from: usize,
    /// The location behind the arrow.
    to: usize,
}

impl Columns {
    /// The columns of a run of edges; labels have one if every edge has a label.
    pub fn of(edges: &[&Edge]) -> Columns {
        let with_parts = edges.iter().filter(|edge| has_parts(edge));
        let all_labelled = edges.iter().all(|edge| edge.label.is_some());
        let label = if all_labelled { common_width(edges.iter().map(|edge| label_width(edge))) } else { 0 };
        Columns {
            label,
            from: common_width(edges.iter().map(|edge| label_width(edge).max(label) + from_width(edge))),
            to: common_width(with_parts.map(|edge| width(&edge.to.text))),
        }
    }
}

/// The greatest width that does not stick out.
fn common_width(widths: impl Iterator<Item = usize> + Clone) -> usize {
    let least = widths.clone().min().unwrap_or(0);
    widths.filter(|width| *width <= least + SPREAD).max().unwrap_or(0)
}

fn width(name: &str) -> usize {
    written_name(name).chars().count()
}

/// The width of `label: `, or 0 without one.
fn label_width(edge: &Edge) -> usize {
    edge.label.as_ref().map_or(0, |label| width(&label.text) + 2)
}

/// The width of `L` or `{L1, L2}`.
fn from_width(edge: &Edge) -> usize {
    let names: usize = edge.from.iter().map(|name| width(&name.text)).sum();
    let commas = 2 * edge.from.len().saturating_sub(1);
    names + commas + if edge.braced { 2 } else { 0 }
}

fn has_parts(edge: &Edge) -> bool {
    edge.guard.is_some() || edge.sync.is_some() || edge.action.is_some()
}

impl Writer<'_> {
    pub fn edge(&mut self, edge: &Edge, columns: Columns) {
        self.open(Shape::Group);
        self.open(Shape::Group);
        if edge.label.is_some() {
            self.take();
            self.take_spaced();
            self.pad(columns.label, label_width(edge));
        }
        self.locations(&edge.from, edge.braced);
        self.pad(columns.from, label_width(edge).max(columns.label) + from_width(edge));
        self.space();
        self.take_spaced();
        self.take();
        if has_parts(edge) {
            self.pad(columns.to, width(&edge.to.text));
        }
        self.parts(edge.guard.as_ref(), edge.sync.is_some(), edge.action.as_ref());
    }

    pub fn event(&mut self, event: &Event) {
        self.open(Shape::Group);
        self.open(Shape::Group);
        self.take_spaced();
        self.take();
        self.index_binder(event.index.as_ref());
        self.parts(event.guard.as_ref(), false, event.action.as_ref());
    }

    fn pad(&mut self, column: usize, width: usize) {
        self.text(&" ".repeat(column.saturating_sub(width)));
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
