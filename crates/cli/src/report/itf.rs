//! Traces in the Informal Trace Format of Apalache, which viewers for TLA+ and Quint open.
//!
//! # Reference
//! *ADR-015: Informal Trace Format in JSON*, apalache-mc.org/docs/adr/015adr-trace.html.

use serde_json::{Map, Value as Json, json};
use system::{Ending, Role, State, System, Trace, Value};

/// The trace as a document. Where it ends in a loop, `loop` is the state that follows the last one.
pub fn itf_trace(system: &System, file: &str, property: &str, trace: &Trace) -> Json {
    let names = |wanted: fn(Role) -> bool| -> Vec<&str> {
        let chosen = system.variables.iter().filter(|variable| wanted(variable.role));
        chosen.map(|variable| variable.name.as_str()).collect()
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
        states.map(|(index, state)| itf_state(system, state, index, transition(index))).collect();
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

fn itf_state(system: &System, state: &State, index: usize, transition: Option<String>) -> Json {
    let mut object = Map::new();
    let mut meta = json!({ "index": index });
    if let Some(transition) = transition {
        meta["transition"] = json!(transition);
    }
    object.insert("#meta".into(), meta);
    for (variable, value) in system.variables.iter().zip(state) {
        let value = match value {
            Value::Bool(value) => json!(value),
            Value::Int(value) => json!({ "#bigint": value.to_string() }),
            other => json!(system.show_value(variable.ty, *other)),
        };
        object.insert(variable.name.clone(), value);
    }
    Json::Object(object)
}
