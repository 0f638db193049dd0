//! What a transition does: guards, actions of sender and receivers, and the movement at the end.

use super::Successors;
use super::evaluate::{Evaluator, Known};
use super::failure::Failure;
use super::guess::Guesses;
use super::step::{Run, apply};
use crate::{Edge, EdgeId, Fault, Movement, Obstacle, State, System, TraceStep, TransitionId, Value};

/// An edge that takes part, and how many processes it moves.
type Part = (EdgeId, i128);

/// Everything that one transition can do in a state.
pub(super) fn fire(system: &System, state: &State, id: TransitionId) -> Result<Successors, Obstacle> {
    run(system, state, id, Run::new(system))
}

/// The first step by which one transition leads from a state to an accepted one, chosen values being tried as they are in `near`;
/// nothing if there is none.
pub(super) fn step_near(
    system: &System,
    state: &State,
    id: TransitionId,
    near: &State,
    accepts: &dyn Fn(&State) -> bool,
) -> Result<Option<TraceStep>, Obstacle> {
    let with = |guesses| -> Result<Option<TraceStep>, Obstacle> {
        let found = run(system, state, id, Run::guessing(system, guesses))?;
        Ok(found.steps.into_iter().find(|step| accepts(&step.state)))
    };
    if let Ok(Some(step)) = with(Guesses::exact(near)) {
        return Ok(Some(step));
    }
    match fire(system, state, id) {
        Ok(all) => Ok(all.steps.into_iter().find(|step| accepts(&step.state))),
        Err(obstacle) => match with(Guesses::near(state, near)) {
            Ok(Some(step)) => Ok(Some(step)),
            Ok(None) | Err(_) => Err(obstacle),
        },
    }
}

/// Everything that one transition can do in a state, as far as the run looks for it.
fn run(system: &System, state: &State, id: TransitionId, mut run: Run<'_>) -> Result<Successors, Obstacle> {
    let mut successors = Successors::default();
    let parts = match participants(system, state, id) {
        Ok(Some(parts)) => parts,
        Ok(None) => return Ok(successors),
        Err((_, Failure::Obstacle(obstacle))) => return Err(obstacle),
        Err((name, Failure::Fault { reason, span })) => {
            successors.faults.push(Fault { transition: id, name, reason, span });
            return Ok(successors);
        }
        Err((_, Failure::Undetermined(variable))) => {
            unreachable!("variable {variable:?} has no value in a complete state")
        }
    };
    let moved: Vec<EdgeId> = parts.iter().map(|(edge, _)| *edge).collect();
    let name = system.transition_name(&moved);
    for last in run_actions(&mut run, state, &parts)? {
        let next = displace(system, last, &parts)?;
        let step = TraceStep { transition: id, moved: moved.clone(), state: next };
        if !successors.steps.contains(&step) {
            successors.steps.push(step);
        }
    }
    let fault = |(reason, span)| Fault { transition: id, name: name.clone(), reason, span };
    successors.faults = run.faults.into_iter().map(fault).collect();
    Ok(successors)
}

/// The edges that take part, sender first; nothing if the transition is not enabled. A fault in a guard comes
/// with the name of the transition as far as it was known.
fn participants(
    system: &System,
    state: &State,
    id: TransitionId,
) -> Result<Option<Vec<Part>>, (String, Failure)> {
    let transition = system.transition(id);
    let sender = system.edge(transition.sender);
    if ready(state, sender, None) == 0 {
        return Ok(None);
    }
    let count = |edge: EdgeId| ready(state, system.edge(edge), Some(sender));
    if transition.receivers.iter().any(|receiver| receiver.required && count(receiver.edge) == 0) {
        return Ok(None);
    }
    let mut parts = vec![(transition.sender, 1)];
    let guard = |edge: &Edge, parts: &[Part]| {
        let moved: Vec<EdgeId> = parts.iter().map(|(edge, _)| *edge).collect();
        Evaluator::new(system, &Known(state))
            .bool(&edge.guard)
            .map_err(|failure| (system.transition_name(&moved), failure))
    };
    if !guard(sender, &parts)? {
        return Ok(None);
    }
    for receiver in &transition.receivers {
        let available = count(receiver.edge);
        if available == 0 {
            continue;
        }
        if guard(system.edge(receiver.edge), &parts)? {
            parts.push((receiver.edge, if receiver.required { 1 } else { available }));
        } else if receiver.required {
            return Ok(None);
        }
    }
    Ok(Some(parts))
}

/// How many processes can move along the edge in this state, besides the sender.
fn ready(state: &State, edge: &Edge, sender: Option<&Edge>) -> i128 {
    match edge.movement {
        Movement::None => 1,
        Movement::Location { variable, from, .. } => {
            i128::from(state[variable.index()] == Value::Location(from))
        }
        Movement::Counter { from, .. } => {
            let taken = sender.is_some_and(
                |sender| matches!(sender.movement, Movement::Counter { from: other, .. } if other == from),
            );
            counter(state, from).saturating_sub(i128::from(taken)).max(0)
        }
    }
}

fn counter(state: &State, variable: crate::VariableId) -> i128 {
    match state[variable.index()] {
        Value::Int(count) => count,
        other => unreachable!("a counter has an integer value, not {other:?}"),
    }
}

/// Runs the actions of all parts, the sender's first, once for each process that moves.
fn run_actions(run: &mut Run<'_>, state: &State, parts: &[Part]) -> Result<Vec<State>, Obstacle> {
    let system = run.system;
    let mut states = vec![state.clone()];
    for (edge, count) in parts {
        let steps = &system.edge(*edge).action.steps;
        if steps.is_empty() {
            continue;
        }
        for _ in 0..*count {
            let mut next = Vec::new();
            for state in &states {
                for writes in run.steps(state, steps)? {
                    let after = apply(state, &writes);
                    if !next.contains(&after) {
                        next.push(after);
                    }
                }
            }
            // What changes nothing once changes nothing again.
            if next == states {
                break;
            }
            states = next;
        }
    }
    Ok(states)
}

/// Moves processes, when all actions have run. A process leaves every location before any enters one, so the
/// order of the parts does not matter.
fn displace(system: &System, mut state: State, parts: &[Part]) -> Result<State, Obstacle> {
    for (edge, count) in parts {
        let edge = system.edge(*edge);
        let fits = |count: Option<i128>| count.map(Value::Int).ok_or(Obstacle::Overflow { span: edge.span });
        match edge.movement {
            Movement::None => {}
            Movement::Location { variable, to, .. } => state[variable.index()] = Value::Location(to),
            Movement::Counter { from, to } => {
                state[from.index()] = fits(counter(&state, from).checked_sub(*count))?;
                state[to.index()] = fits(counter(&state, to).checked_add(*count))?;
            }
        }
    }
    Ok(state)
}
