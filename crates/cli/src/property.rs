//! Properties by their names; `deadlock_free` need not be stated.

use crate::refusal::Refusal;
use diagnostics::{Span, nearest};
use system::{Property, Question, System};

/// States `deadlock_free`, unless the model does.
pub fn state_deadlock_free(system: &mut System) {
    if system.property("deadlock_free").is_none() {
        // The implicit `no_faults` stays the last one.
        let end = system.properties.iter().position(|property| property.span == Span::default());
        system.properties.insert(end.unwrap_or(system.properties.len()), deadlock_free());
    }
}

/// The property with this name; `deadlock_free` need not be stated.
pub fn property_named(system: &System, file: &str, name: &str) -> Result<Property, Refusal> {
    match system.property(name) {
        Some(property) => Ok(property.clone()),
        None if name == "deadlock_free" => Ok(deadlock_free()),
        None => Err(unknown_property(system, file, name)),
    }
}

/// The predefined property, for models that do not state it.
fn deadlock_free() -> Property {
    Property {
        name: "deadlock_free".into(),
        question: Question::DeadlockFree,
        expect: None,
        doc: Vec::new(),
        span: Span::default(),
    }
}

/// That there is no property of this name.
pub fn unknown_property(system: &System, file: &str, name: &str) -> Refusal {
    let mut names: Vec<&str> = system.properties.iter().map(|property| property.name.as_str()).collect();
    if !names.contains(&"deadlock_free") {
        names.push("deadlock_free");
    }
    let help = match nearest(name, names.iter().copied()) {
        Some(near) => format!("did you mean '{near}'?"),
        None => format!("the properties are {}", names.join(", ")),
    };
    Refusal::of_file(file, format!("there is no property '{name}'"), Some(help))
}
