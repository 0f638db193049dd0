//! A whole state for people: equal neighbours are shown as one.

use super::place::wrapped;
use system::{
    PopulationId, Process, ProcessId, Role, Shape, State, System, Type, Value, Variable, VariableId,
};

/// Something named with a text beside it, possibly an element of an array.
struct NamedText {
    name: String,
    element: Option<i128>,
    text: String,
}

/// The lines of a state: variables and params, then processes, then populations.
///
/// Neighbouring elements of arrays and neighbouring instances with the same contents share an entry.
pub fn state_lines(system: &System, state: &State) -> Vec<String> {
    let globals = items(system, state, |variable| {
        variable.owner.is_none() && matches!(variable.role, Role::Variable | Role::Param)
    });
    let mut lines = wrapped(&globals, "");
    for (index, process) in system.processes.iter().enumerate() {
        lines.extend(process_lines(system, state, ProcessId::from_index(index), process));
    }
    for index in 0..system.populations.len() {
        lines.push(population_line(system, state, PopulationId::from_index(index)));
    }
    lines
}

/// `name = value` for the variables wanted, in the system's order.
fn items(system: &System, state: &State, wanted: impl Fn(&Variable) -> bool) -> Vec<String> {
    let mut items = Vec::new();
    let mut structured = system.structured.iter().peekable();
    let mut behind = 0;
    for (index, (variable, value)) in system.variables.iter().zip(state).enumerate() {
        let whole = structured.next_if(|whole| whole.first.index() == index);
        if !wanted(variable) || index < behind {
            continue;
        }
        if let Some(whole) = whole {
            // One with parts is shown as a whole, which is shorter than all its parts.
            behind = index + whole.shape.size() as usize;
            let text = system.show_datum(&whole.shape, &whole.shape.read(whole.first, state));
            items.push(NamedText { name: whole.base.clone(), element: None, text });
            continue;
        }
        items.push(NamedText {
            name: variable.base.clone(),
            element: variable.element,
            text: system.show_value(variable.ty, *value),
        });
    }
    merged(items, " = ")
}

/// The items as text; neighbouring elements with the same text become `name[first..last]`.
fn merged(items: Vec<NamedText>, separator: &str) -> Vec<String> {
    let mut runs: Vec<(NamedText, Option<i128>)> = Vec::new();
    for item in items {
        match runs.last_mut() {
            Some((first, last))
                if last.is_some()
                    && *last == item.element.map(|element| element - 1)
                    && first.name == item.name
                    && first.text == item.text =>
            {
                *last = item.element;
            }
            _ => {
                let last = item.element;
                runs.push((item, last));
            }
        }
    }
    runs.into_iter().map(|(first, last)| shown_run(&first, last, separator)).collect()
}

fn shown_run(first: &NamedText, last: Option<i128>, separator: &str) -> String {
    let index = match (first.element, last) {
        (Some(low), Some(high)) if low < high => format!("[{low}..{high}]"),
        (Some(low), _) => format!("[{low}]"),
        (None, _) => String::new(),
    };
    format!("{}{index}{separator}{}", first.name, first.text)
}

/// One line for each run of instances with the same contents.
fn process_lines(system: &System, state: &State, id: ProcessId, process: &Process) -> Vec<String> {
    let instances = (0..process.count).map(|ordinal| NamedText {
        name: process.name.clone(),
        element: process.is_array.then(|| process.first_index + i128::from(ordinal)),
        text: instance_text(system, state, (id, ordinal)),
    });
    let lines = merged(instances.collect(), "");
    lines.into_iter().flat_map(|line| wrapped(&[line], "")).collect()
}

