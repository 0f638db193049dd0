//! What the properties say about one state.

use system::{Interpreter, Property, Question, State, Successors, System, Value};

/// What a property says about a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Its condition is true there.
    True,
    /// Its condition is false there.
    False,
    /// The expression of a `bound` has this value there.
    Value(i128),
    /// Its expression faults there, or is too hard to evaluate.
    Undefined,
    /// It is about paths.
    OfPaths,
}

/// What a property says about a state with these successors.
pub fn standing(system: &System, property: &Property, state: &State, successors: &Successors) -> Standing {
    let truth = |holds: bool| if holds { Standing::True } else { Standing::False };
    let interpreter = Interpreter::new(system);
    match &property.question {
        Question::Invariant(condition) | Question::Reachable(condition) => {
            interpreter.holds(condition, state).map_or(Standing::Undefined, truth)
        }
        Question::DeadlockFree => truth(!successors.steps.is_empty()),
        Question::NoFaults => truth(successors.faults.is_empty()),
        Question::Bound(expression) => match interpreter.evaluate(expression, state) {
            Ok(Value::Int(value)) => Standing::Value(value),
            _ => Standing::Undefined,
        },
        Question::Ctl(_) | Question::Ltl(_) => Standing::OfPaths,
    }
}

/// Whether a state is news about a property: an invariant that is false, or something reachable that is true.
///
/// Faults and dead ends are not reported here: whoever shows a state shows them anyway.
pub fn is_news(system: &System, property: &Property, state: &State) -> bool {
    let interpreter = Interpreter::new(system);
    match &property.question {
        Question::Invariant(condition) => interpreter.holds(condition, state) == Ok(false),
        Question::Reachable(condition) => interpreter.holds(condition, state) == Ok(true),
        _ => false,
    }
}

/// The properties about which `state` is news and the state before it was not.
pub fn news<'s>(system: &'s System, before: Option<&State>, state: &State) -> Vec<&'s Property> {
    let is_new = |property: &&Property| {
        is_news(system, property, state) && !before.is_some_and(|before| is_news(system, property, before))
    };
    system.properties.iter().filter(is_new).collect()
}
