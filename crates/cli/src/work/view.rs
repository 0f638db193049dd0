//! What the text of a model adds to its states and paths: what variables are, which automata processes are, where steps stand.

use super::chart::chart_json;
use super::false_parts::false_parts;
use crate::report::{Places, edge_text, json_fairness, reason_lines};
use crate::source::Model;
use serde_json::{Map, Value as Json, json};
use studio::Positions;
use system::{
    Edge, Movement, Owner, PopulationId, Process, ProcessId, Property, Question, Role, Shape, Shown, System,
    Trace, TraceStep, Type, Variable, Verdict,
};

/// What is to be known of a model's states: its variables and processes.
pub fn model_view(model: &Model) -> Json {
    let system = &model.system;
    let positions = Positions::of(&system.source);
    let shown = system.shown();
    let variables = shown.iter().map(|one| variable_json(system, one));
    let arrays = system.processes.iter().enumerate().map(|(index, process)| {
        let id = ProcessId::from_index(index);
        let instances = (0..process.count).map(|ordinal| system.show_instance(id, ordinal));
        let mut json = automaton(model, &positions, &process.name, &process.locations, &|edge| {
            process_ends(id, process, edge)
        });
        json["instances"] = instances.collect();
        json
    });
    let populations = system.populations.iter().enumerate().map(|(index, population)| {
        let id = PopulationId::from_index(index);
        let first = population.first_counter.index();
        let ends = |edge: &Edge| match edge.movement {
            Movement::Counter { from, to } if edge.owner == Owner::Population(id) => {
                Some((from.index() - first, to.index() - first))
            }
            _ => None,
        };
        let mut json = automaton(model, &positions, &population.name, &population.locations, &ends);
        json["instances"] = json!([]);
        json["population"] = json!(true);
        json
    });
    json!({
        "variables": variables.collect::<Json>(),
        "processes": arrays.chain(populations).collect::<Json>(),
    })
}

/// What is to be known of a path, and why it decides a property.
pub fn trace_view(model: &Model, trace: &Trace, decided: Option<(&Property, &Verdict)>) -> Json {
    let system = &model.system;
    let positions = Positions::of(&system.source);
    let mut view = model_view(model);
    view["steps"] = trace.steps.iter().map(|step| step_json(system, step, &positions)).collect();
    view["chart"] = chart_json(system, trace);
    if let Some((property, verdict)) = decided {
        let places = Places::new(&model.file, &system.source);
        let lines = reason_lines(system, &places, property, verdict, trace);
        let failing = match (&property.question, verdict) {
            (Question::Invariant(condition), Verdict::Violated) => {
                false_parts(system, condition, trace.last(), &positions)
            }
            _ => Vec::new(),
        };
        let in_state = |mut part: Json| {
            part["state"] = json!(trace.steps.len());
            part
        };
        view["why"] =
            json!({ "lines": lines, "failing": failing.into_iter().map(in_state).collect::<Json>() });
    }
    if let Some(fairness) = json_fairness(system, trace) {
        view["fairness"] = fairness;
    }
    view
}

fn step_json(system: &System, step: &TraceStep, positions: &Positions<'_>) -> Json {
    let parts: Vec<Json> = step.moved.iter().map(|edge| positions.part(system.edge(*edge).span)).collect();
    let mut json = parts.first().cloned().unwrap_or_else(|| json!({}));
    json["parts"] = Json::Array(parts);
    json
}

fn variable_json(system: &System, one: &Shown<'_>) -> Json {
    let variable = system.variable(one.first);
    let mut json = json!({ "name": one.name, "base": one.base });
    json["type"] = json!(match &*one.shape {
        Shape::Scalar(_) => type_text(system, variable),
        shape => system.show_shape(shape),
    });
    json["kind"] = json!(match (variable.role, variable.ty) {
        _ if !matches!(*one.shape, Shape::Scalar(_)) => "value",
        (Role::Location, _) => "location",
        (Role::Counter(_), _) => "counter",
        (_, Type::Reference(_)) => "reference",
        _ => "value",
    });
    json["param"] = json!(variable.role == Role::Param);
    if let Some((process, ordinal)) = variable.owner {
        json["process"] = json!(system.process(process).name);
        json["instance"] = json!(system.show_instance(process, ordinal));
    }
    if let Role::Counter(population) = variable.role {
        json["process"] = json!(system.population(population).name);
    }
    if let Some(element) = variable.element {
        json["element"] = json!(element.to_string());
    }
    json
}

fn type_text(system: &System, variable: &Variable) -> String {
    match variable.role {
        Role::Location => "location".into(),
        _ => system.show_type(variable.ty),
    }
}

fn process_ends(id: ProcessId, process: &Process, edge: &Edge) -> Option<(usize, usize)> {
    // All instances have the same edges, where constants do not make a difference; the first one stands for them.
    let is_first = process.count > 0 && edge.owner == Owner::Instance(id, 0);
    match edge.movement {
        Movement::Location { from, to, .. } if is_first => Some((from as usize, to as usize)),
        _ => None,
    }
}

/// The locations of a process, and the edges between them.
fn automaton(
    model: &Model,
    positions: &Positions<'_>,
    name: &str,
    locations: &[String],
    ends: &dyn Fn(&Edge) -> Option<(usize, usize)>,
) -> Json {
    let places = Places::new(&model.file, &model.system.source);
    let edges = model.system.edges.iter().filter_map(|edge| {
        let (from, to) = ends(edge)?;
        let mut json: Map<String, Json> = Map::new();
        json.insert("from".into(), json!(locations.get(from)?));
        json.insert("to".into(), json!(locations.get(to)?));
        json.insert("text".into(), json!(edge_text(&places, edge)));
        json.insert("line".into(), positions.part(edge.span)["line"].clone());
        Some(Json::Object(json))
    });
    let mut known: Vec<Json> = Vec::new();
    edges.for_each(|edge| {
        if !known.contains(&edge) {
            known.push(edge);
        }
    });
    json!({ "name": name, "locations": locations, "edges": known })
}
