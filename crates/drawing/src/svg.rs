//! State graphs as SVG, laid out here and complete in one file: no other program, no font, no script.

mod legend;
mod placed;
mod shapes;
mod sizes;
mod style;

pub use placed::{Placed, PlacedLabel, PlacedLoop, PlacedNode, PlacedStroke, place};
pub use style::escaped;

use crate::chart::{Arrow, Chart};
use crate::layout::{self, Diagram, Layout, Link, NodeBox};
use shapes::Pen;
use sizes::{ENTRY, LABEL_FONT, LOOP, NODE_FONT, PADDING};
use std::fmt::Write;

/// The white space around the drawing.
const MARGIN: f64 = 16.0;
/// The space between the legend and the first row.
const SPACE: f64 = 10.0;

/// A chart with the places of everything.
struct Sheet<'c> {
    /// The arrows between different spots, with their places in the chart.
    arrows: Vec<&'c Arrow>,
    numbers: Vec<usize>,
    /// The lines beside each of them.
    labels: Vec<Vec<String>>,
    /// The lines beside each spot's arrow to itself.
    loop_labels: Vec<Vec<String>>,
    diagram: Diagram,
    layout: Layout,
}

impl<'c> Sheet<'c> {
    fn new(chart: &'c Chart) -> Self {
        let all = chart.arrows.iter().enumerate();
        let (loops, arrows): (Vec<_>, Vec<_>) = all.partition(|(_, arrow)| arrow.from == arrow.to);
        let (numbers, arrows): (Vec<usize>, Vec<&Arrow>) = arrows.into_iter().unzip();
        let labels: Vec<Vec<String>> = arrows.iter().map(|arrow| sizes::label_lines(&arrow.names)).collect();
        let mut loop_labels = vec![Vec::new(); chart.spots.len()];
        for (_, arrow) in loops {
            loop_labels[arrow.from] = sizes::label_lines(&arrow.names);
        }
        let diagram = diagram(chart, &arrows, &labels, &loop_labels);
        let layout = layout::arrange(&diagram);
        Sheet { arrows, numbers, labels, loop_labels, diagram, layout }
    }
}

