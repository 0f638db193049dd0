//! A step of a walk: where it may begin, what can happen in a state, and what cannot and why.
//!
//! The page holds the walk; a state comes with each question.

use super::disabled::disabled;
use super::order::Order;
use super::reply::Reply;
use super::view::model_view;
use crate::initial;
use crate::refusal::Refusal;
use crate::report::json_state;
use crate::simulate::{Standing, read_state, standing, value_of};
use crate::source::Model;
use serde_json::{Value as Json, json};
use studio::Positions;
use system::{Interpreter, Question, State, Successors, System, TraceStep, explain};

/// The most initial states that are shown.
const MOST_INITIAL: usize = 200;
/// The most steps from a state that are shown.
const MOST_STEPS: usize = 500;

/// The initial states, or what is to be said of a state.
pub fn simulate(order: &Order) -> Reply {
    let model = match order.model() {
        Ok(model) => model,
        Err(refusal) => return refusal.into(),
    };
    let state = order.member("state").clone();
    order.within_limits(move |monitor| match state {
        Json::Null => initial::states(&model, monitor).map(|states| begin(&model, &states)).into(),
        state => stated(&model, &state).and_then(|state| look(&model, &state)).into(),
    })
}

/// The value of an expression in a state.
pub fn evaluate(order: &Order) -> Reply {
    let model = match order.model() {
        Ok(model) => model,
        Err(refusal) => return refusal.into(),
    };
    let (state, text) =
        (order.member("state").clone(), order.text("expression").unwrap_or_default().to_owned());
    order.within_limits(move |_| {
        let found = stated(&model, &state).and_then(|state| {
            let value = value_of(&model.system, &text, &state);
            value.map_err(|message| Refusal::of_file(&model.file, message, None))
        });
        found.map(|value| json!({ "value": value })).into()
    })
}

/// The state that the page sent.
fn stated(model: &Model, state: &Json) -> Result<State, Refusal> {
    read_state(&model.system, state).map_err(|message| {
        let message = format!("this is no state of the model: {message}");
        Refusal::of_file(&model.file, message, Some("begin anew: the model has changed".into()))
    })
}

fn begin(model: &Model, states: &[State]) -> Json {
    let shown = states.iter().take(MOST_INITIAL);
    json!({
        "initial": shown.map(|state| json!({ "state": json_state(&model.system, state) })).collect::<Json>(),
        "total": states.len(),
        "view": model_view(model),
    })
}

fn look(model: &Model, state: &State) -> Result<Json, Refusal> {
    let system = &model.system;
    let positions = Positions::of(&system.source);
    let successors = Interpreter::new(system).successors(state).map_err(|obstacle| {
        Refusal::of_file(&model.file, format!("what can happen here cannot be listed: {obstacle}"), None)
    })?;
    let steps = successors.steps.iter().take(MOST_STEPS);
    let faults = successors.faults.iter().map(|fault| {
        let mut json = positions.part(fault.span);
        json["transition"] = json!(fault.name);
        json["reason"] = json!(fault.reason);
        json
    });
    Ok(json!({
        "enabled": steps.map(|step| step_json(system, state, step, &positions)).collect::<Json>(),
        "total": successors.steps.len(),
        "faults": faults.collect::<Json>(),
        "disabled": disabled(system, state, &successors, &positions),
        "properties": properties(system, state, &successors),
    }))
}

fn step_json(system: &System, before: &State, step: &TraceStep, positions: &Positions<'_>) -> Json {
    let mut json =
        step.moved.first().map_or_else(|| json!({}), |edge| positions.part(system.edge(*edge).span));
    json["transition"] = json!(system.transition_name(&step.moved));
    json["changes"] = crate::report::json_changes(system, before, &step.state);
    json["state"] = json_state(system, &step.state);
    json
}

fn properties(system: &System, state: &State, successors: &Successors) -> Json {
    let one = |property: &system::Property| {
        let mut json = json!({ "name": property.name, "kind": property.question.kind() });
        let word = match standing(system, property, state, successors) {
            Standing::True => "true",
            Standing::False => "false",
            Standing::Undefined => "undefined",
            Standing::OfPaths => "paths",
            Standing::Value(value) => {
                json["value"] = crate::report::json_integer(value);
                "value"
            }
        };
        json["standing"] = json!(word);
        if let Question::Invariant(condition) | Question::Reachable(condition) = &property.question {
            let lines = explain(system, condition, state).into_iter();
            json["why"] =
                lines.map(|reason| json!(format!("{}{}", "  ".repeat(reason.depth), reason.text))).collect();
        }
        json
    };
    system.properties.iter().map(one).collect()
}
