//! Arrows and parts of neighbouring edges stand below each other.
//!
//! Edges without empty lines or other items between them are a run, and those of a run that share columns are
//! found once all of them are written: an edge with several locations before its arrow is left out, and so is
//! one that takes several lines, be it only because of the spaces before its parts. Those are found round by
//! round, since the columns depend on who shares them. An edge that is left out has no such spaces, so it looks
//! the same when it is formatted again.

use std::ops::Range;

use super::layout::is_one_line;
use super::piece::Piece;
use super::writer::{Writer, written_name};
use crate::ast::{Edge, ProcessItem, ProcessItemKind};

/// Edges whose beginning is wider than the narrowest by more than this stick out of their column.
const SPREAD: usize = 12;

/// Where the spaces of a written edge go, as numbers of pieces.
#[derive(Debug, Clone)]
pub(super) struct Padding {
    /// The pieces of the edge.
    pub pieces: Range<usize>,
    /// Behind the label.
    pub label: Option<usize>,
    /// Before the arrow.
    pub from: usize,
    /// Behind the location that is entered.
    pub to: usize,
}

/// How wide the beginnings of edges are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Columns {
    /// The label with its colon.
    label: usize,
    /// What stands before the arrow, without the label if that has a column.
    from: usize,
    /// The location behind the arrow.
    to: usize,
}

impl Columns {
    /// The columns that these edges share; labels have one if every edge has a label.
    fn of(edges: &[(&Edge, Padding)]) -> Columns {
        let edges = edges.iter().map(|(edge, _)| *edge);
        let with_parts = edges.clone().filter(|edge| has_parts(edge));
        let all_labelled = edges.clone().all(|edge| edge.label.is_some());
        let label = if all_labelled { common_width(edges.clone().map(label_width)) } else { 0 };
        Columns {
            label,
            from: common_width(edges.map(|edge| label_width(edge).max(label) + from_width(edge))),
            to: common_width(with_parts.map(|edge| width(&edge.to.text))),
        }
    }
}

impl Writer<'_> {
    /// Fills in the spaces of the edges among the items of a process; `written` has an entry for each item.
    pub fn align(&mut self, items: &[ProcessItem], written: Vec<Option<Padding>>) {
        let mut run: Vec<(&Edge, Padding)> = Vec::new();
        for (index, (item, padding)) in items.iter().zip(written).enumerate() {
            let continues = index > 0 && !self.has_blank(items[index - 1].span.end, item.span.start);
            let (ProcessItemKind::Edge(edge), Some(padding)) = (&item.kind, padding) else {
                self.align_run(std::mem::take(&mut run));
                continue;
            };
            if !continues {
                self.align_run(std::mem::take(&mut run));
            }
            run.push((edge, padding));
        }
        self.align_run(run);
    }

    fn align_run(&mut self, mut run: Vec<(&Edge, Padding)>) {
        run.retain(|(edge, padding)| !edge.braced && is_one_line(self.pieces(&padding.pieces)));
        loop {
            let columns = Columns::of(&run);
            for (edge, padding) in &run {
                self.pad_edge(edge, padding, Some(columns));
            }
            let before = run.len();
            run.retain(|(edge, padding)| {
                let fits = is_one_line(self.pieces(&padding.pieces));
                if !fits {
                    self.pad_edge(edge, padding, None);
                }
                fits
            });
            if run.len() == before {
                return;
            }
        }
    }

    /// Gives an edge the spaces that these columns ask for; without columns, none.
    fn pad_edge(&mut self, edge: &Edge, padding: &Padding, columns: Option<Columns>) {
        let columns = columns.unwrap_or(Columns { label: 0, from: 0, to: 0 });
        let mut fill = |piece: usize, column: usize, width: usize| {
            self.replace(piece, Piece::Text(" ".repeat(column.saturating_sub(width))));
        };
        if let Some(label) = padding.label {
            fill(label, columns.label, label_width(edge));
        }
        fill(padding.from, columns.from, label_width(edge).max(columns.label) + from_width(edge));
        fill(padding.to, if has_parts(edge) { columns.to } else { 0 }, width(&edge.to.text));
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

/// The width of what stands before the arrow.
fn from_width(edge: &Edge) -> usize {
    edge.from.iter().map(|name| width(&name.text)).sum()
}

fn has_parts(edge: &Edge) -> bool {
    edge.guard.is_some() || edge.sync.is_some() || edge.action.is_some()
}
