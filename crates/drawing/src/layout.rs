//! Drawing a directed graph in rows: the layered method.
//!
//! # The algorithm
//!
//! ```text
//! rows         a node's row is its distance from the roots                       rows.rs
//! mesh         links become chains that touch every row between their ends       mesh.rs
//! ordering     each row is sorted so that few lines cross                        ordering.rs, crossings.rs
//! coordinates  places along the rows, so that long lines are straight            coordinates.rs, relax.rs
//! strokes      curves that stay between the boxes                                strokes.rs, spacing.rs
//! ```
//!
//! Every label of a link is a box of its own in a row between two rows of nodes, so that labels never overlap
//! anything and the line that a label belongs to runs through it.
//!
//! # Reference
//!
//! Sugiyama, Tagawa, Toda: *Methods for Visual Understanding of Hierarchical System Structures*, IEEE
//! Transactions on Systems, Man, and Cybernetics 11(2), 1981, doi:10.1109/TSMC.1981.4308636. Departures: rows
//! mean something here (the number of steps from the states at the top), so cycles are not broken by a
//! heuristic: a link to a row above is drawn upwards, and one within a row as a bend below it. Long links upwards
//! to the same node share one trunk, since state graphs have many of them. Labels are boxes in rows of their own, as
//! in Gansner, Koutsofios, North, Vo: *A Technique for Drawing Directed Graphs*, IEEE Transactions on Software
//! Engineering 19(3), 1993, doi:10.1109/32.221135.
//!
//! # Assumes and guarantees
//!
//! The same diagram gives the same layout on every machine: only additions, multiplications and comparisons of
//! `f64` are used. Boxes do not overlap, and lines cross no box. The work is bounded by a constant number of
//! sweeps over the mesh.

mod coordinates;
mod crossings;
mod mesh;
mod ordering;
mod relax;
mod rows;
mod spacing;
mod strokes;

pub use rows::Direction;
pub use strokes::{Piece, Stroke};

/// What is to be drawn.
#[derive(Debug, Clone, Default)]
pub struct Diagram {
    /// The boxes of the nodes.
    pub nodes: Vec<NodeBox>,
    /// The links between them, at most one for each ordered pair, and none from a node to itself: those are
    /// part of the node's box.
    pub links: Vec<Link>,
    /// Nodes for the first row. One that can be reached from another one through roots alone is placed like any
    /// other node, and a node that no root reaches is a root too.
    pub roots: Vec<usize>,
}

/// The room that a node needs around the middle of its top side.
#[derive(Debug, Clone, Copy, Default)]
pub struct NodeBox {
    /// The width of the box itself.
    pub width: f64,
    /// The height of the box.
    pub height: f64,
    /// Further room to the left of the box.
    pub before: f64,
    /// Further room to the right of the box.
    pub behind: f64,
}

/// A link with the size of its label.
#[derive(Debug, Clone, Copy, Default)]
pub struct Link {
    /// The node that it leaves.
    pub from: usize,
    /// The node that it enters.
    pub to: usize,
    /// The width of the label.
    pub width: f64,
    /// The height of the label.
    pub height: f64,
}

/// A place in the drawing; `y` grows downwards.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// The distance from the left side.
    pub x: f64,
    /// The distance from the top side.
    pub y: f64,
}

/// Where everything goes.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// The width of the whole.
    pub width: f64,
    /// The height of the whole.
    pub height: f64,
    /// The middle of the top side of each node's box.
    pub nodes: Vec<Point>,
    /// The centre of each link's label.
    pub labels: Vec<Point>,
    /// How each link runs.
    pub directions: Vec<Direction>,
    /// Whether each link shares its line with one in the opposite direction.
    pub shared: Vec<bool>,
    /// The lines.
    pub strokes: Vec<Stroke>,
}

/// The layout of a diagram.
pub fn arrange(diagram: &Diagram) -> Layout {
    let rows = rows::assign(diagram);
    let mut mesh = mesh::build(diagram, &rows);
    ordering::reduce_crossings(&mut mesh);
    let xs = coordinates::assign(&mesh);
    strokes::draw(diagram, &rows, &mesh, &xs)
}

#[cfg(test)]
mod tests;
