//! Traces from files: reads what `fathom check --json`, `fathom simulate --json` or `fathom check --itf` wrote, and walks it again.

use super::itf::from_itf;
use serde_json::{Map, Value as Json};
use system::{
    ConstantValue, Datum, Ending, Interpreter, ProcessId, Shape, Shown, State, System, Trace, TraceStep,
    Type, Value,
};

/// The trace of a property in a document, replayed in the system, so that every step is a step of it.
///
/// Without a name there must be only one trace.
pub fn load(system: &System, text: &str, name: Option<&str>) -> Result<Trace, String> {
    let mut json: Json = serde_json::from_str(text).map_err(|error| format!("this is no JSON: {error}"))?;
    if let Some(trace) = from_itf(&json) {
        json = trace;
    }
    let (document, trace) = select(&json, name)?;
    same_model(system, document)?;
    replay(system, trace)
}

/// The only trace, or that of the property with this name, and the document that holds it.
fn select<'j>(json: &'j Json, name: Option<&str>) -> Result<(&'j Json, &'j Json), String> {
    let documents = json.as_array().map_or(std::slice::from_ref(json), Vec::as_slice);
    let mut found: Vec<(&Json, &str, &Json)> = Vec::new();
    for document in documents {
        if let Some(trace) = document.get("trace") {
            found.push((document, "", trace));
        } else if document.get("initial").is_some() {
            found.push((document, "", document));
        }
        for property in document["properties"].as_array().into_iter().flatten() {
            let trace = property.get("trace").or_else(|| property.get("witness"));
            if let (Some(trace), Some(name)) = (trace, property["name"].as_str()) {
                found.push((document, name, trace));
            }
        }
    }
    let names: Vec<&str> = found.iter().map(|(_, name, _)| *name).filter(|name| !name.is_empty()).collect();
    let chosen: Vec<_> = found.iter().filter(|(_, own, _)| name.is_none_or(|name| name == *own)).collect();
    match (chosen.as_slice(), name) {
        ([(document, _, trace)], _) => Ok((document, trace)),
        ([], _) if found.is_empty() => Err("there is no trace in this file".to_string()),
        ([], Some(name)) => Err(format!("there is no trace of '{name}', only of {}", names.join(", "))),
        _ => Err(format!("there are several traces; add the name of one: {}", names.join(", "))),
    }
}

/// Whether the document is about the system with the same constants and sizes.
fn same_model(system: &System, document: &Json) -> Result<(), String> {
    for constant in &system.constants {
        let own = match constant.value {
            ConstantValue::Int(value) => value.to_string(),
            ConstantValue::Bool(value) => value.to_string(),
        };
        if let Some(theirs) = document["constants"].get(&constant.name).map(plain)
            && theirs != own
        {
            let name = &constant.name;
            return Err(format!(
                "the trace was made with {name} = {theirs}: start with --set {name}={theirs}"
            ));
        }
    }
    for population in &system.populations {
        let own = population.size.map(|size| size.to_string());
        let theirs = document["sizes"].get(&population.name).map(plain);
        if let (true, Some(theirs)) = (own != theirs, &theirs) {
            let name = &population.name;
            return Err(format!(
                "the trace was made with {theirs} processes in {name}: start with --size {name}={theirs}"
            ));
        }
    }
    Ok(())
}

/// A string without its quotes, or anything else as JSON writes it.
fn plain(json: &Json) -> String {
    json.as_str().map_or_else(|| json.to_string(), str::to_string)
}

fn replay(system: &System, json: &Json) -> Result<Trace, String> {
    let interpreter = Interpreter::new(system);
    let initial = complete_state(system, object(&json["initial"], "initial")?)?;
    if !interpreter.is_initial(&initial).map_err(|obstacle| obstacle.to_string())? {
        return Err("its first state is not an initial state of this model".to_string());
    }
    let mut trace = Trace { initial, steps: Vec::new(), ending: Ending::Finite };
    for step in json["steps"].as_array().ok_or("the list 'steps' is missing")? {
        let next = replay_step(system, &interpreter, &trace, step)?;
        trace.steps.push(next);
    }
    trace.ending = ending(&interpreter, &trace, json)?;
    Ok(trace)
}

