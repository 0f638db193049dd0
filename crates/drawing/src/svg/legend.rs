//! The title, and what the marks of this drawing mean; marks that do not occur are not explained.

use super::shapes::node_class;
use super::sizes;
use super::style::escaped;
use crate::chart::{Chart, Spot};
use crate::layout::Direction;
use std::fmt::Write;

const TITLE_FONT: f64 = 15.0;
const FONT: f64 = 10.0;
/// The width of a sample and of the space behind it.
const SAMPLE: f64 = 26.0;
/// The space behind an entry.
const SPACE: f64 = 20.0;

/// A title, a caption, and entries in one line.
pub struct Legend {
    title: String,
    caption: String,
    entries: Vec<(Sample, String)>,
}

/// What stands before an entry.
enum Sample {
    /// A box of this class.
    Node(String),
    /// The mark of an initial state.
    Entry,
    /// A line upwards.
    Up,
    /// A line of dashes.
    Optional,
}

impl Legend {
    /// What a chart with links in these directions needs.
    pub fn of(chart: &Chart, directions: &[Direction]) -> Self {
        let mut entries = Vec::new();
        let has = |mark: fn(&Spot) -> bool| chart.spots.iter().any(mark);
        let node = |spot: Spot| Sample::Node(node_class(&spot, chart.highlight.as_ref()));
        if has(|spot| spot.initial) {
            entries.push((Sample::Entry, "initial".to_string()));
        }
        if let (Some(highlight), true) = (&chart.highlight, has(|spot| spot.highlighted)) {
            let sample = node(Spot { highlighted: true, ..Spot::default() });
            entries.push((sample, highlight.meaning.clone()));
        }
        if has(|spot| spot.dead_end) {
            entries.push((node(Spot { dead_end: true, ..Spot::default() }), "dead end".to_string()));
        }
        if has(|spot| spot.open) {
            entries.push((node(Spot { open: true, ..Spot::default() }), "has more successors".to_string()));
        }
        if directions.contains(&Direction::Up) {
            entries.push((Sample::Up, "to a row above".to_string()));
        }
        if chart.arrows.iter().any(|arrow| arrow.is_optional) {
            entries.push((Sample::Optional, "from some states of the box only".to_string()));
        }
        Legend { title: chart.title.clone(), caption: chart.caption.clone(), entries }
    }

    /// The width of the widest line.
    pub fn width(&self) -> f64 {
        let entries: f64 =
            self.entries.iter().map(|(_, text)| SAMPLE + sizes::width(text, FONT) + SPACE).sum();
        sizes::width(&self.title, TITLE_FONT).max(sizes::width(&self.caption, FONT)).max(entries)
    }

    /// The height of everything.
    pub fn height(&self) -> f64 {
        if self.entries.is_empty() { 40.0 } else { 62.0 }
    }

    /// Writes it, with its left upper corner there.
    pub fn draw(&self, svg: &mut String, x: f64, y: f64) {
        let title = escaped(&self.title);
        let _ = writeln!(svg, r#"<text class="title" x="{x:.1}" y="{:.1}">{title}</text>"#, y + 12.0);
        let caption = escaped(&self.caption);
        let _ = writeln!(svg, r#"<text class="caption" x="{x:.1}" y="{:.1}">{caption}</text>"#, y + 29.0);
        let (mut x, middle) = (x, y + 47.0);
        for (sample, text) in &self.entries {
            draw_sample(svg, sample, x, middle);
            let (at, base) = (x + SAMPLE, middle + 3.5);
            let _ =
                writeln!(svg, r#"<text class="caption" x="{at:.1}" y="{base:.1}">{}</text>"#, escaped(text));
            x += SAMPLE + sizes::width(text, FONT) + SPACE;
        }
    }
}

fn draw_sample(svg: &mut String, sample: &Sample, x: f64, y: f64) {
    let _ = match sample {
        Sample::Node(class) => writeln!(
            svg,
            r#"<g class="{class}"><rect x="{x:.1}" y="{:.1}" width="18" height="12" rx="3"/></g>"#,
            y - 6.0
        ),
        Sample::Entry => writeln!(
            svg,
            r#"<circle class="head" cx="{:.1}" cy="{y:.1}" r="3"/><path class="line" d="M{x:.1} {y:.1}h12"/><path class="head" d="M{:.1} {y:.1}l-7 -3.2v6.4Z"/>"#,
            x + 3.0,
            x + 19.0
        ),
        Sample::Up => writeln!(svg, r#"<path class="line up" d="M{x:.1} {y:.1}h18"/>"#),
        Sample::Optional => writeln!(svg, r#"<path class="line optional" d="M{x:.1} {y:.1}h18"/>"#),
    };
}
