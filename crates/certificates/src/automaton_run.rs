//! What a path shows beside itself: the value at its end, and how an automaton reads it.

use crate::atoms::atoms;
use crate::path::replay;
use crate::{Automaton, Refusal};
use std::collections::BTreeSet;
use system::{ClaimedPath, Expr, Failure, Interpreter, Ltl, State, System, Value};

/// The path is one of the model's, and at its end the expression has this value.
pub(crate) fn reaches_value(
    system: &System,
    expression: &Expr,
    value: i128,
    path: &ClaimedPath,
) -> Result<(), Refusal> {
    let trace = replay(system, path)?;
    match Interpreter::new(system).evaluate(expression, trace.last()) {
        Ok(Value::Int(found)) if found == value => Ok(()),
        Ok(_) | Err(Failure::Fault { .. } | Failure::Undetermined(_)) => Err(Refusal::Failed {
            obligation: "the path ends where the largest value is met".into(),
            shown: shown_state(system, trace.last()),
        }),
        Err(Failure::Obstacle(obstacle)) => Err(Refusal::Undecided(obstacle.to_string())),
    }
}

/// The path is one of the model's, and the automaton can be in this state once it has read all of its states but the last.
pub(crate) fn reads(
    system: &System,
    formula: &Ltl,
    path: &ClaimedPath,
    automaton: &Automaton,
    state: u32,
) -> Result<(), Refusal> {
    let trace = replay(system, path)?;
    let atoms = atoms(formula);
    let mut runs = BTreeSet::from([automaton.initial]);
    let read = trace.states().take(trace.steps.len());
    for read in read {
        let letter = letter(system, &atoms, read)?;
        let is_read = |cube: &Vec<(usize, bool)>| {
            cube.iter().all(|(atom, value)| letter.get(*atom).is_some_and(|own| own == value))
        };
        let edges = automaton.edges.iter();
        let taken = edges.filter(|edge| runs.contains(&edge.from) && edge.letters.iter().any(is_read));
        runs = taken.map(|edge| edge.to).collect();
    }
    match runs.contains(&state) {
        true => Ok(()),
        false => Err(Refusal::Failed {
            obligation: "the automaton is in the given state at the end of the path".into(),
            shown: format!("state {state} is not reached"),
        }),
    }
}

/// A state in words.
pub(crate) fn shown_state(system: &System, state: &State) -> String {
    let shown = |(variable, value): (&system::Variable, &Value)| {
        format!("{} = {}", variable.name, system.show_value(variable.ty, *value))
    };
    system.variables.iter().zip(state).map(shown).collect::<Vec<_>>().join(", ")
}

fn letter(system: &System, atoms: &[&Expr], state: &State) -> Result<Vec<bool>, Refusal> {
    let interpreter = Interpreter::new(system);
    let holds = |atom: &&Expr| {
        interpreter.holds(atom, state).map_err(|obstacle| Refusal::Undecided(obstacle.to_string()))
    };
    atoms.iter().map(holds).collect()
}
