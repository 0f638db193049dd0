//! Questions about a state: the value of an expression, and why a transition is not possible.

use language::Overrides;
use system::{
    Edge, EdgeId, Expr, Failure, Interpreter, Movement, Question, State, System, Transition, Value, explain,
};

/// A name that no model has.
const NAME: &str = "what_is_printed_here";

/// The value of an expression of the language in a state, or what is wrong with it.
pub fn value(system: &System, text: &str, state: &State) -> Result<String, String> {
    let number = parsed(system, &format!("bound {NAME}: {text}"));
    let expression = number.or_else(|_| condition_of(system, text))?;
    match Interpreter::new(system).evaluate(&expression, state) {
        Ok(Value::Bool(value)) => Ok(value.to_string()),
        Ok(Value::Int(value)) => Ok(value.to_string()),
        Ok(other) => Err(format!("{other:?} is neither a number nor true or false")),
        Err(Failure::Fault { reason, .. }) => Err(format!("it has no value here: {reason}")),
        Err(Failure::Obstacle(obstacle)) => Err(obstacle.to_string()),
        Err(Failure::Undetermined(_)) => Err("it has no value here".into()),
    }
}

/// The condition of the language that a text is, or what is wrong with it.
pub fn condition_of(system: &System, text: &str) -> Result<Expr, String> {
    parsed(system, &format!("invariant {NAME}: {text}"))
}

/// The expression of a property that is added to the model's text.
fn parsed(system: &System, property: &str) -> Result<Expr, String> {
    let constants = system.constants.iter().map(|constant| (constant.name.clone(), constant.value));
    let sized =
        system.populations.iter().filter_map(|population| Some((population.name.clone(), population.size?)));
    let overrides = Overrides { constants: constants.collect(), sizes: sized.collect() };
    let loaded = language::load_source(
        &system.source.with_main(&format!("{}\n{property}\n", system.source.main())),
        &overrides,
    );
    if let Some(error) = loaded.diagnostics.iter().find(|finding| finding.is_error()) {
        return Err(error.message.clone());
    }
    let added = loaded.system.ok_or("this is no expression of the model")?;
    // The variables are the same, in the same order, since only a property was added.
    let found = added.properties.into_iter().find(|property| property.name == NAME);
    match found.map(|property| property.question) {
        Some(Question::Bound(expression) | Question::Invariant(expression)) => Ok(expression),
        _ => Err("this is no expression of the model".into()),
    }
}

/// Why the transitions with this name, label or beginning of a name are possible or not, line by line.
pub fn why(system: &System, name: &str, state: &State) -> Result<Vec<String>, String> {
    let edge = |id: EdgeId| system.edge(id);
    let is_meant = |id: EdgeId| {
        let edge = edge(id);
        edge.name == name || edge.label.as_deref() == Some(name) || edge.name.starts_with(name)
    };
    let meant: Vec<&Transition> = system
        .transitions
        .iter()
        .filter(|t| is_meant(t.sender) || t.receivers.iter().any(|receiver| is_meant(receiver.edge)))
        .collect();
    if meant.is_empty() {
        return Err(format!("there is no transition '{name}'"));
    }
    let mut lines = Vec::new();
    let mut told: Vec<EdgeId> = Vec::new();
    for transition in meant {
        let required = transition.receivers.iter().filter(|receiver| receiver.required);
        for id in std::iter::once(transition.sender).chain(required.map(|receiver| receiver.edge)) {
            if !told.contains(&id) {
                told.push(id);
                lines.extend(why_edge(system, edge(id), state));
            }
        }
    }
    Ok(lines)
}

fn why_edge(system: &System, edge: &Edge, state: &State) -> Vec<String> {
    if let Movement::Location { variable, from, .. } = edge.movement
        && state[variable.index()] != Value::Location(from)
    {
        let owner = system.variable(variable);
        let here = system.show_value(owner.ty, state[variable.index()]);
        let there = system.show_value(owner.ty, Value::Location(from));
        return vec![format!("{}: {} is at {here}, not at {there}", edge.name, owner.name)];
    }
    if Interpreter::new(system).holds(&edge.guard, state) == Ok(true) {
        return vec![format!("{}: its guard is true", edge.name)];
    }
    let mut lines = vec![format!("{}: its guard is false", edge.name)];
    for reason in explain(system, &edge.guard, state) {
        lines.push(format!("{}{}", "  ".repeat(reason.depth + 1), reason.text));
    }
    lines
}
