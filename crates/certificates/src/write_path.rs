//! Writes states and paths.

use crate::Names;
use serde_json::{Map, Value as Json, json};
use system::{ClaimedPath, PathEnding, State, TransitionId, Value, VariableId};

/// The largest magnitude of an integer that every reader of JSON keeps exactly.
const LARGEST_EXACT: u128 = (1 << 53) - 1;

/// An integer; a large one as a text.
pub(crate) fn integer(value: i128) -> Json {
    match i64::try_from(value) {
        Ok(small) if value.unsigned_abs() <= LARGEST_EXACT => json!(small),
        _ => Json::String(value.to_string()),
    }
}

/// Writes states and paths with these names.
pub(crate) struct PathWriter<'n, 'a> {
    /// The names.
    pub names: &'n Names<'a>,
}

impl PathWriter<'_, '_> {
    /// What a state is, or in what it differs from another one.
    pub fn state(&self, before: Option<&State>, state: &State) -> Json {
        let mut all = Map::new();
        for (index, (variable, value)) in self.names.system().variables.iter().zip(state).enumerate() {
            if before.is_some_and(|before| before.get(index) == Some(value)) {
                continue;
            }
            let json = match value {
                Value::Bool(value) => json!(value),
                Value::Int(value) => integer(*value),
                Value::Reference(None) => Json::Null,
                _ => Json::String(self.names.system().show_value(variable.ty, *value)),
            };
            all.insert(self.names.path_name(VariableId::from_index(index)).to_owned(), json);
        }
        Json::Object(all)
    }

    /// The name of a transition, for people: its sender and those that must move with it.
    pub fn transition(&self, id: TransitionId) -> String {
        let system = self.names.system();
        let transition = system.transition(id);
        let required =
            transition.receivers.iter().filter(|receiver| receiver.required).map(|receiver| receiver.edge);
        system.transition_name(&std::iter::once(transition.sender).chain(required).collect::<Vec<_>>())
    }

    /// A path.
    pub fn path(&self, path: &ClaimedPath) -> Json {
        let states = std::iter::once(&path.initial).chain(path.steps.iter().map(|(_, state)| state));
        let step = |(before, (id, state)): (&State, &(TransitionId, State))| {
            let changes = self.state(Some(before), state);
            json!({ "transition": self.transition(*id), "number": id.0, "changes": changes })
        };
        let steps: Vec<Json> = states.zip(&path.steps).map(step).collect();
        let mut all = json!({ "initial": self.state(None, &path.initial), "steps": steps });
        match &path.ending {
            PathEnding::Finite => {}
            PathEnding::DeadEnd => all["ends"] = json!("dead end"),
            PathEnding::Endless => all["ends"] = json!("endless"),
            PathEnding::Loop(start) => all["loop"] = json!(start),
            PathEnding::Fault(id) => {
                all["fault"] = json!({ "transition": self.transition(*id), "number": id.0 })
            }
        }
        all
    }
}
