//! Heights of the levels, and lines that stay between the boxes.
//!
//! Inside a level a line runs straight down; between two levels it is one cubic curve that leaves and arrives
//! vertically. So a line can touch no box: on the levels it has a place of its own, and between them there are
//! none. Lines meet a node at different points of its side, in the order in which they come, as close to the
//! place that they come from as the side allows.

use super::mesh::{Mesh, Part};
use super::spacing::{self, Wish};
use super::{Diagram, Direction, Layout, Point, rows};
use std::collections::BTreeMap;

/// The least distance between two levels.
const LEVEL_GAP: f64 = 20.0;
/// How much of the widest distance that a line covers between two levels is added to their distance.
const SLOPE: f64 = 0.05;
/// The most that is added.
const MOST_SLOPE: f64 = 50.0;
/// The distance between two lines that meet the same side of a node.
const PORT_GAP: f64 = 10.0;
/// The distance of the outermost line from the corner.
const CORNER: f64 = 9.0;

/// A part of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Piece {
    /// Goes on here without drawing.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A curve that leaves and arrives vertically.
    Curve(Point),
}

impl Piece {
    /// Where the piece ends.
    pub fn end(self) -> Point {
        match self {
            Piece::Move(end) | Piece::Line(end) | Piece::Curve(end) => end,
        }
    }
}

/// A line of the drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct Stroke {
    /// Its parts; the first one is a [`Piece::Move`].
    pub pieces: Vec<Piece>,
    /// How it runs; a trunk runs up.
    pub direction: Direction,
    /// The link, unless it is a trunk, which several links may share.
    pub link: Option<usize>,
    /// The node in which it ends, if it does: the head of the arrow goes there.
    pub target: Option<usize>,
    /// Whether it has a head at its beginning too, since it stands for two links.
    pub is_double: bool,
}

/// The layout, given the order of the mesh and the `x` of its vertices.
pub fn draw(diagram: &Diagram, rows: &[usize], mesh: &Mesh, xs: &[f64]) -> Layout {
    let ports = ports(diagram, mesh, xs);
    let levels = heights(mesh, xs, &ports);
    let is_second = |link: &usize| mesh.vertices[mesh.labels[*link]].part != Part::Label(*link);
    let second = (0..diagram.links.len()).filter(is_second).map(|link| (mesh.labels[link], link)).collect();
    let canvas = Canvas { diagram, mesh, xs, ports, levels, second };
    let nodes: Vec<Point> =
        (0..diagram.nodes.len()).map(|node| Point { x: xs[node], y: canvas.top(node) }).collect();
    let directions: Vec<Direction> =
        diagram.links.iter().map(|link| rows::direction(rows[link.from], rows[link.to])).collect();
    let mut strokes = canvas.trunks();
    let drawn = (0..diagram.links.len()).filter(|link| !canvas.is_second_twin(*link));
    strokes.extend(drawn.map(|link| canvas.link(link, directions[link])));
    let right = mesh.vertices.iter().zip(xs).map(|(vertex, x)| x + vertex.right).fold(0.0, f64::max);
    Layout {
        width: right,
        height: canvas.levels.last().map_or(0.0, |(_, bottom)| *bottom),
        nodes,
        labels: (0..diagram.links.len()).map(|link| canvas.label(link)).collect(),
        shared: (0..diagram.links.len()).map(|link| canvas.twin(link).is_some()).collect(),
        directions,
        strokes,
    }
}

/// Where lines meet the sides of nodes: the `x` for a node and the neighbour that the line comes from.
type Ports = BTreeMap<(usize, usize), f64>;

fn ports(diagram: &Diagram, mesh: &Mesh, xs: &[f64]) -> Ports {
    let mut ports = Ports::new();
    for (node, size) in diagram.nodes.iter().enumerate() {
        let (left, right) = (xs[node] - size.width / 2.0 + CORNER, xs[node] + size.width / 2.0 - CORNER);
        for side in [&mesh.vertices[node].above, &mesh.vertices[node].below] {
            let mut side = side.clone();
            side.sort_by(|a, b| xs[*a].total_cmp(&xs[*b]).then(a.cmp(b)));
            let wishes: Vec<f64> = side.iter().map(|neighbour| xs[*neighbour]).collect();
            for (neighbour, x) in side.iter().zip(spread(&wishes, left, right.max(left))) {
                ports.insert((node, *neighbour), x);
            }
        }
    }
    ports
}

