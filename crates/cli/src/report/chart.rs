//! A trace as a sequence chart: processes as columns, time downwards, synchronisations and writes to the variables of other
//! processes as arrows.

use super::state::change_items;
use super::trace::ending_lines;
use crate::Console;
use crate::console::{FAINT, STRONG};
use crate::report::place::Places;
use system::{EdgeId, Ending, Owner, ProcessId, State, System, Trace, TraceStep};

/// The most columns; further processes are left out, and what they do stands beside the chart.
const MOST_COLUMNS: usize = 12;

/// The fewest characters of a column.
const NARROWEST: usize = 12;

/// One column.
struct Lifeline {
    owner: Owner,
    name: String,
    /// Where its line stands.
    centre: usize,
}

/// An arrow from one column to another.
struct Arrow {
    from: usize,
    to: usize,
    label: String,
}

struct Chart<'a> {
    system: &'a System,
    lifelines: Vec<Lifeline>,
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
        let mut owners: Vec<Owner> = Vec::new();
        for (before, step) in trace.states().zip(&trace.steps) {
            owners.extend(step.moved.iter().map(|edge| system.edge(*edge).owner));
            owners.extend(written(system, before, &step.state).into_iter().map(|(owner, _)| owner));
        }
        owners.sort_by_key(|owner| place_of(*owner));
        owners.dedup();
        owners.truncate(MOST_COLUMNS);
        let mut at = 0;
        let mut lifelines = Vec::new();
        for owner in owners {
            let name = owner_name(system, owner);
            let width = (name.chars().count() + 2).max(NARROWEST);
            lifelines.push(Lifeline { owner, name, centre: at + width / 2 });
            at += width;
        }
        Chart { system, lifelines, width: at, digits: trace.steps.len().to_string().len() }
    }

    fn heads(&self) -> String {
        let mut line: Vec<char> = vec![' '; self.width];
        for Lifeline { name, centre, .. } in &self.lifelines {
            let start = centre.saturating_sub(name.chars().count() / 2);
            put(&mut line, start, name);
        }
        format!("{:>digits$}  {}", "", line.into_iter().collect::<String>(), digits = self.digits)
    }

    fn column(&self, owner: Owner) -> Option<usize> {
        self.lifelines.iter().position(|lifeline| lifeline.owner == owner)
    }

    /// All lines, one of which may be that of an acting process.
    fn row(&self, actor: Option<usize>) -> Vec<char> {
        let mut line = vec![' '; self.width];
        for (number, lifeline) in self.lifelines.iter().enumerate() {
            line[lifeline.centre] = if actor == Some(number) { '●' } else { '│' };
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
        let actor = step.moved.first().and_then(|edge| self.column(self.system.edge(*edge).owner));
        let arrows = self.arrows(actor, before, step);
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

    fn arrows(&self, actor: Option<usize>, before: &State, step: &TraceStep) -> Vec<Arrow> {
        let Some(from) = actor else { return Vec::new() };
        let label = |edge: &EdgeId| self.system.edge(*edge).label.clone().unwrap_or_default();
        let mut arrows: Vec<Arrow> = Vec::new();
        for edge in step.moved.iter().skip(1) {
            let to = self.column(self.system.edge(*edge).owner).filter(|to| *to != from);
            arrows.extend(to.map(|to| Arrow { from, to, label: label(edge) }));
        }
        for (owner, text) in written(self.system, before, &step.state) {
            let takes_part = step.moved.iter().any(|edge| self.system.edge(*edge).owner == owner);
            let to = self.column(owner).filter(|to| *to != from && !takes_part);
            arrows.extend(to.map(|to| Arrow { from, to, label: text }));
        }
        arrows
    }

    fn arrow_row(&self, arrow: &Arrow) -> Vec<char> {
        let mut line = self.row(Some(arrow.from));
        let (from, to) = (self.lifelines[arrow.from].centre, self.lifelines[arrow.to].centre);
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

/// Processes first, in the order of the model, then populations, then events.
fn place_of(owner: Owner) -> (u8, usize, u32) {
    match owner {
        Owner::Instance(process, ordinal) => (0, process.index(), ordinal),
        Owner::Population(population) => (1, population.index(), 0),
        Owner::Event => (2, 0, 0),
    }
}

fn owner_name(system: &System, owner: Owner) -> String {
    match owner {
        Owner::Instance(process, ordinal) => system.show_instance(process, ordinal),
        Owner::Population(population) => system.population(population).name.clone(),
        Owner::Event => "events".into(),
    }
}

/// The processes whose variables differ, each with the first of them and its new value.
fn written(system: &System, before: &State, after: &State) -> Vec<(Owner, String)> {
    let mut owners: Vec<(Owner, String)> = Vec::new();
    for one in system.shown() {
        let owner: Option<(ProcessId, u32)> = system.variable(one.first).owner;
        let Some((process, ordinal)) = owner else { continue };
        let owner = Owner::Instance(process, ordinal);
        if one.read(before) != one.read(after) && owners.iter().all(|(known, _)| *known != owner) {
            owners.push((owner, format!("{} := {}", one.base, system.show_shown(&one, after))));
        }
    }
    owners
}