/// The chart as an SVG document.
pub fn write(chart: &Chart) -> String {
    let sheet = Sheet::new(chart);
    let layout = &sheet.layout;
    let legend = legend::Legend::of(chart, &layout.directions);
    let width = layout.width.max(legend.width()) + 2.0 * MARGIN;
    let top = MARGIN + legend.height() + SPACE;
    let left = (width - layout.width) / 2.0;
    let height = top + layout.height + MARGIN;

    let mut svg = String::new();
    style::open(&mut svg, &chart.title, width, height);
    legend.draw(&mut svg, MARGIN, MARGIN);
    let _ = writeln!(svg, r#"<g transform="translate({left:.1} {top:.1})">"#);
    let mut pen = Pen { svg: &mut svg, diagram: &sheet.diagram, layout };
    draw(&mut pen, chart, &sheet.arrows, &sheet.labels, &sheet.loop_labels);
    svg.push_str("</g>\n</svg>\n");
    svg
}

/// The sizes of everything.
fn diagram(chart: &Chart, arrows: &[&Arrow], labels: &[Vec<String>], loops: &[Vec<String>]) -> Diagram {
    let nodes = chart.spots.iter().zip(loops).map(|(spot, label)| {
        let (width, height) = sizes::block(&sizes::node_lines(spot).0, NODE_FONT);
        let (label_width, label_height) = sizes::block(label, LABEL_FONT);
        let behind = if label.is_empty() { 0.0 } else { LOOP + label_width + 2.0 };
        NodeBox {
            width: width.max(12.0) + 2.0 * PADDING,
            height: (height.max(12.0) + 2.0 * PADDING).max(label_height),
            before: if spot.initial { ENTRY } else { 0.0 },
            behind,
        }
    });
    let links = arrows.iter().zip(labels).map(|(arrow, label)| {
        let (width, height) = sizes::block(label, LABEL_FONT);
        Link { from: arrow.from, to: arrow.to, width, height }
    });
    let roots = (0..chart.spots.len()).filter(|spot| chart.spots[*spot].initial);
    Diagram { nodes: nodes.collect(), links: links.collect(), roots: roots.collect() }
}

/// Lines first, then labels, then boxes, so that texts are never struck through.
fn draw(pen: &mut Pen, chart: &Chart, arrows: &[&Arrow], labels: &[Vec<String>], loops: &[Vec<String>]) {
    let layout: &Layout = pen.layout;
    for stroke in &layout.strokes {
        let title = stroke.link.map(|link| tooltip(arrows[link]));
        let is_optional = stroke.link.is_some_and(|link| is_optional(arrows, link, stroke.is_double));
        pen.stroke(stroke, is_optional, title.as_deref());
    }
    for (index, label) in labels.iter().enumerate() {
        let lines = if layout.shared[index] { pointed(layout, arrows[index], label) } else { label.clone() };
        pen.label(layout.labels[index], &lines, layout.directions[index], &tooltip(arrows[index]));
    }
    for (node, spot) in chart.spots.iter().enumerate() {
        if spot.initial {
            pen.entry(node);
        }
        if !loops[node].is_empty() {
            let own = chart.arrows.iter().find(|arrow| (arrow.from, arrow.to) == (node, node));
            pen.self_loop(node, &loops[node], own.is_some_and(|arrow| arrow.is_optional));
        }
        pen.node(node, spot, chart.highlight.as_ref());
    }
}

/// Whether all arrows of a line are optional: the one of this number and, on a double line, the one in the other direction.
fn is_optional(arrows: &[&Arrow], link: usize, is_double: bool) -> bool {
    let own = arrows[link];
    let is_other = |other: &&Arrow| (other.from, other.to) == (own.to, own.from);
    let other = arrows.iter().copied().find(|other| is_double && is_other(other));
    own.is_optional && other.is_none_or(|other| other.is_optional)
}

/// A label that shares its line with another one, with a mark that says in which direction it is meant.
fn pointed(layout: &Layout, arrow: &Arrow, label: &[String]) -> Vec<String> {
    let mut lines = label.to_vec();
    let rightwards = layout.nodes[arrow.from].x < layout.nodes[arrow.to].x;
    let pointed = if rightwards { lines.last_mut() } else { lines.first_mut() };
    match pointed {
        Some(line) if rightwards => line.push_str(" →"),
        Some(line) => line.insert_str(0, "← "),
        None => {}
    }
    lines
}

/// What is shown when the pointer rests on an arrow.
fn tooltip(arrow: &Arrow) -> String {
    match arrow.names.is_empty() {
        true => format!("from {} to {}", arrow.from, arrow.to),
        false => format!("{}\nfrom state {} to state {}", arrow.names.join("\n"), arrow.from, arrow.to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::{Highlight, Spot};

    /// A chart with every mark and with texts that XML and fonts do not like.
    fn chart() -> Chart {
        let spot = |lines: &[&str]| Spot {
            lines: lines.iter().map(|line| line.to_string()).collect(),
            details: vec!["<state> & \"all\"".into()],
            ..Spot::default()
        };
        let arrow =
            |from, to, name: &str| Arrow { from, to, names: vec![name.into()], is_optional: name == "stay" };
        Chart {
            title: "A < B".into(),
            caption: "4 states".into(),
            spots: vec![
                Spot { initial: true, ..spot(&["`a<b>` & \u{1}"]) },
                Spot { dead_end: true, faults: vec!["tick: 1 / 0".into()], ..spot(&["x=1", "y=\"1\""]) },
                Spot { open: true, highlighted: true, ..spot(&["文字"]) },
                spot(&[]),
            ],
            arrows: vec![
                arrow(0, 1, "P: a -> b & Q: c -> d"),
                arrow(0, 0, "stay"),
                arrow(0, 2, "go"),
                arrow(2, 1, "level"),
                arrow(2, 3, "down"),
                arrow(3, 0, "up"),
            ],
            highlight: Some(Highlight { meaning: "small is false".into(), bad: true }),
        }
    }

    /// The elements of a document in the order in which they begin, each inside those that are not yet closed.
    fn elements(svg: &str) -> Vec<String> {
        let mut names = Vec::new();
        let mut stack: Vec<String> = Vec::new();
        let mut rest = svg;
        while let Some(at) = rest.find('<') {
            let text = &rest[..at];
            assert!(!text.contains('>') && text.chars().all(|c| c == '\n' || !c.is_control()), "{text}");
            let end = at + rest[at..].find('>').expect("a tag ends");
            let tag = &rest[at + 1..end];
            match tag.strip_prefix('/') {
                Some(name) => assert_eq!(stack.pop().as_deref(), Some(name)),
                None => {
                    let name = tag.split([' ', '/']).next().unwrap_or("").to_string();
                    assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
                    names.push(name.clone());
                    if !tag.ends_with('/') {
                        stack.push(name);
                    }
                }
            }
            rest = &rest[end + 1..];
        }
        assert!(stack.is_empty(), "{stack:?}");
        names
    }

    #[test]
    fn the_document_is_well_formed_and_complete() {
        let svg = write(&chart());
        let names = elements(&svg);
        let count = |name: &str| names.iter().filter(|other| *other == name).count();
        assert_eq!((count("svg"), count("style")), (1, 1));
        assert_eq!(svg.matches("<g class=\"node").count(), 4 + 3, "four states, three samples in the legend");
        assert_eq!(svg.matches("<g class=\"label").count(), 6);
        assert_eq!(svg.matches("class=\"line up\"").count(), 2 + 1, "an arrow with its trunk, and a sample");
        assert_eq!(svg.matches("class=\"line optional\"").count(), 1 + 1, "a loop, and a sample");
        for text in
            ["A &lt; B", "small is false", "dead end", "! tick: 1 / 0", "&amp; Q: c -&gt; d", "level", "文字"]
        {
            assert!(svg.contains(text), "{text}");
        }
    }

    #[test]
    fn the_same_chart_gives_the_same_drawing() {
        assert_eq!(write(&chart()), write(&chart()));
    }

    #[test]
    fn an_empty_chart_is_a_drawing_too() {
        elements(&write(&Chart::default()));
    }
}
