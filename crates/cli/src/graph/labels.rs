//! What stands in the box of a state: short, and only what tells states apart.
//!
//! A process is one line: its location, then its variables. A population is one line with the counters that
//! are not zero. All else follows in lines that are filled up. The elements of an array stand together.

use crate::args::LabelChoice;
use system::{PopulationId, ProcessId, Role, State, System, Value, VariableId};

/// The length at which a line is broken.
const COLUMNS: usize = 32;

/// The lines for each of these states.
pub fn labels(system: &System, states: &[State], choice: LabelChoice) -> Vec<Vec<String>> {
    if choice == LabelChoice::None {
        return (0..states.len()).map(|state| vec![state.to_string()]).collect();
    }
    let mut groups = groups(system);
    if choice == LabelChoice::Changed {
        let varies = |id: &VariableId| states.iter().any(|state| state[id.index()] != states[0][id.index()]);
        let some_vary =
            groups.iter().flat_map(|group| &group.items).any(|item| item.variables.iter().any(varies));
        if some_vary {
            for group in &mut groups {
                group.items.retain(|item| item.variables.iter().any(varies));
            }
        }
    }
    states.iter().map(|state| groups.iter().flat_map(|group| group.lines(system, state)).collect()).collect()
}

/// Every variable with its value, in the order in which they are shown everywhere.
pub fn details(system: &System, state: &State) -> Vec<String> {
    let shown = system.shown();
    shown.iter().map(|one| format!("{} = {}", one.name, system.show_shown(one, state))).collect()
}

/// Variables that share lines.
struct Group {
    owner: GroupOwner,
    /// What stands first in the line.
    heading: String,
    items: Vec<LabelledVariable>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
enum GroupOwner {
    Instance(ProcessId, u32),
    Population(PopulationId),
    Nobody,
}

/// A variable, or an array with all its elements.
struct LabelledVariable {
    /// What it is called within its group; nothing for a location.
    name: Option<String>,
    is_array: bool,
    /// The number of a variable with parts.
    structured: Option<usize>,
    variables: Vec<VariableId>,
}

fn groups(system: &System) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, variable) in system.variables.iter().enumerate() {
        let id = VariableId::from_index(index);
        let (owner, heading) = match (variable.role, variable.owner) {
            (Role::Counter(population), _) => {
                (GroupOwner::Population(population), system.population(population).name.clone())
            }
            (_, Some((process, ordinal))) => {
                (GroupOwner::Instance(process, ordinal), system.show_instance(process, ordinal))
            }
            _ => (GroupOwner::Nobody, String::new()),
        };
        let group = match groups.iter_mut().find(|group| group.owner == owner) {
            Some(group) => group,
            None => {
                groups.push(Group { owner, heading, items: Vec::new() });
                groups.last_mut().expect("a group was just added")
            }
        };
        group.add(system, id);
    }
    groups.sort_by_key(|group| group.owner);
    groups
}

impl Group {
    fn add(&mut self, system: &System, id: VariableId) {
        let variable = system.variable(id);
        if let Some(number) = system.structured.iter().position(|whole| whole.contains(id)) {
            match self.items.iter_mut().find(|item| item.structured == Some(number)) {
                Some(item) => item.variables.push(id),
                None => {
                    let name = Some(system.structured[number].base.clone());
                    let variables = vec![id];
                    self.items.push(LabelledVariable {
                        name,
                        is_array: false,
                        structured: Some(number),
                        variables,
                    });
                }
            }
            return;
        }
        let name = match variable.role {
            Role::Location => None,
            Role::Counter(population) => {
                let population = system.population(population);
                Some(population.locations[id.index() - population.first_counter.index()].clone())
            }
            _ => Some(variable.base.clone()),
        };
        let is_array = variable.element.is_some();
        match self.items.iter_mut().find(|item| is_array && item.is_array && item.name == name) {
            Some(item) => item.variables.push(id),
            None if variable.role == Role::Location => {
                self.items
                    .insert(0, LabelledVariable { name, is_array, structured: None, variables: vec![id] });
            }
            None => {
                self.items.push(LabelledVariable { name, is_array, structured: None, variables: vec![id] })
            }
        }
    }

    /// The group's part of a state, in lines that are filled up.
    fn lines(&self, system: &System, state: &State) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        if self.items.is_empty() {
            return lines;
        }
        let occupied = |item: &&LabelledVariable| {
            let empty = matches!(self.owner, GroupOwner::Population(_)) && item.is_zero(state);
            !empty
        };
        let mut words: Vec<String> =
            self.items.iter().filter(occupied).map(|item| item.text(system, state)).collect();
        if words.is_empty() {
            words.push("-".to_string());
        }
        if !self.heading.is_empty() {
            words[0] = format!("{} {}", self.heading, words[0]);
        }
        for word in words {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + word.chars().count() <= COLUMNS => {
                    line.push(' ');
                    line.push_str(&word);
                }
                Some(_) if !self.heading.is_empty() => lines.push(format!("  {word}")),
                _ => lines.push(word),
            }
        }
        lines
    }
}

impl LabelledVariable {
    fn is_zero(&self, state: &State) -> bool {
        self.variables.iter().all(|id| state[id.index()] == Value::Int(0))
    }

    fn text(&self, system: &System, state: &State) -> String {
        let value = |id: &VariableId| system.show_variable_value(*id, state[id.index()]);
        let shown = if let Some(whole) = self.structured.map(|number| &system.structured[number]) {
            system.show_datum(&whole.shape, &whole.shape.read(whole.first, state))
        } else if self.is_array {
            format!("[{}]", self.variables.iter().map(value).collect::<Vec<_>>().join(","))
        } else {
            value(&self.variables[0])
        };
        match &self.name {
            Some(name) => format!("{name}={shown}"),
            None => shown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{ZOO, initial_states, model};

    #[test]
    fn labels_are_short_and_say_what_differs() {
        let model = model(ZOO);
        let mut states = initial_states(&model);
        let successors =
            system::Interpreter::new(&model.system).successors(&states[0]).expect("they can be listed");
        states.extend(successors.steps.into_iter().map(|step| step.state));
        let full = labels(&model.system, &states, LabelChoice::Full);
        let expected = [
            "Node[1] out next=null",
            "Node[2] out next=null",
            "Ant home=2",
            "big=123456789012345678901234567890",
            "flags=[false,false] colour=red",
            "head=null",
        ];
        assert_eq!(full[0], expected);
        let changed = labels(&model.system, &states, LabelChoice::Changed);
        let big = "big=123456789012345678901234567890";
        assert_eq!(changed[0], ["Node[1] out", "Node[2] out", "Ant home=2", big, "head=null"]);
        assert_eq!(labels(&model.system, &states, LabelChoice::None)[1], ["1"]);
    }

    #[test]
    fn a_single_state_is_shown_in_full() {
        let model = model(ZOO);
        let states = initial_states(&model);
        let shown = |choice| labels(&model.system, &states, choice);
        assert_eq!(shown(LabelChoice::Changed), shown(LabelChoice::Full));
    }
}
