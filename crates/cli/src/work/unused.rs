//! What is never used of a model, with its places in the text.

use crate::report::{edge_name, location_name};
use diagnostics::Span;
use language::inspect_source;
use language::names::{DeclarationKind, NameTable};
use serde_json::{Value as Json, json};
use studio::Positions;
use system::{Coverage, System, Unreached};

/// What is never reached, never enabled and never true, each with where it stands.
pub fn unused(system: &System, coverage: &Coverage) -> Json {
    let positions = Positions::of(&system.source);
    let names = inspect_source(&system.source).names;
    let item = |kind: &str, what: &str, name: String, span: Option<Span>| {
        let mut json = span.map_or_else(|| json!({}), |span| positions.part(span));
        json["kind"] = json!(kind);
        json["what"] = json!(what);
        json["name"] = json!(name);
        json
    };
    let locations = coverage.unreached.iter().map(|at| {
        item("location", "never reached", location_name(system, *at), location_span(system, &names, *at))
    });
    let transitions = coverage.unused.iter().map(|edge| {
        item("transition", "never enabled", edge_name(system, *edge), Some(system.edge(*edge).span))
    });
    let conditions = coverage.never_true.iter().map(|(property, condition)| {
        let mut json = item("condition", "never true", system.show_expr(condition), Some(condition.span));
        json["property"] = json!(system.properties[*property].name);
        json
    });
    locations.chain(transitions).chain(conditions).collect()
}

/// Where a location is declared.
fn location_span(system: &System, names: &NameTable, at: Unreached) -> Option<Span> {
    let (owner, location) = match at {
        Unreached::Process(process, location) => {
            let process = system.process(process);
            (&process.name, &process.locations[location as usize])
        }
        Unreached::Population(population, location) => {
            let population = system.population(population);
            (&population.name, &population.locations[location as usize])
        }
    };
    let found = names.declarations.iter().find(|declaration| {
        declaration.kind == DeclarationKind::Location
            && declaration.name == *location
            && declaration.owner.is_some_and(|id| names.declaration(id).name == *owner)
    });
    found?.at.first().copied()
}
