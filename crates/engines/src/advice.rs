//! What may help where a limit ended the work.

use analysis::changed;
use system::{Stop, System, VariableId};

/// The most variables that are named.
const MOST: usize = 4;

/// What may help with a question about the system that this limit left open; nothing where nobody set the limit.
pub(crate) fn advice(system: &System, stop: &Stop) -> Option<String> {
    let more = match stop {
        Stop::Timeout(_) => "a longer --timeout",
        Stop::Memory(_) => "a larger --memory",
        Stop::Interrupted | Stop::Share(_) => return None,
    };
    let growing = growing(system);
    if growing.is_empty() {
        let smaller = if system.constants.is_empty() { "" } else { "a smaller constant (--set) or " };
        return Some(format!("{smaller}{more} may help"));
    }
    let names: Vec<String> = growing.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    let others = match growing.len().saturating_sub(MOST) {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    let help = match growing.len() {
        1 => "a range for it, or an invariant that says what it depends on, may help",
        _ => "a range for them, or an invariant that says how they depend on each other, may help",
    };
    Some(format!("{}{others} may grow without bound: {help}", names.join(", ")))
}

/// The variables with infinitely many values that some transition changes.
fn growing(system: &System) -> Vec<&str> {
    let changed = changed(system);
    let numbered = system.variables.iter().enumerate();
    numbered
        .filter(|(number, variable)| {
            variable.ty.is_unbounded() && changed.contains(&VariableId::from_index(*number))
        })
        .map(|(_, variable)| variable.name.as_str())
        .collect()
}