fn replay_step(
    system: &System,
    interpreter: &Interpreter,
    trace: &Trace,
    json: &Json,
) -> Result<TraceStep, String> {
    let name = json["transition"].as_str();
    let mut state = trace.last().clone();
    change(system, &mut state, object(&json["changes"], "changes")?)?;
    let successors = interpreter.successors(trace.last()).map_err(|obstacle| obstacle.to_string())?;
    let is_named = |step: &TraceStep| name.is_none_or(|name| system.transition_name(&step.moved) == name);
    let same = |step: &TraceStep| step.state == state && is_named(step);
    let number = trace.steps.len() + 1;
    let what = name.map(|name| format!(", {name},")).unwrap_or_default();
    let impossible = || format!("step {number}{what} is impossible in this model");
    successors.steps.into_iter().find(same).ok_or_else(impossible)
}

fn ending(interpreter: &Interpreter, trace: &Trace, json: &Json) -> Result<Ending, String> {
    if let Some(start) = json.get("loop") {
        let start = start.as_u64().and_then(|start| usize::try_from(start).ok());
        let start = start.filter(|start| trace.states().nth(*start) == Some(trace.last()));
        return start.map(Ending::Loop).ok_or_else(|| "its last step does not close the loop".to_string());
    }
    if json["endless"] == Json::Bool(true) {
        return Ok(Ending::Endless);
    }
    let Some(fault) = json.get("fault") else { return Ok(Ending::Finite) };
    let name = fault["transition"].as_str().unwrap_or("");
    let successors = interpreter.successors(trace.last()).map_err(|obstacle| obstacle.to_string())?;
    let fault = successors.faults.into_iter().find(|fault| fault.name == name);
    fault.map(Ending::Fault).ok_or_else(|| format!("{name} does not fault in its last state"))
}

fn object<'j>(json: &'j Json, key: &str) -> Result<&'j Map<String, Json>, String> {
    json.as_object().ok_or_else(|| format!("the object '{key}' is missing"))
}

/// A state as traces hold it, in which every variable is given.
pub fn state(system: &System, json: &Json) -> Result<State, String> {
    complete_state(system, json.as_object().ok_or("it is no object")?)
}

/// A state in which every variable is given.
fn complete_state(system: &System, values: &Map<String, Json>) -> Result<State, String> {
    let mut state: State = vec![Value::Bool(false); system.variables.len()];
    for one in system.shown() {
        let Some(json) = values.get(&one.name) else {
            return Err(format!("the value of {} is missing", one.name));
        };
        put(system, &one, json, &mut state)?;
    }
    known_names(system, values)?;
    Ok(state)
}

fn change(system: &System, state: &mut State, changes: &Map<String, Json>) -> Result<(), String> {
    for one in system.shown() {
        if let Some(json) = changes.get(&one.name) {
            put(system, &one, json, state)?;
        }
    }
    known_names(system, changes)
}

fn known_names(system: &System, values: &Map<String, Json>) -> Result<(), String> {
    let shown = system.shown();
    match values.keys().find(|name| shown.iter().all(|one| one.name != **name)) {
        Some(name) => Err(format!("this model has no variable {name}")),
        None => Ok(()),
    }
}

/// Puts a value into a state.
fn put(system: &System, one: &Shown<'_>, json: &Json, state: &mut State) -> Result<(), String> {
    let datum = read_datum(system, &one.shape, json);
    let is_put = datum.is_some_and(|datum| one.shape.write(one.first, &datum, state));
    if is_put { Ok(()) } else { Err(format!("{json} is no value of {}", one.name)) }
}

fn read_datum(system: &System, shape: &Shape, json: &Json) -> Option<Datum> {
    let all = |part: &Shape| -> Option<Vec<Datum>> {
        json.as_array()?.iter().map(|one| read_datum(system, part, one)).collect()
    };
    Some(match shape {
        Shape::Scalar(ty) => Datum::Scalar(read_value(system, *ty, json)?),
        Shape::Record(fields) => {
            let part = |(name, part): &(String, Shape)| read_datum(system, part, json.get(name)?);
            Datum::Record(fields.iter().map(part).collect::<Option<Vec<Datum>>>()?)
        }
        Shape::Array { element, .. } => Datum::Array(all(element)?),
        Shape::Set { element, .. } => Datum::Set(all(element)?),
        Shape::Queue { entry, .. } => Datum::Queue(all(entry)?),
    })
}

