//! Why a transition cannot be taken in a state, and what would have to be true.

use super::false_parts::false_parts;
use serde_json::{Value as Json, json};
use studio::Positions;
use system::{
    Edge, EdgeId, Interpreter, Movement, State, Successors, System, Transition, TransitionId, Value, explain,
};

/// The most transitions of which it is said.
const MOST: usize = 200;

/// The transitions that cannot be taken, those first whose processes are where they begin.
pub fn disabled(system: &System, state: &State, possible: &Successors, positions: &Positions<'_>) -> Json {
    let interpreter = Interpreter::new(system);
    let is_possible = |id: TransitionId| possible.steps.iter().any(|step| step.transition == id);
    let faults = |id: TransitionId| {
        let name = &system.edge(system.transition(id).sender).name;
        possible.faults.iter().any(|fault| fault.name.starts_with(name.as_str()))
    };
    let ids = (0..system.transitions.len()).map(TransitionId::from_index);
    let mut impossible: Vec<(bool, TransitionId)> = ids
        .filter(|id| !is_possible(*id) && !faults(*id))
        .map(|id| (!is_there(system.edge(system.transition(id).sender), state), id))
        .collect();
    impossible.sort();
    let why = Why { system, interpreter, state, positions };
    impossible.iter().take(MOST).map(|(_, id)| why.transition(system.transition(*id))).collect()
}

/// Whether somebody is where the edge begins.
fn is_there(edge: &Edge, state: &State) -> bool {
    match edge.movement {
        Movement::None => true,
        Movement::Location { variable, from, .. } => state[variable.index()] == Value::Location(from),
        Movement::Counter { from, .. } => !matches!(state[from.index()], Value::Int(count) if count <= 0),
    }
}

struct Why<'a> {
    system: &'a System,
    interpreter: Interpreter<'a>,
    state: &'a State,
    positions: &'a Positions<'a>,
}

impl Why<'_> {
    fn transition(&self, transition: &Transition) -> Json {
        let required = transition.receivers.iter().filter(|receiver| receiver.required);
        let edges: Vec<EdgeId> =
            std::iter::once(transition.sender).chain(required.map(|receiver| receiver.edge)).collect();
        let mut json = self.positions.part(self.system.edge(transition.sender).span);
        json["transition"] = json!(self.system.transition_name(&edges));
        let (mut why, mut enable) = (Vec::new(), Vec::new());
        for id in edges {
            self.edge(self.system.edge(id), &mut why, &mut enable);
        }
        if why.is_empty() {
            why.push(
                json!({ "text": "its guard is true, but what it does is not possible here", "depth": 0 }),
            );
        }
        json["why"] = json!(why);
        json["enable"] = json!(enable);
        json
    }

    fn edge(&self, edge: &Edge, why: &mut Vec<Json>, enable: &mut Vec<Json>) {
        if !is_there(edge, self.state) {
            let (said, there) = self.places(edge);
            let mut json = self.positions.part(edge.span);
            json["text"] = json!(said);
            json["depth"] = json!(0);
            why.push(json);
            enable.push(json!(there));
        }
        if self.interpreter.holds(&edge.guard, self.state) != Ok(false) {
            return;
        }
        let parts = false_parts(self.system, &edge.guard, self.state, self.positions);
        for part in &parts {
            enable.push(part["text"].clone());
        }
        // The first line says the part that decides it, and stands where that does.
        for (number, reason) in explain(self.system, &edge.guard, self.state).into_iter().enumerate() {
            let mut json = parts.first().filter(|_| number == 0).cloned().unwrap_or_else(|| json!({}));
            json["text"] = json!(reason.text);
            json["depth"] = json!(reason.depth);
            why.push(json);
        }
    }

    /// That the process of an edge is not where it would have to be, and the condition that it is.
    fn places(&self, edge: &Edge) -> (String, String) {
        let system = self.system;
        match edge.movement {
            Movement::Location { variable, from, .. } => {
                let owner = system.variable(variable);
                let here = system.show_value(owner.ty, self.state[variable.index()]);
                let there = system.show_value(owner.ty, Value::Location(from));
                (format!("{} is at {here}, not at {there}", owner.name), format!("{} at {there}", owner.name))
            }
            Movement::Counter { from, .. } => {
                let name = &system.variable(from).name;
                (format!("{name}: nobody is there"), format!("{name} > 0"))
            }
            Movement::None => (String::new(), String::new()),
        }
    }
}