/// Places between `left` and `right` that keep a distance and are close to the ascending `wishes`.
fn spread(wishes: &[f64], left: f64, right: f64) -> Vec<f64> {
    let gaps = wishes.len().saturating_sub(1) as f64;
    let gap = if gaps > 0.0 { PORT_GAP.min((right - left) / gaps) } else { 0.0 };
    let wish = |at: &f64| Wish { at: at.clamp(left, right), weight: 1.0, gap };
    let places = spacing::place(&wishes.iter().map(wish).collect::<Vec<_>>());
    // What sticks out on a side is pushed back, together with what it meets.
    let pushed = |(index, place): (usize, f64)| {
        let (first, last) = (left + gap * index as f64, right - gap * (gaps - index as f64));
        place.max(first).min(last.max(first))
    };
    places.into_iter().enumerate().map(pushed).collect()
}

/// The top and the bottom of each level. Levels between which lines run far to the side lie further apart.
fn heights(mesh: &Mesh, xs: &[f64], ports: &Ports) -> Vec<(f64, f64)> {
    let mut levels = Vec::new();
    let mut y = 0.0;
    let at = |from: usize, to: usize| ports.get(&(from, to)).copied().unwrap_or(xs[from]);
    for level in &mesh.levels {
        let height = level.iter().map(|vertex| mesh.vertices[*vertex].height).fold(0.0, f64::max);
        levels.push((y, y + height));
        let lines = level.iter().flat_map(|v| mesh.vertices[*v].below.iter().map(|below| (*v, *below)));
        let widest = lines.map(|(a, b)| (at(a, b) - at(b, a)).abs()).fold(0.0, f64::max);
        y += height + LEVEL_GAP + (SLOPE * widest).min(MOST_SLOPE);
    }
    levels
}

/// All that is needed to draw a line.
struct Canvas<'d> {
    diagram: &'d Diagram,
    mesh: &'d Mesh,
    xs: &'d [f64],
    ports: Ports,
    levels: Vec<(f64, f64)>,
    /// The second link of each vertex that holds two labels.
    second: BTreeMap<usize, usize>,
}

