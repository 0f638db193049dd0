//! What never happens in a model, for people and as JSON.

use super::number::grouped;
use super::place::{Places, filled};
use crate::outcome::Outcome;
use serde_json::{Value as Json, json};
use system::{Coverage, DeadEnds, EdgeId, Owner, Property, Question, System, Unreached};

/// The most things of a kind that are shown unless the user wants more.
const MOST: usize = 8;
/// The most characters of a condition that are shown.
const LONGEST: usize = 80;

/// The notes below the verdicts of a model; a long one is broken into lines.
pub fn vacuity_notes(outcome: &Outcome, verbose: bool) -> Vec<String> {
    let Some(coverage) = &outcome.coverage else { return Vec::new() };
    let system = &outcome.model.system;
    let places = Places::new(&outcome.model.file, &system.source);
    let mut notes = Vec::new();
    let shown = |count: usize| if verbose || count <= MOST { count } else { MOST };
    for (property, condition) in &coverage.never_true[..shown(coverage.never_true.len())] {
        notes.push(format!(
            "{} holds for an empty reason: `{}` is never true ({})",
            system.properties[*property].name,
            shortened(places.text(condition.span), system.show_expr(condition)),
            places.shown([condition.span])
        ));
    }
    if shown(coverage.never_true.len()) < coverage.never_true.len() {
        let hidden = coverage.never_true.len() - MOST;
        notes.push(format!("{} more properties hold for an empty reason; -v shows all", grouped(hidden)));
    }
    let unreached: Vec<String> = coverage.unreached.iter().map(|at| location_name(system, *at)).collect();
    let edge =
        |edge: &EdgeId| format!("{} ({})", edge_name(system, *edge), places.shown([system.edge(*edge).span]));
    let unused: Vec<String> = coverage.unused.iter().map(edge).collect();
    for (what, names) in [("never reached", unreached), ("never enabled", unused)] {
        let hidden = names.len() - shown(names.len());
        let more = if hidden > 0 { format!(" and {hidden} more; -v shows all") } else { String::new() };
        if !names.is_empty() {
            notes.push(format!("{what}: {}{more}", names[..shown(names.len())].join(", ")));
        }
    }
    notes.iter().map(|note| filled(note, "").join("\n  ")).collect()
}

/// The states without successor, unless they were asked for: where the model states `deadlock_free`, that says it.
pub fn unasked_dead_ends(outcome: &Outcome) -> Option<&DeadEnds> {
    let asks = |property: &Property| property.question == Question::DeadlockFree;
    let is_asked = outcome.model.system.properties.iter().any(asks);
    outcome.coverage.as_ref()?.dead_ends.as_ref().filter(|_| !is_asked)
}

/// What is said of states without successor that nobody asked for.
pub fn dead_end_note(outcome: &Outcome, verbose: bool) -> Option<String> {
    let dead_ends = unasked_dead_ends(outcome)?;
    let states = if dead_ends.count == 1 {
        "1 state has".to_string()
    } else {
        format!("{} states have", grouped(dead_ends.count))
    };
    let system = &outcome.model.system;
    let names = dead_ends.path.steps.iter().map(|step| system.transition_name(&step.moved));
    let path = match (verbose, dead_ends.path.steps.is_empty()) {
        (true, false) => format!("; shortest path: {}", names.collect::<Vec<_>>().join(", ")),
        (true, true) => "; an initial state is one".to_string(),
        (false, _) => String::new(),
    };
    Some(format!("{states} no successor, and `invariant deadlock_free` would be violated{path}"))
}

/// The list below `vacuity`; nothing if everything happens, or nobody knows.
pub fn json_vacuity(outcome: &Outcome) -> Option<Json> {
    let coverage: &Coverage = outcome.coverage.as_ref()?;
    let system = &outcome.model.system;
    let places = Places::new(&outcome.model.file, &system.source);
    let implications = coverage.never_true.iter().map(|(property, condition)| {
        json!({
            "kind": "implication",
            "what": system.show_expr(condition),
            "line": places.line(condition.span),
            "property": system.properties[*property].name,
        })
    });
    let locations = coverage.unreached.iter();
    let locations = locations.map(|at| json!({ "kind": "location", "what": location_name(system, *at) }));
    let transitions = coverage.unused.iter().map(|edge| {
        let line = places.line(system.edge(*edge).span);
        json!({ "kind": "transition", "what": edge_name(system, *edge), "line": line })
    });
    let all: Vec<Json> = implications.chain(locations).chain(transitions).collect();
    (!all.is_empty()).then_some(Json::Array(all))
}

/// The text that the user wrote, if it is known and short.
fn shortened(written: String, shown: String) -> String {
    let text = if written.is_empty() { shown } else { written };
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// `Client at inside`
pub fn location_name(system: &System, at: Unreached) -> String {
    match at {
        Unreached::Process(process, location) => {
            let process = system.process(process);
            format!("{} at {}", process.name, process.locations[location as usize])
        }
        Unreached::Population(population, location) => {
            let population = system.population(population);
            format!("{} at {}", population.name, population.locations[location as usize])
        }
    }
}

/// The name of an edge, without the index of an instance: `Client.enter`, `Client: ready -> inside`.
pub fn edge_name(system: &System, edge: EdgeId) -> String {
    let edge = system.edge(edge);
    match (edge.owner, &edge.label) {
        (Owner::Event, Some(label)) => label.clone(),
        (Owner::Instance(process, ordinal), _) => {
            let rest = edge.name.strip_prefix(&system.show_instance(process, ordinal));
            rest.map_or(edge.name.clone(), |rest| format!("{}{rest}", system.process(process).name))
        }
        _ => edge.name.clone(),
    }
}
