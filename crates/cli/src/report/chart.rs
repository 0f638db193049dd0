//! A trace as a sequence chart: processes as columns, time downwards, synchronisations and writes to the variables of other
//! processes as arrows.

use super::lifelines::{Arrow, Lifelines};
use super::state::change_items;
use super::trace::ending_lines;
use crate::Console;
use crate::console::{FAINT, STRONG};
use crate::report::place::Places;
use system::{Ending, State, System, Trace, TraceStep};

/// The most columns; further processes are left out, and what they do stands beside the chart.
const MOST_COLUMNS: usize = 12;

/// The fewest characters of a column.
const NARROWEST: usize = 12;

struct Chart<'a> {
    system: &'a System,
    lifelines: Lifelines<'a>,
    /// Where the line of each column stands.
    centres: Vec<usize>,
    width: usize,
    /// The characters of the largest number of a step.
    digits: usize,
}

/// The lines of a chart, each with its line break, indented below a verdict.
pub fn chart_text(system: &System, places: &Places<'_>, trace: &Trace, console: &Console) -> String {
    let chart = Chart::new(system, trace);
    let mut lines = vec![console.paint(STRONG, &chart.heads())];
    for (number, (before, step)) in trace.states().zip(&trace.steps).enumerate() {
        if trace.ending == Ending::Loop(number) {
            lines.push(chart.beside("", &chart.row(None), &console.paint(FAINT, "the loop begins here")));
        }
        lines.extend(chart.step(number + 1, before, step));
    }
    let margin = " ".repeat(chart.digits + 2);
    lines.extend(ending_lines(places, trace, console).into_iter().map(|line| format!("{margin}{line}")));
    lines.iter().map(|line| format!("  {}\n", line.trim_end())).collect()
}

impl<'a> Chart<'a> {
    fn new(system: &'a System, trace: &Trace) -> Self {
        let lifelines = Lifelines::of(system, trace, MOST_COLUMNS);
        let mut at = 0;
        let mut centres = Vec::new();
        for name in lifelines.names() {
            let width = (name.chars().count() + 2).max(NARROWEST);
            centres.push(at + width / 2);
            at += width;
        }
        Chart { system, lifelines, centres, width: at, digits: trace.steps.len().to_string().len() }
    }

    fn heads(&self) -> String {
        let mut line: Vec<char> = vec![' '; self.width];
        for (name, centre) in self.lifelines.names().iter().zip(&self.centres) {
            let start = centre.saturating_sub(name.chars().count() / 2);
            put(&mut line, start, name);
        }
        format!("{:>digits$}  {}", "", line.into_iter().collect::<String>(), digits = self.digits)
    }

    /// All lines, one of which may be that of an acting process.
    fn row(&self, actor: Option<usize>) -> Vec<char> {
        let mut line = vec![' '; self.width];
        for (number, centre) in self.centres.iter().enumerate() {
            line[*centre] = if actor == Some(number) { '●' } else { '│' };
        }
        line
    }

    fn beside(&self, number: &str, row: &[char], text: &str) -> String {
        let row: String = row.iter().collect();
        format!("{number:>digits$}  {row}  {text}", digits = self.digits)
    }

    /// The rows of a step: its arrows, or its actor alone; beside the first stands what it does.
    fn step(&self, number: usize, before: &State, step: &TraceStep) -> Vec<String> {
        let name = self.system.transition_name(&step.moved);
        let changes = change_items(self.system, before, &step.state, &name);
        let text = if changes.is_empty() { name } else { format!("{name}: {}", changes.join(", ")) };
        let actor = self.lifelines.actor(step);
        let arrows = self.lifelines.arrows(before, step);
        if arrows.is_empty() {
            return vec![self.beside(&number.to_string(), &self.row(actor), &text)];
        }
        let rows = arrows.iter().enumerate().map(|(at, arrow)| {
            let (number, text) =
                if at == 0 { (number.to_string(), text.as_str()) } else { Default::default() };
            self.beside(&number, &self.arrow_row(arrow), text)
        });
        rows.collect()
    }

    fn arrow_row(&self, arrow: &Arrow) -> Vec<char> {
        let mut line = self.row(Some(arrow.from));
        let (from, to) = (self.centres[arrow.from], self.centres[arrow.to]);
        let (low, high) = (from.min(to) + 1, from.max(to));
        line[low..high].fill('─');
        let room = high - low;
        let length = arrow.label.chars().count();
        if length > 0 && length + 3 <= room {
            put(&mut line, low + (room - length) / 2, &arrow.label);
        }
        line[if from < to { high - 1 } else { low }] = if from < to { '▶' } else { '◀' };
        line
    }
}

fn put(line: &mut [char], start: usize, text: &str) {
    for (place, letter) in line.iter_mut().skip(start).zip(text.chars()) {
        *place = letter;
    }
}
