//! The states that a property marks.

use super::explore::StateGraph;
use crate::property::property_named;
use crate::refusal::Refusal;
use drawing::Highlight;
use system::{Interpreter, Property, Question, System, Value};

/// The property with this name, if it says something about single states.
pub fn find(system: &System, file: &str, name: &str) -> Result<Property, Refusal> {
    let property = property_named(system, file, name)?;
    match property.question {
        Question::Ctl(_) | Question::Ltl(_) => {
            let kind = property.question.kind();
            let message =
                format!("'{name}' is a `{kind}` property, which cannot be shown by colouring states");
            let help = "choose an `invariant`, a `reachable` or a `bound`".to_string();
            Err(Refusal::of_file(file, message, Some(help)))
        }
        _ => Ok(property),
    }
}

/// Which states the property marks, and what that means. A state in which it cannot be decided is not marked.
pub fn mark(system: &System, graph: &StateGraph, property: &Property) -> (Highlight, Vec<bool>) {
    let interpreter = Interpreter::new(system);
    let name = &property.name;
    let every = |test: &dyn Fn(usize) -> bool| (0..graph.states.len()).map(test).collect::<Vec<bool>>();
    let (meaning, bad, marked) = match &property.question {
        Question::Invariant(condition) => {
            let is_false = |state: usize| interpreter.holds(condition, &graph.states[state]) == Ok(false);
            (format!("{name} is false"), true, every(&is_false))
        }
        Question::Reachable(condition) => {
            let is_true = |state: usize| interpreter.holds(condition, &graph.states[state]) == Ok(true);
            (format!("{name} is true"), false, every(&is_true))
        }
        Question::DeadlockFree => {
            (format!("{name} is false"), true, every(&|state| graph.is_dead_end(state)))
        }
        Question::NoFaults => {
            (format!("{name} is false"), true, every(&|state| !graph.faults[state].is_empty()))
        }
        Question::Bound(expression) => {
            let value = |state: usize| match interpreter.evaluate(expression, &graph.states[state]) {
                Ok(Value::Int(value)) => Some(value),
                _ => None,
            };
            let largest = (0..graph.states.len()).filter_map(value).max();
            let shown = largest.map_or("undefined".to_string(), |largest| largest.to_string());
            let is_largest = |state: usize| largest.is_some() && value(state) == largest;
            (format!("{name} = {shown}, the largest here"), false, every(&is_largest))
        }
        Question::Ctl(_) | Question::Ltl(_) => (name.clone(), false, every(&|_| false)),
    };
    (Highlight { meaning, bad }, marked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::explore::explore;
    use crate::sample::{LAMP, initial_states, model};
    use system::Unlimited;

    #[test]
    fn each_kind_of_property_marks_its_states() {
        let model = model(LAMP);
        let extent = crate::graph::explore::Extent { states: 100, transitions: 1000 };
        let graph = explore(&model.system, initial_states(&model), extent, &Unlimited);
        let marked = |name: &str| {
            let property = find(&model.system, "lamp.fathom", name).expect("the property marks states");
            let (highlight, marked) = mark(&model.system, &graph, &property);
            let states: Vec<usize> = (0..marked.len()).filter(|state| marked[*state]).collect();
            (highlight.meaning, highlight.bad, states)
        };
        assert_eq!(marked("dark"), ("dark is false".into(), true, vec![2, 3, 6, 7]));
        assert_eq!(marked("twice"), ("twice is true".into(), false, vec![6, 7, 8, 9]));
        assert_eq!(marked("most"), ("most = 2, the largest here".into(), false, vec![6, 7, 8, 9]));
        assert_eq!(marked("no_faults"), ("no_faults is false".into(), true, vec![8, 9]));
        assert_eq!(marked("deadlock_free"), ("deadlock_free is false".into(), true, vec![8, 9]));
        assert!(find(&model.system, "lamp.fathom", "bright").is_err());
    }
}
