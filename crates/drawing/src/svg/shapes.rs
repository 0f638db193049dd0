//! Boxes, lines, arrow heads and labels as SVG elements.

use super::sizes::{self, ENTRY, LABEL_FONT, LOOP, NODE_FONT, PADDING};
use super::style::escaped;
use crate::chart::{Highlight, Outline, Spot};
use crate::layout::{Diagram, Direction, Layout, Piece, Point, Stroke};
use std::fmt::Write;

/// The length of an arrow head.
const HEAD: f64 = 7.0;
/// Half the width of an arrow head.
const HEAD_HALF: f64 = 3.2;

/// Draws the parts of one layout.
pub struct Pen<'d> {
    /// What is written so far.
    pub svg: &'d mut String,
    /// The sizes.
    pub diagram: &'d Diagram,
    /// The places.
    pub layout: &'d Layout,
}

impl Pen<'_> {
    /// A line, with the head of an arrow where it ends in a node.
    pub fn stroke(&mut self, stroke: &Stroke, is_optional: bool, title: Option<&str>) {
        let class = class(stroke.direction);
        let dashes = dashes(is_optional);
        let _ = write!(self.svg, r#"<path class="line{class}{dashes}" d="{}""#, path(&stroke.pieces));
        match title {
            Some(title) => {
                let _ = writeln!(self.svg, "><title>{}</title></path>", escaped(title));
            }
            None => self.svg.push_str("/>\n"),
        }
        if let (Some(_), Some(last)) = (stroke.target, stroke.pieces.last()) {
            let tip = last.end();
            let back = if stroke.direction == Direction::Down { -HEAD } else { HEAD };
            self.head(tip, (0.0, back), class);
        }
        if let (true, Some(first)) = (stroke.is_double, stroke.pieces.first()) {
            self.head(first.end(), (0.0, HEAD), class);
        }
    }

    /// The head of an arrow whose tip is here and whose shaft comes from there.
    fn head(&mut self, tip: Point, back: (f64, f64), class: &str) {
        let side = (back.1 / HEAD * HEAD_HALF, back.0 / HEAD * HEAD_HALF);
        let _ = writeln!(
            self.svg,
            r#"<path class="head{class}" d="M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z"/>"#,
            tip.x,
            tip.y,
            tip.x + back.0 + side.0,
            tip.y + back.1 + side.1,
            tip.x + back.0 - side.0,
            tip.y + back.1 - side.1,
        );
    }

    /// The names at an arrow, around this point, on paper of their own.
    pub fn label(&mut self, centre: Point, lines: &[String], direction: Direction, title: &str) {
        if lines.is_empty() {
            return;
        }
        let (width, height) = sizes::block(lines, LABEL_FONT);
        let (left, top) = (centre.x - width / 2.0, centre.y - height / 2.0);
        let _ = writeln!(
            self.svg,
            r#"<g class="label"><title>{}</title><rect class="paper" x="{:.1}" y="{top:.1}" width="{:.1}" height="{height:.1}"/>"#,
            escaped(title),
            left - 1.0,
            width + 2.0,
        );
        for (index, line) in lines.iter().enumerate() {
            let y = top + sizes::line_height(LABEL_FONT) * (index as f64 + 0.77);
            let _ = writeln!(
                self.svg,
                r#"<text class="{}" x="{:.1}" y="{y:.1}" text-anchor="middle">{}</text>"#,
                class(direction).trim(),
                centre.x,
                escaped(line)
            );
        }
        self.svg.push_str("</g>\n");
    }

    /// The mark of an initial state: an arrow from nowhere, at its left side.
    pub fn entry(&mut self, node: usize) {
        let (at, size) = (self.layout.nodes[node], self.diagram.nodes[node]);
        let tip = Point { x: at.x - size.width / 2.0, y: at.y + size.height / 2.0 };
        let (x, y) = (tip.x - ENTRY + 3.0, tip.y);
        let _ = writeln!(self.svg, r#"<circle class="head" cx="{x:.1}" cy="{y:.1}" r="3"/>"#);
        let _ = writeln!(self.svg, r#"<path class="line" d="M{x:.1} {y:.1}H{:.1}"/>"#, tip.x - HEAD);
        self.head(tip, (-HEAD, 0.0), "");
    }

    /// An arrow from a node to itself, at its right side, with its label.
    pub fn self_loop(&mut self, node: usize, lines: &[String], is_optional: bool) {
        let (at, size) = (self.layout.nodes[node], self.diagram.nodes[node]);
        let (x, y) = (at.x + size.width / 2.0, at.y + size.height / 2.0);
        let (path, tip) = loop_path(x, y, size.height);
        let _ = writeln!(self.svg, r#"<path class="line{}" d="{path}"/>"#, dashes(is_optional));
        self.head(tip, (HEAD, 0.0), "");
        let (width, _) = sizes::block(lines, LABEL_FONT);
        self.label(Point { x: x + LOOP + width / 2.0, y }, lines, Direction::Level, &lines.join("\n"));
    }

    /// The box of a state.
    pub fn node(&mut self, node: usize, spot: &Spot, highlight: Option<&Highlight>) {
        let (at, size) = (self.layout.nodes[node], self.diagram.nodes[node]);
        let left = at.x - size.width / 2.0;
        let round = match spot.outline {
            Outline::Rounded => "5".to_string(),
            Outline::Circle => format!("{:.1}", size.height / 2.0),
            Outline::Sharp => "0".to_string(),
        };
        let _ = writeln!(
            self.svg,
            r#"<g class="{}"><title>{}</title><rect x="{left:.1}" y="{:.1}" width="{:.1}" height="{:.1}" rx="{round}"/>"#,
            node_class(spot, highlight),
            escaped(&spot.details.join("\n")),
            at.y,
            size.width,
            size.height,
        );
        let (lines, notes) = sizes::node_lines(spot);
        let height = sizes::line_height(NODE_FONT) * lines.len() as f64;
        let top = at.y + (size.height - height) / 2.0;
        let notes_from = lines.len() - notes;
        for (index, line) in lines.iter().enumerate() {
            let class = match index {
                _ if index < notes_from => "",
                _ if index == notes_from && spot.dead_end => r#" class="note""#,
                _ => r#" class="fault""#,
            };
            let y = top + sizes::line_height(NODE_FONT) * (index as f64 + 0.77);
            let x = left + PADDING;
            let _ = writeln!(self.svg, r#"<text{class} x="{x:.1}" y="{y:.1}">{}</text>"#, escaped(line));
        }
        self.svg.push_str("</g>\n");
    }
}

/// The classes of a state's box.
pub fn node_class(spot: &Spot, highlight: Option<&Highlight>) -> String {
    let mut class = "node".to_string();
    match highlight {
        Some(highlight) if spot.highlighted => class.push_str(if highlight.bad { " bad" } else { " good" }),
        _ => {}
    }
    if spot.open {
        class.push_str(" open");
    }
    if spot.dead_end {
        class.push_str(" end");
    }
    class
}

fn class(direction: Direction) -> &'static str {
    if direction == Direction::Up { " up" } else { "" }
}

/// The class of a line that only some states can take.
fn dashes(is_optional: bool) -> &'static str {
    if is_optional { " optional" } else { "" }
}

/// The pieces in the notation of SVG.
/// The line of an arrow from a node to itself, at this point of its right side, and its tip.
pub fn loop_path(x: f64, y: f64, height: f64) -> (String, Point) {
    let rise = (height / 3.0).min(10.0);
    let out = x + LOOP * 1.15;
    let (start, end) = (y - rise, y + rise);
    let (first, second) = (start - 2.0, end + 2.0);
    let path = format!("M{x:.1} {start:.1}C{out:.1} {first:.1} {out:.1} {second:.1} {x:.1} {end:.1}");
    (path, Point { x, y: end })
}

/// Pieces of a line in the language of SVG.
pub fn path(pieces: &[Piece]) -> String {
    let mut result = String::new();
    let mut at = Point::default();
    for piece in pieces {
        let Point { x, y } = piece.end();
        let _ = match piece {
            Piece::Move(_) => write!(result, "M{x:.1} {y:.1}"),
            Piece::Line(_) if at.x == x && at.y == y => Ok(()),
            Piece::Line(_) => write!(result, "L{x:.1} {y:.1}"),
            Piece::Curve(_) => {
                let middle = (at.y + y) / 2.0;
                write!(result, "C{:.1} {middle:.1} {x:.1} {middle:.1} {x:.1} {y:.1}", at.x)
            }
        };
        at = piece.end();
    }
    result
}
