//! Who is asked for what, decided before any work begins.

use crate::registry::{Availability, find};
use crate::{Engine, Unsupported, preference};
use system::{Property, System};

/// Who decides which engine answers.
#[derive(Clone, Copy)]
pub enum Choice {
    /// The preferences do.
    Auto,
    /// The user did.
    Only(&'static dyn Engine),
}

/// The engines that can be asked for each property.
pub struct Plan {
    pub(crate) entries: Vec<Entry>,
}

/// The engines that can be asked for one property.
pub(crate) struct Entry {
    /// The property's place in the system's list.
    pub property: usize,
    /// The engines that can check it, the most promising first.
    pub engines: Vec<&'static dyn Engine>,
    /// Why the others cannot.
    pub refusals: Vec<Unsupported>,
}

/// Asks the engines which of these properties of the system they can check.
pub fn plan(system: &System, properties: &[usize], choice: Choice) -> Plan {
    let entries = properties.iter().map(|property| entry(system, *property, choice)).collect();
    Plan { entries }
}

impl Plan {
    /// Why no property at all can be checked, if there is one and none can.
    pub fn nothing_fits(&self) -> Option<&Unsupported> {
        if self.entries.iter().any(|entry| !entry.engines.is_empty()) {
            return None;
        }
        self.entries.iter().find_map(|entry| entry.refusals.first())
    }
}

fn entry(system: &System, index: usize, choice: Choice) -> Entry {
    let property = &system.properties[index];
    let mut found = Entry { property: index, engines: Vec::new(), refusals: Vec::new() };
    for engine in asked(property, choice) {
        match engine.can_check(system, property) {
            Ok(()) => found.engines.push(engine),
            Err(refusal) => found.refusals.push(refusal),
        }
    }
    found
}

fn asked(property: &Property, choice: Choice) -> Vec<&'static dyn Engine> {
    match choice {
        Choice::Only(engine) => vec![engine],
        Choice::Auto => preference(&property.question)
            .iter()
            .filter_map(|name| match find(name) {
                Availability::Here(engine) => Some(engine),
                Availability::Planned(_) | Availability::Unheard => None,
            })
            .collect(),
    }
}
