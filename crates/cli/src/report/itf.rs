//! Traces in the Informal Trace Format of Apalache, which viewers for TLA+ and Quint open.
//!
//! # Reference
//! *ADR-015: Informal Trace Format in JSON*, apalache-mc.org/docs/adr/015adr-trace.html.

use serde_json::{Map, Value as Json, json};
use system::{Datum, Ending, Role, Shape, Shown, State, System, Trace, Value};

/// The trace as a document. Where it ends in a loop, `loop` is the state that follows the last one.
pub fn itf_trace(system: &System, file: &str, property: &str, trace: &Trace) -> Json {
    let all = system.shown();
    let names = |wanted: fn(Role) -> bool| -> Vec<&str> {
        let chosen = all.iter().filter(|one| wanted(system.variable(one.first).role));
        chosen.map(|one| one.name.as_str()).collect()
    };
    let shown = match trace.ending {
        Ending::Loop(_) => trace.steps.len(),
        _ => trace.steps.len() + 1,
    };
    let transition = |index: usize| {
        let step = index.checked_sub(1).and_then(|step| trace.steps.get(step))?;
        Some(system.transition_name(&step.moved))
    };
    let states = trace.states().take(shown).enumerate();
    let states: Vec<Json> =
        states.map(|(index, state)| itf_state(system, &all, state, index, transition(index))).collect();
    let mut document = json!({
        "#meta": {
            "format": "ITF",
            "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
            "source": file,
            "description": format!("{property}, by Fathom {}", env!("CARGO_PKG_VERSION")),
        },
        "params": names(|role| role == Role::Param),
        "vars": names(|role| role != Role::Param),
        "states": states,
    });
    if let Ending::Loop(start) = trace.ending {
        document["loop"] = json!(start);
    }
    document
}

fn itf_state(
    system: &System,
    all: &[Shown<'_>],
    state: &State,
    index: usize,
    transition: Option<String>,
) -> Json {
    let mut object = Map::new();
    let mut meta = json!({ "index": index });
    if let Some(transition) = transition {
        meta["transition"] = json!(transition);
    }
    object.insert("#meta".into(), meta);
    for one in all {
        object.insert(one.name.clone(), itf_datum(system, &one.shape, &one.read(state)));
    }
    Json::Object(object)
}

fn itf_datum(system: &System, shape: &Shape, datum: &Datum) -> Json {
    let all = |part: &Shape, parts: &[Datum]| -> Json {
        Json::Array(parts.iter().map(|one| itf_datum(system, part, one)).collect())
    };
    match (shape, datum) {
        (_, Datum::Scalar(Value::Bool(value))) => json!(value),
        (_, Datum::Scalar(Value::Int(value))) => json!({ "#bigint": value.to_string() }),
        (Shape::Scalar(ty), Datum::Scalar(other)) => json!(system.show_value(*ty, *other)),
        (Shape::Record(fields), Datum::Record(parts)) => {
            let fields = fields.iter().zip(parts);
            Json::Object(
                fields.map(|((name, part), one)| (name.clone(), itf_datum(system, part, one))).collect(),
            )
        }
        (Shape::Set { element, .. }, Datum::Set(parts)) => json!({ "#set": all(element, parts) }),
        (Shape::Array { element: part, .. }, Datum::Array(parts))
        | (Shape::Queue { entry: part, .. }, Datum::Queue(parts)) => all(part, parts),
        _ => Json::Null,
    }
}