/// A value in the form in which traces hold it.
fn read_value(system: &System, ty: Type, json: &Json) -> Option<Value> {
    let named = |names: &[String]| {
        let at = names.iter().position(|name| json.as_str() == Some(name));
        at.and_then(|at| u32::try_from(at).ok())
    };
    match ty {
        Type::Bool => json.as_bool().map(Value::Bool),
        Type::Range { .. } | Type::Nat | Type::Int => plain(json).parse().ok().map(Value::Int),
        Type::Enumeration(id) => named(&system.enumeration(id).members).map(Value::Member),
        Type::Location(id) => named(&system.process(id).locations).map(Value::Location),
        Type::Reference(_) if json.is_null() => Some(Value::Reference(None)),
        Type::Reference(id) => instance(system, id, json).map(|ordinal| Value::Reference(Some(ordinal))),
    }
}

fn instance(system: &System, process: ProcessId, json: &Json) -> Option<u32> {
    (0..system.process(process).count)
        .find(|ordinal| json.as_str() == Some(&system.show_instance(process, *ordinal)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::json_trace;
    use crate::sample::{LAMP, ZOO, initial_states, model};
    use crate::simulate::random::Random;
    use crate::simulate::random_walk::walk;
    use serde_json::json;

    #[test]
    fn every_walk_is_read_back_as_it_was() {
        for source in [LAMP, ZOO] {
            let model = model(source);
            for seed in 0..20 {
                let trace = walk(&model.system, &initial_states(&model), 15, &mut Random::new(seed)).trace;
                let document = json!({ "trace": json_trace(&model.system, &trace) });
                assert_eq!(load(&model.system, &document.to_string(), None), Ok(trace));
            }
        }
    }

    #[test]
    fn the_wanted_trace_is_chosen() {
        let model = model(LAMP);
        let trace = json!({ "initial": {"on": false, "lit": 0, "colour": "red"}, "steps": [] });
        let one = json!({ "name": "dark", "trace": trace });
        let other = json!({ "name": "twice", "witness": trace });
        let load = |document: Json, name| {
            load(&model.system, &document.to_string(), name).map(|trace| trace.steps.len())
        };
        let both = json!({ "properties": [one, other, { "name": "most" }] });
        assert_eq!(load(both.clone(), Some("twice")), Ok(0));
        assert_eq!(load(json!([both, {}]), Some("dark")), Ok(0));
        assert_eq!(load(json!({ "properties": [one] }), None), Ok(0));
        let refused = |document: Json, name| load(document, name).expect_err("it is refused");
        assert_eq!(refused(both.clone(), None), "there are several traces; add the name of one: dark, twice");
        assert_eq!(refused(both.clone(), Some("most")), "there is no trace of 'most', only of dark, twice");
        assert_eq!(refused(json!({}), Some("dark")), "there is no trace in this file");
    }

    #[test]
    fn what_is_no_trace_of_the_model_is_refused() {
        let model = model(LAMP);
        let start = json!({"on": false, "lit": 0, "colour": "red"});
        let step = |changes: Json| json!({ "transition": "toggle", "changes": changes });
        let refused = |trace: Json| {
            let document = json!({ "trace": trace }).to_string();
            load(&model.system, &document, None).expect_err("it is refused")
        };
        let initial = |state: Json| refused(json!({ "initial": state, "steps": [] }));
        assert_eq!(
            initial(json!({"on": true, "lit": 0, "colour": "red"})),
            "its first state is not an initial state of this model"
        );
        assert_eq!(initial(json!({"on": false, "lit": 0})), "the value of colour is missing");
        assert_eq!(
            initial(json!({"on": false, "lit": 0, "colour": "blue"})),
            "\"blue\" is no value of colour"
        );
        assert_eq!(
            initial(json!({"on": false, "lit": 0, "colour": "red", "x": 1})),
            "this model has no variable x"
        );
        let steps = |steps: Json| refused(json!({ "initial": start, "steps": steps }));
        assert_eq!(steps(json!([step(json!({"on": true}))])), "step 1, toggle, is impossible in this model");
        assert_eq!(steps(json!(null)), "the list 'steps' is missing");
        assert!(load(&model.system, "{", None).expect_err("it is refused").starts_with("this is no JSON"));
    }
}
