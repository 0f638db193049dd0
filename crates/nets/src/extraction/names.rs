//! What places and transitions of a system's net are called in the words of the model.

use super::{Shape, SystemNet};
use crate::{Net, Place};
use std::collections::HashMap;
use system::{EdgeId, Role, State, System, TransitionId, Type, Value, VariableId};

impl SystemNet {
    /// The same net with names that a reader of the model knows, each of them once: `Client[1] at ready`, `turn = 2`, `lock`.
    pub fn named(&self, system: &System) -> Net {
        let mut net = self.net.clone();
        self.values(system).into_iter().for_each(|(place, name)| net.places[place] = name);
        for (place, (other, most)) in &self.complements {
            net.places[*other] = format!("{most} - {}", net.places[*place]);
        }
        for (transition, origin) in net.transitions.iter_mut().zip(&self.origins) {
            transition.name = transition_name(system, *origin);
        }
        let mut seen = HashMap::new();
        net.places.iter_mut().for_each(|name| *name = unlike(&mut seen, name));
        let mut seen = HashMap::new();
        net.transitions.iter_mut().for_each(|transition| {
            transition.name = unlike(&mut seen, &transition.name);
        });
        net
    }

    /// The places that stand for one value of a variable each, as far as a state says which.
    fn values(&self, system: &System) -> Vec<(Place, String)> {
        let Some(start) = self.net.starts.first() else { return Vec::new() };
        let start = start.least();
        let mut names = Vec::new();
        for shape in &self.view.shapes {
            let Shape::Values { first, count, .. } = shape else { continue };
            let Some(end) = usize::try_from(*count).ok().and_then(|count| first.checked_add(count)) else {
                continue;
            };
            // The states that differ in this variable only.
            let state = |place: Place| {
                let mut marking = start.clone();
                marking.get_mut(*first..end)?.fill(0);
                *marking.get_mut(place)? = 1;
                self.state(&marking)
            };
            let states: Vec<Option<State>> = (*first..end).map(state).collect();
            for (place, state) in (*first..end).zip(&states) {
                let Some(state) = state else { continue };
                let differs = |number: &usize| {
                    states.iter().flatten().any(|other| other.get(*number) != state.get(*number))
                };
                if let Some(number) = (0..system.variables.len()).find(differs)
                    && let Some(value) = state.get(number)
                {
                    names.push((place, value_name(system, VariableId(number as u32), *value)));
                }
            }
        }
        names
    }
}

/// A variable with its value, as a condition.
fn value_name(system: &System, variable: VariableId, value: Value) -> String {
    let declared = system.variable(variable);
    let shown = system.show_variable_value(variable, value);
    match (declared.ty, value) {
        (Type::Location(_), _) if declared.role == Role::Location => format!("{} at {shown}", declared.name),
        (Type::Bool, Value::Bool(true)) => declared.name.clone(),
        (Type::Bool, _) => format!("!{}", declared.name),
        _ => format!("{} = {shown}", declared.name),
    }
}

/// The sender and those who must take part.
fn transition_name(system: &System, id: TransitionId) -> String {
    let transition = system.transition(id);
    let required = transition.receivers.iter().filter(|receiver| receiver.required);
    let moved: Vec<EdgeId> =
        std::iter::once(transition.sender).chain(required.map(|receiver| receiver.edge)).collect();
    system.transition_name(&moved)
}

/// The name, with a number if it is taken.
fn unlike(seen: &mut HashMap<String, usize>, name: &str) -> String {
    let count = seen.entry(name.to_owned()).or_insert(0);
    *count = count.saturating_add(1);
    match *count {
        1 => name.to_owned(),
        number => {
            let next = format!("{name} ({number})");
            unlike(seen, &next)
        }
    }
}
