//! Nodes, labels and bends in levels, such that every line joins neighbouring levels.
//!
//! Row `r` of the nodes is level `2r`; the labels lie on the odd levels between. A link becomes a chain:
//!
//! ```text
//! down      u      level   u   v      up        v       up, from      v
//!           |               \ /                 |       further       |
//!         label            label              label     below       trunk
//!           |                                   |                     |  \
//!           v                                   u                   trunk  label
//!                                                                     |      |
//!                                                                   label    u
//!                                                                     |
//!                                                                     w
//! ```
//!
//! Two links within a row that lead in opposite directions between the same nodes share one bend; their labels
//! stand on top of each other. The label of a link upwards is just above the node that the link leaves. The trunk of a node is one vertex
//! on each level from just below the node to just above the lowest label that needs it; all links to the node
//! that come from more than one row below share it.

use super::{Diagram, Direction, Link, rows};
use std::collections::BTreeMap;

/// The room on both sides of labels that share a bend, for marks that tell them apart.
const TWIN_MARK: f64 = 8.0;

/// The space between labels that share a bend.
const TWIN_GAP: f64 = 4.0;

/// What a vertex of the mesh stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The box of a node.
    Node(usize),
    /// The label of a link.
    Label(usize),
    /// A place that the lines to this node pass through.
    Trunk(usize),
}

/// A vertex of the mesh.
#[derive(Debug, Clone)]
pub struct Vertex {
    /// What it stands for.
    pub part: Part,
    /// Its level, counted from the top.
    pub level: usize,
    /// The room to the left of its middle.
    pub left: f64,
    /// The room to the right of its middle.
    pub right: f64,
    /// Its height.
    pub height: f64,
    /// The vertices on the level above that it is joined with.
    pub above: Vec<usize>,
    /// The vertices on the level below that it is joined with.
    pub below: Vec<usize>,
}

/// Vertices on levels. The nodes come first, in their own order.
#[derive(Debug, Clone, Default)]
pub struct Mesh {
    /// All vertices.
    pub vertices: Vec<Vertex>,
    /// The vertex that holds the label of each link.
    pub labels: Vec<usize>,
    /// The vertices of each level, from the left.
    pub levels: Vec<Vec<usize>>,
}

impl Mesh {
    /// Whether two joined vertices are parts of one trunk; such lines should be straight.
    pub fn is_inner(&self, a: usize, b: usize) -> bool {
        matches!((self.vertices[a].part, self.vertices[b].part), (Part::Trunk(_), Part::Trunk(_)))
    }

    /// Whether the vertex is the label of a link within a row.
    pub fn is_bend(&self, vertex: usize) -> bool {
        let vertex = &self.vertices[vertex];
        matches!(vertex.part, Part::Label(_)) && vertex.below.is_empty()
    }

    /// The position of each vertex on its level.
    pub fn positions(&self) -> Vec<usize> {
        let mut positions = vec![0; self.vertices.len()];
        for level in &self.levels {
            for (position, vertex) in level.iter().enumerate() {
                positions[*vertex] = position;
            }
        }
        positions
    }

    fn add(&mut self, part: Part, level: usize, sides: (f64, f64), height: f64) -> usize {
        let (left, right) = sides;
        self.vertices.push(Vertex { part, level, left, right, height, above: Vec::new(), below: Vec::new() });
        self.vertices.len() - 1
    }

    fn add_label(&mut self, index: usize, link: &Link, level: usize) -> usize {
        let half = link.width / 2.0;
        self.add(Part::Label(index), level, (half, half), link.height)
    }

    /// Makes room for the label of a second link, and for marks that tell the two apart.
    fn stack(&mut self, label: usize, link: &Link) {
        let vertex = &mut self.vertices[label];
        let half = vertex.left.max(link.width / 2.0) + TWIN_MARK;
        (vertex.left, vertex.right) = (half, half);
        vertex.height += link.height + TWIN_GAP;
    }

    fn join(&mut self, above: usize, below: usize) {
        debug_assert_eq!(self.vertices[above].level + 1, self.vertices[below].level);
        self.vertices[above].below.push(below);
        self.vertices[below].above.push(above);
    }
}

/// The mesh of a diagram whose nodes have these rows; its levels are in no useful order yet.
pub fn build(diagram: &Diagram, rows: &[usize]) -> Mesh {
    let mut mesh = Mesh::default();
    for (node, size) in diagram.nodes.iter().enumerate() {
        let half = size.width / 2.0;
        mesh.add(Part::Node(node), 2 * rows[node], (half + size.before, half + size.behind), size.height);
    }
    let mut known = BTreeMap::new();
    let mut trunks = BTreeMap::new();
    for (index, link) in diagram.links.iter().enumerate() {
        let label = match (rows::direction(rows[link.from], rows[link.to]), known.get(&(link.to, link.from)))
        {
            (Direction::Level, Some(twin)) => {
                mesh.stack(*twin, link);
                *twin
            }
            (Direction::Level, None) => {
                let label = mesh.add_label(index, link, 2 * rows[link.from] + 1);
                mesh.join(link.from, label);
                mesh.join(link.to, label);
                label
            }
            (Direction::Down, _) => {
                let label = mesh.add_label(index, link, 2 * rows[link.from] + 1);
                mesh.join(link.from, label);
                mesh.join(label, link.to);
                label
            }
            (Direction::Up, _) => {
                let label = mesh.add_label(index, link, 2 * rows[link.from] - 1);
                mesh.join(label, link.from);
                let end = trunk(&mut mesh, &mut trunks, link.to, 2 * rows[link.from] - 2);
                mesh.join(end, label);
                label
            }
        };
        known.insert((link.from, link.to), label);
        mesh.labels.push(label);
    }
    let depth = mesh.vertices.iter().map(|vertex| vertex.level + 1).max().unwrap_or(0);
    mesh.levels = vec![Vec::new(); depth];
    for vertex in 0..mesh.vertices.len() {
        mesh.levels[mesh.vertices[vertex].level].push(vertex);
    }
    mesh
}

/// The vertex on this level that leads to the node: its trunk, made where it is missing, or the node itself.
fn trunk(mesh: &mut Mesh, trunks: &mut BTreeMap<(usize, usize), usize>, node: usize, level: usize) -> usize {
    let mut missing = level;
    while missing > mesh.vertices[node].level && !trunks.contains_key(&(node, missing)) {
        missing -= 1;
    }
    let mut end = trunks.get(&(node, missing)).copied().unwrap_or(node);
    for next in missing + 1..=level {
        let vertex = mesh.add(Part::Trunk(node), next, (0.0, 0.0), 0.0);
        mesh.join(end, vertex);
        trunks.insert((node, next), vertex);
        end = vertex;
    }
    end
}
