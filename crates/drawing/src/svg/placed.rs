//! A chart with the places of everything, for those who draw it themselves.

use super::Sheet;
use super::shapes::{loop_path, path};
use super::sizes::{self, LABEL_FONT, LOOP};
use crate::chart::Chart;
use crate::layout::Direction;

/// A chart with the places of everything.
#[derive(Debug, Clone, Default)]
pub struct Placed {
    /// The width of the whole.
    pub width: f64,
    /// The height of the whole.
    pub height: f64,
    /// The spots.
    pub nodes: Vec<PlacedNode>,
    /// The lines of the arrows between different spots.
    pub strokes: Vec<PlacedStroke>,
    /// What stands beside each arrow, in the order of the chart; nothing beside those from a spot to itself.
    pub labels: Vec<Option<PlacedLabel>>,
    /// The arrows from a spot to itself.
    pub loops: Vec<PlacedLoop>,
}

/// The box of a spot.
#[derive(Debug, Clone, Default)]
pub struct PlacedNode {
    /// Its left side.
    pub x: f64,
    /// Its top.
    pub y: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// What stands in it: the lines of the spot, and what it says of its faults.
    pub lines: Vec<String>,
}

/// A line, which several arrows may share.
#[derive(Debug, Clone, Default)]
pub struct PlacedStroke {
    /// The line in the language of SVG.
    pub path: String,
    /// The arrows that it belongs to, by their places in the chart.
    pub arrows: Vec<usize>,
    /// Whether its end is the tip of an arrow.
    pub has_head: bool,
    /// Whether its beginning is one, too.
    pub is_double: bool,
    /// Whether it runs upwards.
    pub is_up: bool,
}

/// What stands beside an arrow.
#[derive(Debug, Clone, Default)]
pub struct PlacedLabel {
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
    /// Its lines.
    pub lines: Vec<String>,
}

/// An arrow from a spot to itself.
#[derive(Debug, Clone, Default)]
pub struct PlacedLoop {
    /// The spot.
    pub node: usize,
    /// Its place in the chart.
    pub arrow: usize,
    /// Its line in the language of SVG; the tip is its end, and points to the left.
    pub path: String,
    /// What stands beside it.
    pub label: PlacedLabel,
}

/// The places of everything in a chart.
pub fn place(chart: &Chart) -> Placed {
    let sheet = Sheet::new(chart);
    let layout = &sheet.layout;
    let boxes = layout.nodes.iter().zip(&sheet.diagram.nodes).zip(&chart.spots);
    let nodes = boxes.map(|((at, size), spot)| PlacedNode {
        x: at.x - size.width / 2.0,
        y: at.y,
        width: size.width,
        height: size.height,
        lines: sizes::node_lines(spot).0,
    });
    let mut labels = vec![None; chart.arrows.len()];
    for (link, number) in sheet.numbers.iter().enumerate() {
        let at = layout.labels[link];
        labels[*number] = Some(PlacedLabel { x: at.x, y: at.y, lines: sheet.labels[link].clone() });
    }
    Placed {
        width: layout.width,
        height: layout.height,
        nodes: nodes.collect(),
        strokes: strokes(&sheet),
        labels,
        loops: loops(chart, &sheet),
    }
}

fn strokes(sheet: &Sheet<'_>) -> Vec<PlacedStroke> {
    let stroke = |stroke: &crate::layout::Stroke| {
        let links: Vec<usize> = match (stroke.link, stroke.target) {
            (Some(link), _) if stroke.is_double => {
                let own = sheet.arrows[link];
                let other = |arrow: &&crate::chart::Arrow| (arrow.from, arrow.to) == (own.to, own.from);
                [link].into_iter().chain(sheet.arrows.iter().position(other)).collect()
            }
            (Some(link), _) => vec![link],
            // A trunk: all that lead up to its end.
            (None, Some(target)) => (0..sheet.arrows.len())
                .filter(|link| sheet.arrows[*link].to == target)
                .filter(|link| sheet.layout.directions[*link] == Direction::Up)
                .collect(),
            (None, None) => Vec::new(),
        };
        PlacedStroke {
            path: path(&stroke.pieces),
            arrows: links.into_iter().map(|link| sheet.numbers[link]).collect(),
            has_head: stroke.target.is_some(),
            is_double: stroke.is_double,
            is_up: stroke.direction == Direction::Up,
        }
    };
    sheet.layout.strokes.iter().map(stroke).collect()
}

fn loops(chart: &Chart, sheet: &Sheet<'_>) -> Vec<PlacedLoop> {
    let own = chart.arrows.iter().enumerate().filter(|(_, arrow)| arrow.from == arrow.to);
    let placed = own.map(|(number, arrow)| {
        let node = arrow.from;
        let (at, size) = (sheet.layout.nodes[node], sheet.diagram.nodes[node]);
        let (x, y) = (at.x + size.width / 2.0, at.y + size.height / 2.0);
        let lines = sheet.loop_labels[node].clone();
        let (width, _) = sizes::block(&lines, LABEL_FONT);
        let label = PlacedLabel { x: x + LOOP + width / 2.0, y, lines };
        PlacedLoop { node, arrow: number, path: loop_path(x, y, size.height).0, label }
    });
    placed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::{Arrow, Spot};

    #[test]
    fn everything_has_a_place_inside() {
        let arrow = |from, to| Arrow { from, to, names: vec![format!("{from}{to}")], is_optional: false };
        let spot = |name: &str| Spot { lines: vec![name.into()], ..Spot::default() };
        let chart = Chart {
            spots: vec![Spot { initial: true, ..spot("a") }, spot("b"), spot("c")],
            arrows: vec![arrow(0, 1), arrow(1, 1), arrow(1, 2), arrow(2, 1), arrow(2, 0)],
            ..Chart::default()
        };
        let placed = place(&chart);
        assert_eq!((placed.nodes.len(), placed.loops.len(), placed.labels.len()), (3, 1, 5));
        assert!(placed.labels[1].is_none() && placed.loops[0].arrow == 1);
        for node in &placed.nodes {
            assert!(node.x >= 0.0 && node.x + node.width <= placed.width, "{node:?}");
            assert!(node.y >= 0.0 && node.y + node.height <= placed.height, "{node:?}");
        }
        for number in [0, 2, 3, 4] {
            assert!(placed.strokes.iter().any(|stroke| stroke.arrows.contains(&number)), "{number}");
        }
    }
}
