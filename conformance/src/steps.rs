//! What tiny models do, as lines of text: for tests that state the language's rules by hand.
//!
//! Each of these also runs the model through the explicit engine, which must agree.

use crate::compare::{MOST_STATES, Outcome, compare};
use crate::models::load_right;
use crate::naive::survey;
use system::{Failure, Interpreter, Question, State, System, Unlimited, VariableId};

/// Asserts what can happen in the only initial state of a model: a line `name: x = 1, y = 2` for each successor
/// with what changes, and a line `name faults: reason` for each fault; in the order of the transitions.
///
/// # Panics
/// If the model is wrong, or does something else.
#[track_caller]
pub fn steps(text: &str, expected: &[&str]) {
    let system = load_right(text);
    let interpreter = Interpreter::new(&system);
    let initial = interpreter.initial_states(&Unlimited).expect("the initial states can be listed");
    assert_eq!(initial.len(), 1, "the model should have one initial state:\n{text}");
    let successors = interpreter.successors(&initial[0]).expect("the successors can be listed");
    let mut lines: Vec<String> = successors
        .steps
        .iter()
        .map(|step| {
            let name = system.transition_name(&step.moved);
            format!("{name}: {}", changes(&system, &initial[0], &step.state))
        })
        .collect();
    lines.extend(successors.faults.iter().map(|fault| format!("{} faults: {}", fault.name, fault.reason)));
    assert_eq!(lines, expected, "what can happen differs:\n{text}");
    engine_agrees(text);
}

/// Asserts the initial states of a model, each as a line `x = 1, y = 2`.
///
/// # Panics
/// If the model is wrong, or starts elsewhere.
#[track_caller]
pub fn starts(text: &str, expected: &[&str]) {
    let system = load_right(text);
    let initial = Interpreter::new(&system).initial_states(&Unlimited);
    let initial = initial.expect("the initial states can be listed");
    let lines: Vec<String> = initial.iter().map(|state| values_of(&system, state)).collect();
    assert_eq!(lines, expected, "the initial states differ:\n{text}");
    engine_agrees(text);
}

/// Asserts the values of expressions in the only initial state of a model with these declarations; `fault` is
/// the value of one that faults. Integers are asked for with `bound`, conditions with `reachable`.
///
/// # Panics
/// If the model is wrong, or an expression has another value.
#[track_caller]
pub fn values(declarations: &str, expected: &[(&str, &str)]) {
    for (expression, value) in expected {
        let is_condition = ["true", "false", "fault as condition"].contains(value);
        let kind = if is_condition { "reachable" } else { "bound" };
        let text = format!("{declarations}\n{kind} question: {expression}\n");
        let system = load_right(&text);
        let interpreter = Interpreter::new(&system);
        let initial = interpreter.initial_states(&Unlimited).expect("the initial states can be listed");
        assert_eq!(initial.len(), 1, "the model should have one initial state:\n{text}");
        let property = system.property("question").expect("the property was written");
        let (Question::Bound(expr) | Question::Reachable(expr)) = &property.question else {
            panic!("the question became another: {:?}", property.question);
        };
        let shown = match interpreter.evaluate(expr, &initial[0]) {
            Ok(system::Value::Bool(value)) => value.to_string(),
            Ok(system::Value::Int(value)) => value.to_string(),
            Ok(other) => format!("{other:?}"),
            Err(Failure::Fault { .. }) if is_condition => "fault as condition".into(),
            Err(Failure::Fault { .. }) => "fault".into(),
            Err(other) => panic!("{expression} has no value: {other:?}"),
        };
        assert_eq!(shown, *value, "the value of {expression} with\n{declarations}");
        engine_agrees(&text);
    }
}

/// Asserts the verdicts of properties: `holds` or `violated`, with the number of steps of the shortest path
/// that shows it, if a path shows it: `violated 2`.
///
/// # Panics
/// If the model is wrong, or a verdict differs.
#[track_caller]
pub fn verdicts(text: &str, expected: &[(&str, &str)]) {
    let system = load_right(text);
    let survey = survey(&system, MOST_STATES).expect("all states can be visited");
    for (name, verdict) in expected {
        let property = system.property(name).unwrap_or_else(|| panic!("no property {name}:\n{text}"));
        let truth = survey.truth(&system, &property.question).expect("the property can be decided");
        let truth = truth.expect("the property is one of reachable states");
        let word = if truth.holds { "holds" } else { "violated" };
        let shown = truth.distance.map_or(word.to_string(), |distance| format!("{word} {distance}"));
        assert_eq!(shown, *verdict, "{name} in\n{text}");
    }
    engine_agrees(text);
}

/// Asserts that a model has errors, and that these are their codes.
///
/// # Panics
/// If it has others or none.
#[track_caller]
pub fn errors(text: &str, expected: &[&str]) {
    let loaded = crate::models::load(text);
    let mut codes: Vec<&str> =
        loaded.diagnostics.iter().filter(|finding| finding.is_error()).map(|f| f.code.as_str()).collect();
    codes.dedup();
    assert_eq!(codes, expected, "the errors differ:\n{text}\n{:?}", loaded.diagnostics);
}

/// Asserts that the explicit engine and the naive checker agree on a model.
///
/// # Panics
/// If they do not, or leave something open.
#[track_caller]
pub fn engine_agrees(text: &str) {
    match compare(text) {
        Ok(Outcome::Agreed { .. } | Outcome::NoInitialState) => {}
        // What the engine refuses for a stated reason has the interpreter as its only judge.
        Ok(Outcome::Open(reason)) if reason.contains("quantifiers over `int` or `nat`") => {}
        other => panic!("the explicit engine does not agree: {other:?}\n{text}"),
    }
}

fn changes(system: &System, before: &State, after: &State) -> String {
    let changed: Vec<String> = (0..system.variables.len())
        .filter(|number| before[*number] != after[*number])
        .map(|number| assignment(system, after, number))
        .collect();
    if changed.is_empty() { "nothing changes".into() } else { changed.join(", ") }
}

fn values_of(system: &System, state: &State) -> String {
    let all: Vec<String> = (0..system.variables.len()).map(|n| assignment(system, state, n)).collect();
    all.join(", ")
}

fn assignment(system: &System, state: &State, number: usize) -> String {
    let id = VariableId::from_index(number);
    let value = system.show_variable_value(id, state[number]);
    format!("{} = {value}", system.variable(id).name)
}
