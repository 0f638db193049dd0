//! Who takes part in a path, and what they have to do with each other: the columns of a sequence chart and the arrows between them.

use system::{EdgeId, Owner, ProcessId, State, System, Trace, TraceStep};

/// The columns of a chart.
pub struct Lifelines<'a> {
    system: &'a System,
    owners: Vec<Owner>,
    names: Vec<String>,
}

/// An arrow from one column to another.
pub struct Arrow {
    /// The column where it begins.
    pub from: usize,
    /// The column where it ends.
    pub to: usize,
    /// What is said or written.
    pub label: String,
}

impl<'a> Lifelines<'a> {
    /// Those who act on a path, or whose variables change, but not more than these.
    pub fn of(system: &'a System, trace: &Trace, most: usize) -> Self {
        let mut owners: Vec<Owner> = Vec::new();
        for (before, step) in trace.states().zip(&trace.steps) {
            owners.extend(step.moved.iter().map(|edge| system.edge(*edge).owner));
            owners.extend(written(system, before, &step.state).into_iter().map(|(owner, _)| owner));
        }
        owners.sort_by_key(|owner| place_of(*owner));
        owners.dedup();
        owners.truncate(most);
        let names = owners.iter().map(|owner| owner_name(system, *owner)).collect();
        Lifelines { system, owners, names }
    }

    /// What stands above the columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    fn column(&self, owner: Owner) -> Option<usize> {
        self.owners.iter().position(|own| *own == owner)
    }

    /// The column of who acts in a step.
    pub fn actor(&self, step: &TraceStep) -> Option<usize> {
        step.moved.first().and_then(|edge| self.column(self.system.edge(*edge).owner))
    }

    /// From who acts to those who synchronise with it, and to those whose variables it writes.
    pub fn arrows(&self, before: &State, step: &TraceStep) -> Vec<Arrow> {
        let Some(from) = self.actor(step) else { return Vec::new() };
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
