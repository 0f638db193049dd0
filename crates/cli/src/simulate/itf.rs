//! Traces in the Informal Trace Format of Apalache, as the documents that `fathom check --json` prints.

use serde_json::{Map, Value as Json, json};

/// The document with the trace of an ITF document; nothing if it is none.
///
/// States are whole there, and steps may have no names; then whichever transition leads to the next state will do. The last step of a
/// loop is left out there, since it leads to a state that is listed already.
pub fn from_itf(document: &Json) -> Option<Json> {
    let states: Vec<Json> = document.get("states")?.as_array()?.iter().map(plain_state).collect();
    let initial = states.first()?.clone();
    let names = document["states"].as_array()?.iter().map(|state| state["#meta"]["transition"].clone());
    let mut steps: Vec<Json> = Vec::new();
    for (pair, name) in states.windows(2).zip(names.skip(1)) {
        steps.push(step(&pair[0], &pair[1], &name));
    }
    let mut trace = json!({ "initial": initial });
    if let Some(start) = document["loop"].as_u64() {
        let first = states.get(usize::try_from(start).ok()?)?;
        steps.push(step(states.last()?, first, &Json::Null));
        trace["loop"] = json!(start);
    }
    trace["steps"] = Json::Array(steps);
    Some(json!({ "trace": trace }))
}

/// A state without what is said about it, and with numbers as they are written elsewhere.
fn plain_state(state: &Json) -> Json {
    let members = state.as_object().into_iter().flat_map(Map::iter);
    members.filter(|(name, _)| *name != "#meta").map(|(name, own)| (name.clone(), plain_value(own))).collect()
}

/// A value with numbers as they are written elsewhere; a set is a list.
fn plain_value(value: &Json) -> Json {
    if let Some(number) = value.get("#bigint").and_then(Json::as_str) {
        return json!(number);
    }
    match (value.get("#set").unwrap_or(value), value) {
        // A reference that leads nowhere is written by its name.
        (_, value) if *value == json!("null") => Json::Null,
        (Json::Array(all), _) => all.iter().map(plain_value).collect(),
        (Json::Object(fields), _) => {
            fields.iter().map(|(name, own)| (name.clone(), plain_value(own))).collect()
        }
        (own, _) => own.clone(),
    }
}

fn step(before: &Json, after: &Json, name: &Json) -> Json {
    let members = after.as_object().into_iter().flat_map(Map::iter);
    let changes: Map<String, Json> = members
        .filter(|(name, value)| before.get(name.as_str()) != Some(value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    json!({ "transition": name, "changes": changes })
}

#[cfg(test)]
mod tests {
    use crate::report::itf_trace;
    use crate::sample::{LAMP, ZOO, initial_states, model};
    use crate::simulate::load_trace;
    use crate::simulate::random::Random;
    use crate::simulate::random_walk::walk;
    use system::Ending;

    #[test]
    fn every_walk_is_read_back_as_it_was() {
        for source in [LAMP, ZOO] {
            let model = model(source);
            for seed in 0..20 {
                let mut trace =
                    walk(&model.system, &initial_states(&model), 15, &mut Random::new(seed)).trace;
                // What faults is no state, and has no place in this format.
                trace.ending = Ending::Finite;
                let text = itf_trace(&model.system, "sample.fathom", "walk", &trace).to_string();
                assert_eq!(load_trace(&model.system, &text, None), Ok(trace));
            }
        }
    }
}