impl Canvas<'_> {
    fn top(&self, vertex: usize) -> f64 {
        self.levels[self.mesh.vertices[vertex].level].0
    }

    fn bottom(&self, vertex: usize) -> f64 {
        self.levels[self.mesh.vertices[vertex].level].1
    }

    fn label_vertex(&self, link: usize) -> usize {
        self.mesh.labels[link]
    }

    /// The link that shares its bend with this one, if there is one.
    fn twin(&self, link: usize) -> Option<usize> {
        let vertex = self.label_vertex(link);
        match self.mesh.vertices[vertex].part {
            Part::Label(first) if first != link => Some(first),
            _ => self.second.get(&vertex).copied(),
        }
    }

    fn is_second_twin(&self, link: usize) -> bool {
        self.mesh.vertices[self.label_vertex(link)].part != Part::Label(link)
    }

    /// The centre of a label; of two that share a bend, the first one is the upper one.
    fn label(&self, link: usize) -> Point {
        let vertex = self.label_vertex(link);
        let height = self.mesh.vertices[vertex].height;
        let own = self.diagram.links[link].height;
        let middle = (self.top(vertex) + self.bottom(vertex)) / 2.0;
        let shift = if self.is_second_twin(link) { (height - own) / 2.0 } else { (own - height) / 2.0 };
        Point { x: self.xs[vertex], y: middle + shift }
    }

    /// Where a line between a node and a neighbour meets the node's bottom side, and where it enters the space
    /// below the level.
    fn under(&self, node: usize, neighbour: usize) -> (Point, Point) {
        let x = self.ports[&(node, neighbour)];
        let side = Point { x, y: self.top(node) + self.diagram.nodes[node].height };
        (side, Point { x, y: self.bottom(node) })
    }

    /// Where a line between a node and a neighbour meets the node's top side.
    fn over(&self, node: usize, neighbour: usize) -> Point {
        Point { x: self.ports[&(node, neighbour)], y: self.top(node) }
    }

    /// The two ends of the straight line through a label or a piece of trunk.
    fn through(&self, vertex: usize) -> (Point, Point) {
        let x = self.xs[vertex];
        (Point { x, y: self.top(vertex) }, Point { x, y: self.bottom(vertex) })
    }

    fn link(&self, index: usize, direction: Direction) -> Stroke {
        let link = &self.diagram.links[index];
        let label = self.label_vertex(index);
        let (top, bottom) = self.through(label);
        let mut target = Some(link.to);
        let pieces = match direction {
            Direction::Down => {
                let (start, exit) = self.under(link.from, label);
                vec![
                    Piece::Move(start),
                    Piece::Line(exit),
                    Piece::Curve(top),
                    Piece::Line(bottom),
                    Piece::Curve(self.over(link.to, label)),
                ]
            }
            Direction::Level => self.bend(index, label),
            Direction::Up => {
                let mut pieces =
                    vec![Piece::Move(self.over(link.from, label)), Piece::Curve(bottom), Piece::Line(top)];
                let end = self.mesh.vertices[label].above[0];
                match self.mesh.vertices[end].part {
                    Part::Node(node) => {
                        let (side, exit) = self.under(node, label);
                        pieces.extend([Piece::Curve(exit), Piece::Line(side)]);
                    }
                    _ => {
                        pieces.push(Piece::Curve(self.through(end).1));
                        target = None;
                    }
                }
                pieces
            }
        };
        Stroke { pieces, direction, link: Some(index), target, is_double: self.twin(index).is_some() }
    }

    /// A link within a row: down to the label's top and up again, without crossing itself.
    fn bend(&self, index: usize, label: usize) -> Vec<Piece> {
        let link = &self.diagram.links[index];
        let (start, exit) = self.under(link.from, label);
        let (end, entry) = self.under(link.to, label);
        let y = self.label(index).y - link.height / 2.0;
        let x = self.xs[label];
        let quarter = if start.x <= end.x { link.width / 4.0 } else { -link.width / 4.0 };
        vec![
            Piece::Move(start),
            Piece::Line(exit),
            Piece::Curve(Point { x: x - quarter, y }),
            Piece::Move(Point { x: x + quarter, y }),
            Piece::Curve(entry),
            Piece::Line(end),
        ]
    }

    /// One line for each node that has a trunk, from its lower end to the node.
    fn trunks(&self) -> Vec<Stroke> {
        let is_trunk = |vertex: usize| matches!(self.mesh.vertices[vertex].part, Part::Trunk(_));
        let is_end = |vertex: &usize| {
            is_trunk(*vertex) && !self.mesh.vertices[*vertex].below.iter().any(|below| is_trunk(*below))
        };
        (0..self.mesh.vertices.len()).filter(is_end).map(|end| self.trunk(end)).collect()
    }

    fn trunk(&self, end: usize) -> Stroke {
        let (top, bottom) = self.through(end);
        let mut pieces = vec![Piece::Move(bottom), Piece::Line(top)];
        let mut at = end;
        loop {
            let next = self.mesh.vertices[at].above[0];
            if let Part::Node(node) = self.mesh.vertices[next].part {
                let (side, exit) = self.under(node, at);
                pieces.extend([Piece::Curve(exit), Piece::Line(side)]);
                return Stroke {
                    pieces,
                    direction: Direction::Up,
                    link: None,
                    target: Some(node),
                    is_double: false,
                };
            }
            let (top, bottom) = self.through(next);
            pieces.extend([Piece::Curve(bottom), Piece::Line(top)]);
            at = next;
        }
    }
}
