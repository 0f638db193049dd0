//! Changes of paths: values in their states, transitions, how long they are and how they go on.

use super::aim::{Aim, Part};
use super::formulas::constants;
use system::{ClaimedPath, PathEnding, State, System, TransitionId, Type, Value};

/// Changes a path.
pub(super) fn change_path(aim: &mut Aim<'_>, path: &mut ClaimedPath) {
    change_state(aim, &mut path.initial);
    for (transition, state) in &mut path.steps {
        if aim.hits(Part::Path) {
            let all = (0..aim.system.transitions.len()).map(TransitionId::from_index);
            let others = all.filter(|other| other != transition).collect();
            aim.put(transition, others);
        }
        change_state(aim, state);
    }
    if aim.hits(Part::Path) && !path.steps.is_empty() {
        let place = aim.random.below(path.steps.len());
        if aim.random.percent(50) {
            path.steps.remove(place);
            aim.note(format!("step {place} is left out"));
        } else {
            path.steps.insert(place, path.steps[place].clone());
            aim.note(format!("step {place} is doubled"));
        }
    }
    if aim.hits(Part::Path) {
        let others = endings(&path.ending, path.steps.len());
        aim.put(&mut path.ending, others);
    }
}

/// Changes one value of a state.
pub(super) fn change_state(aim: &mut Aim<'_>, state: &mut State) {
    for (place, value) in state.iter_mut().enumerate() {
        if aim.hits(Part::Path) {
            let exists = |other: &Value| is_value(aim.system, place, *other);
            let others = constants(*value).into_iter().filter(exists).collect();
            aim.put(value, others);
        }
    }
}

/// Whether the type of a variable has a value; of integers all, since a document can say any.
fn is_value(system: &System, variable: usize, value: Value) -> bool {
    match (system.variables[variable].ty, value) {
        (Type::Enumeration(id), Value::Member(member)) => {
            (member as usize) < system.enumeration(id).members.len()
        }
        (Type::Location(id), Value::Location(location)) => {
            (location as usize) < system.process(id).locations.len()
        }
        (Type::Reference(id), Value::Reference(Some(instance))) => instance < system.process(id).count,
        _ => true,
    }
}

/// The other ways in which a path may go on.
fn endings(own: &PathEnding, length: usize) -> Vec<PathEnding> {
    let plain = [PathEnding::Finite, PathEnding::DeadEnd, PathEnding::Endless, PathEnding::Loop(length)];
    let beside = match own {
        PathEnding::Loop(start) => {
            vec![PathEnding::Loop(start + 1), PathEnding::Loop(start.saturating_sub(1))]
        }
        PathEnding::Fault(transition) => {
            vec![PathEnding::Fault(TransitionId(transition.0.saturating_sub(1)))]
        }
        _ => vec![PathEnding::Loop(0), PathEnding::Fault(TransitionId(0))],
    };
    plain.into_iter().chain(beside).filter(|other| other != own).collect()
}