/// ` at think: ticket = 0`
fn instance_text(system: &System, state: &State, owner: (ProcessId, u32)) -> String {
    let own = |variable: &Variable| variable.owner == Some(owner);
    let location = system
        .variables
        .iter()
        .zip(state)
        .find(|(variable, _)| own(variable) && variable.role == Role::Location)
        .map(|(variable, value)| format!(" at {}", system.show_value(variable.ty, *value)));
    let locals = items(system, state, |variable| own(variable) && variable.role != Role::Location);
    match (location, locals.is_empty()) {
        (location, true) => location.unwrap_or_default(),
        (location, false) => format!("{}: {}", location.unwrap_or_default(), locals.join(", ")),
    }
}

/// `Cache: 2 at invalid, 1 at shared`
fn population_line(system: &System, state: &State, id: PopulationId) -> String {
    let population = system.population(id);
    let first = population.first_counter.index();
    let counts = population.locations.iter().zip(&state[first..]);
    let occupied: Vec<String> = counts
        .filter(|(_, count)| **count != Value::Int(0))
        .map(|(location, count)| format!("{} at {location}", system.show_value(Type::Nat, *count)))
        .collect();
    match occupied.is_empty() {
        true => format!("{}: no processes", population.name),
        false => format!("{}: {}", population.name, occupied.join(", ")),
    }
}

/// What differs between two states, as `name: old -> new`.
///
/// A process that moves is left out if `transition`, the name of the step between the states, says so.
pub fn change_items(system: &System, before: &State, after: &State, transition: &str) -> Vec<String> {
    let mut items = Vec::new();
    let mut wholes: Vec<usize> = Vec::new();
    for one in system.shown() {
        let (old, new) = (one.read(before), one.read(after));
        if old == new {
            continue;
        }
        let variable = system.variable(one.first);
        if let Some(whole) = one.part_of {
            let is_new = wholes.last() != Some(&whole);
            if is_new {
                wholes.push(whole);
                items.extend(changed_parts(system, whole, before, after));
            }
            continue;
        }
        let text =
            format!("{} -> {}", system.show_datum(&one.shape, &old), system.show_datum(&one.shape, &new));
        let move_named = format!("{}: {text}", variable.name);
        let is_named =
            variable.role == Role::Location && transition.split(" & ").any(|part| part == move_named);
        if !is_named {
            let suffix = variable.element.map(|element| format!("[{element}]")).unwrap_or_default();
            let name = variable.name.strip_suffix(&suffix).unwrap_or(&variable.name).to_string();
            items.push(NamedText { name, element: variable.element, text });
        }
    }
    merged(items, ": ")
}

/// The parts of a variable that differ, or the whole where that is shorter.
fn changed_parts(system: &System, whole: usize, before: &State, after: &State) -> Vec<NamedText> {
    let structured = &system.structured[whole];
    let named = |name: &str, shape: &Shape, first: VariableId| {
        let show = |state: &State| system.show_datum(shape, &shape.read(first, state));
        let text = format!("{} -> {}", show(before), show(after));
        NamedText { name: name.to_string(), element: None, text }
    };
    let all = system.shown().into_iter().filter(|one| one.part_of == Some(whole));
    let parts: Vec<NamedText> = all
        .filter(|one| one.read(before) != one.read(after))
        .map(|one| named(&one.name, &one.shape, one.first))
        .collect();
    let together = named(&structured.name, &structured.shape, structured.first);
    let length = |one: &NamedText| one.name.len() + one.text.len() + 4;
    if parts.iter().map(length).sum::<usize>() > length(&together) { vec![together] } else { parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(index: i128, text: &str) -> NamedText {
        NamedText { name: "slot".into(), element: Some(index), text: text.into() }
    }

    #[test]
    fn equal_neighbours_share_an_entry() {
        let items = vec![element(1, "0"), element(2, "0"), element(3, "7"), element(5, "7")];
        assert_eq!(merged(items, " = "), ["slot[1..2] = 0", "slot[3] = 7", "slot[5] = 7"]);
    }

    #[test]
    fn plain_variables_are_never_merged() {
        let plain = || NamedText { name: "x".into(), element: None, text: "0".into() };
        assert_eq!(merged(vec![plain(), plain()], " = "), ["x = 0", "x = 0"]);
    }
}
