//! A path as a drawing of who acts: processes as columns, time downwards, synchronisations and writes to others as arrows.

use crate::report::{Arrow, Lifelines};
use drawing::svg::escaped;
use std::fmt::Write;
use system::{Ending, System, Trace};

/// The most columns.
const MOST_COLUMNS: usize = 16;
/// The most steps.
const MOST_STEPS: usize = 200;
/// The width of a column.
const COLUMN: f64 = 130.0;
/// The height of a row.
const ROW: f64 = 26.0;
/// The room for the numbers of steps.
const MARGIN: f64 = 40.0;
/// The room for the heads of columns.
const HEAD: f64 = 34.0;
/// The width of the texts beside the chart.
const BESIDE: f64 = 420.0;
/// Colours that suit light and dark paper.
const LINE: &str = "#768390";
const STRONG: &str = "#3a78b5";

/// The drawing.
pub fn sequence(system: &System, trace: &Trace) -> String {
    let lifelines = Lifelines::of(system, trace, MOST_COLUMNS);
    let names = lifelines.names();
    let steps = trace.steps.len().min(MOST_STEPS);
    let width = MARGIN + COLUMN * names.len() as f64 + BESIDE;
    let height = HEAD + ROW * (steps as f64 + 1.0);
    let mut svg = format!(
        "<svg width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
         font-family=\"ui-monospace, monospace\" font-size=\"11\" fill=\"currentColor\" style=\"background: none\">\n<title>who acts</title>\n"
    );
    for (column, name) in names.iter().enumerate() {
        let x = centre(column);
        let bottom = height - ROW / 2.0;
        let _ = writeln!(
            svg,
            "<line x1=\"{x}\" y1=\"{HEAD}\" x2=\"{x}\" y2=\"{bottom}\" stroke=\"{LINE}\" stroke-dasharray=\"2 3\"/>"
        );
        label(&mut svg, x, HEAD - 12.0, "middle", &shortened(name, 18));
    }
    for (number, (before, step)) in trace.states().zip(&trace.steps).enumerate().take(MOST_STEPS) {
        let y = HEAD + ROW * (number as f64 + 0.7);
        if trace.ending == Ending::Loop(number) {
            let (y, right) = (y - ROW / 2.0, width - BESIDE);
            let _ =
                writeln!(svg, "<line x1=\"0\" y1=\"{y}\" x2=\"{right}\" y2=\"{y}\" stroke=\"{STRONG}\"/>");
        }
        label(&mut svg, MARGIN - 14.0, y + 4.0, "end", &(number + 1).to_string());
        if let Some(actor) = lifelines.actor(step) {
            let x = centre(actor);
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{STRONG}\"/>");
        }
        lifelines.arrows(before, step).iter().for_each(|own| arrow(&mut svg, own, y));
        let name = system.transition_name(&step.moved);
        label(&mut svg, width - BESIDE, y + 4.0, "start", &shortened(&name, 60));
    }
    if steps < trace.steps.len() {
        let y = HEAD + ROW * (steps as f64 + 0.7);
        label(
            &mut svg,
            width - BESIDE,
            y + 4.0,
            "start",
            &format!("… and {} more steps", trace.steps.len() - steps),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn centre(column: usize) -> f64 {
    MARGIN + COLUMN * (column as f64 + 0.5)
}

fn label(svg: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{}</text>", escaped(text));
}

fn arrow(svg: &mut String, own: &Arrow, y: f64) {
    let (from, to) = (centre(own.from), centre(own.to));
    let back = if from < to { -7.0 } else { 7.0 };
    let _ = writeln!(svg, "<line x1=\"{from}\" y1=\"{y}\" x2=\"{to}\" y2=\"{y}\" stroke=\"{STRONG}\"/>");
    let _ = writeln!(svg, "<path d=\"M{to} {y}l{back} -3.5v7z\" fill=\"{STRONG}\"/>",);
    label(svg, (from + to) / 2.0, y - 3.0, "middle", &shortened(&own.label, 16));
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
