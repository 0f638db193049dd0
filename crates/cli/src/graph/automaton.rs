//! The automaton of a process: its locations, and the edges between them, as the model writes them.

use crate::refusal::Refusal;
use crate::report::{Places, edge_text};
use crate::source::Model;
use diagnostics::nearest;
use drawing::{Arrow, Chart, Spot};
use system::{Edge, Movement, Owner, System, VariableId};

/// A process or a population with locations.
struct Kind {
    locations: Vec<String>,
    owner: Owner,
    /// The counter of a population's first location.
    first_counter: Option<VariableId>,
}

/// The chart of a process, or why there is none.
pub fn automaton(model: &Model, name: &str) -> Result<Chart, Refusal> {
    let system = &model.system;
    let kind = find(system, name).ok_or_else(|| unknown(system, &model.file, name))?;
    let places = Places::new(&model.file, &system.source);
    let mut arrows: Vec<Arrow> = Vec::new();
    let mut is_initial = vec![false; kind.locations.len()];
    if let Some(first) = is_initial.first_mut() {
        *first = true;
    }
    for edge in system.edges.iter().filter(|edge| edge.owner == kind.owner) {
        let Some((from, to)) = ends(edge, &kind) else { continue };
        let text = edge_text(&places, edge);
        match arrows.iter_mut().find(|arrow| (arrow.from, arrow.to) == (from, to)) {
            Some(arrow) if arrow.names.contains(&text) => {}
            Some(arrow) => arrow.names.push(text),
            None => arrows.push(Arrow { from, to, names: vec![text], is_optional: false }),
        }
    }
    let spot = |(number, location): (usize, &String)| Spot {
        lines: vec![location.clone()],
        details: vec![location.clone()],
        initial: is_initial[number],
        dead_end: arrows.iter().all(|arrow| arrow.from != number),
        ..Spot::default()
    };
    Ok(Chart {
        title: name.to_owned(),
        caption: format!("{} locations", kind.locations.len()),
        spots: kind.locations.iter().enumerate().map(spot).collect(),
        arrows,
        highlight: None,
    })
}

fn find(system: &System, name: &str) -> Option<Kind> {
    let process = system.processes.iter().position(|process| process.name == name);
    if let Some(index) = process {
        let locations = system.processes[index].locations.clone();
        let owner = Owner::Instance(system::ProcessId::from_index(index), 0);
        return (!locations.is_empty()).then_some(Kind { locations, owner, first_counter: None });
    }
    let index = system.populations.iter().position(|population| population.name == name)?;
    let population = &system.populations[index];
    let owner = Owner::Population(system::PopulationId::from_index(index));
    Some(Kind {
        locations: population.locations.clone(),
        owner,
        first_counter: Some(population.first_counter),
    })
}

fn ends(edge: &Edge, kind: &Kind) -> Option<(usize, usize)> {
    match (&edge.movement, kind.first_counter) {
        (Movement::Location { from, to, .. }, _) => Some((*from as usize, *to as usize)),
        (Movement::Counter { from, to }, Some(first)) => {
            Some(((from.0 - first.0) as usize, (to.0 - first.0) as usize))
        }
        _ => None,
    }
}

fn unknown(system: &System, file: &str, name: &str) -> Refusal {
    let processes = system.processes.iter().filter(|process| !process.locations.is_empty());
    let names: Vec<&str> = processes
        .map(|process| process.name.as_str())
        .chain(system.populations.iter().map(|population| population.name.as_str()))
        .collect();
    let help = match nearest(name, names.iter().copied()) {
        Some(near) => format!("did you mean '{near}'?"),
        None if names.is_empty() => "the model has no process with locations".to_owned(),
        None => format!("there are {}", names.join(", ")),
    };
    Refusal::of_file(file, format!("there is no process '{name}' with locations"), Some(help))
}
