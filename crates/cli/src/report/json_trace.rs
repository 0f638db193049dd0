//! Values, states and traces as JSON.

use super::place::Places;
use serde_json::{Map, Value as Json, json};
use system::{Datum, Ending, Shape, Shown, State, System, Trace, Type, Value};

/// The largest magnitude of an integer that every reader of JSON keeps exactly.
const LARGEST_EXACT: i128 = (1 << 53) - 1;

/// An integer; beyond 53 bits as a string.
pub fn json_integer(value: i128) -> Json {
    match i64::try_from(value) {
        Ok(small) if value.abs() <= LARGEST_EXACT => json!(small),
        _ => Json::String(value.to_string()),
    }
}

/// A value: Booleans, integers and `null` are JSON's own, everything else is a name.
pub fn json_value(system: &System, ty: Type, value: Value) -> Json {
    match value {
        Value::Bool(value) => json!(value),
        Value::Int(value) => json_integer(value),
        Value::Reference(None) => Json::Null,
        _ => Json::String(system.show_value(ty, value)),
    }
}

/// A value with all its parts: records are objects, everything else with parts is a list.
fn json_datum(system: &System, shape: &Shape, datum: &Datum) -> Json {
    let all = |part: &Shape, parts: &[Datum]| parts.iter().map(|one| json_datum(system, part, one)).collect();
    match (shape, datum) {
        (Shape::Scalar(ty), Datum::Scalar(value)) => json_value(system, *ty, *value),
        (Shape::Record(fields), Datum::Record(parts)) => {
            let fields = fields.iter().zip(parts);
            Json::Object(
                fields.map(|((name, part), one)| (name.clone(), json_datum(system, part, one))).collect(),
            )
        }
        (Shape::Array { element: part, .. }, Datum::Array(parts))
        | (Shape::Set { element: part, .. }, Datum::Set(parts))
        | (Shape::Queue { entry: part, .. }, Datum::Queue(parts)) => Json::Array(all(part, parts)),
        _ => Json::Null,
    }
}

/// A whole state: every variable, location, counter and param.
pub fn json_state(system: &System, state: &State) -> Json {
    json_shown(system, &system.shown(), state)
}

fn json_shown(system: &System, shown: &[Shown<'_>], state: &State) -> Json {
    let entry = |one: &Shown<'_>| (one.name.clone(), json_datum(system, &one.shape, &one.read(state)));
    Json::Object(shown.iter().map(entry).collect())
}

/// What differs between two states.
pub fn json_changes(system: &System, before: &State, after: &State) -> Json {
    changes_of(system, &system.shown(), before, after)
}

fn changes_of(system: &System, shown: &[Shown<'_>], before: &State, after: &State) -> Json {
    let mut changes = Map::new();
    for one in shown {
        let value = one.read(after);
        if one.read(before) != value {
            changes.insert(one.name.clone(), json_datum(system, &one.shape, &value));
        }
    }
    Json::Object(changes)
}

/// A path: its initial state, its steps, and how it goes on.
pub fn json_trace(system: &System, trace: &Trace) -> Json {
    let places = Places::new("", &system.source);
    let shown = system.shown();
    let step = |(before, step): (&State, &system::TraceStep)| {
        let mut json = json!({
            "transition": system.transition_name(&step.moved),
            "changes": changes_of(system, &shown, before, &step.state),
        });
        let spans = step.moved.iter().map(|edge| system.edge(*edge).span);
        let mut lines: Vec<usize> = spans.clone().map(|span| places.line(span)).collect();
        if spans.clone().any(|span| places.imported(span).is_some()) {
            // Lines of several files cannot be told apart by their numbers.
            let files: Vec<&str> = spans.map(|span| places.imported(span).unwrap_or_default()).collect();
            match files.as_slice() {
                [first, others @ ..] if others.iter().all(|file| file == first) => {
                    json["file"] = json!(first)
                }
                several => {
                    json["files"] = json!(several);
                    json["lines"] = json!(lines);
                    return json;
                }
            }
        }
        lines.dedup();
        match lines.as_slice() {
            [only] => json["line"] = json!(only),
            several => json["lines"] = json!(several),
        }
        json
    };
    let steps: Vec<Json> = trace.states().zip(&trace.steps).map(step).collect();
    let mut document = json!({ "initial": json_shown(system, &shown, &trace.initial), "steps": steps });
    match &trace.ending {
        Ending::Finite => {}
        Ending::Loop(start) => document["loop"] = json!(start),
        Ending::Endless => document["endless"] = json!(true),
        Ending::Fault(fault) => {
            document["fault"] = json!({ "transition": fault.name, "reason": fault.reason });
        }
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_beyond_53_bits_are_strings() {
        assert_eq!(json_integer(9007199254740991), json!(9007199254740991_i64));
        assert_eq!(json_integer(-9007199254740991), json!(-9007199254740991_i64));
        assert_eq!(json_integer(9007199254740992), json!("9007199254740992"));
        assert_eq!(json_integer(i128::MIN), json!(i128::MIN.to_string()));
    }
}
