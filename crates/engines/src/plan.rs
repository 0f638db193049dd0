//! Who is asked for what, decided before any work begins.

use crate::registry::{Availability, find};
use crate::{Engine, Unsupported, preference};
use std::collections::HashMap;
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
    let asked: Vec<Vec<&'static dyn Engine>> =
        properties.iter().map(|property| asked(&system.properties[*property], choice)).collect();
    let mut abilities = HashMap::new();
    for engine in asked.iter().flatten() {
        abilities.entry(engine.name()).or_insert_with(|| ability(*engine, system, properties, &asked));
    }
    let entry = |(property, engines): (&usize, Vec<&'static dyn Engine>)| {
        let mut found = Entry { property: *property, engines: Vec::new(), refusals: Vec::new() };
        for engine in engines {
            match &abilities[engine.name()][property] {
                Ok(()) => found.engines.push(engine),
                Err(refusal) => found.refusals.push(refusal.clone()),
            }
        }
        found
    };
    Plan { entries: properties.iter().zip(asked.clone()).map(entry).collect() }
}

/// What the engine says about the properties that it is asked for; it is asked once for all of them.
fn ability(
    engine: &dyn Engine,
    system: &System,
    properties: &[usize],
    asked: &[Vec<&'static dyn Engine>],
) -> HashMap<usize, Result<(), Unsupported>> {
    let concerns = |engines: &[&dyn Engine]| engines.iter().any(|other| other.name() == engine.name());
    let wanted = properties.iter().zip(asked).filter(|(_, engines)| concerns(engines));
    let wanted: Vec<usize> = wanted.map(|(property, _)| *property).collect();
    let abilities = engine.can_check(system, &wanted);
    assert_eq!(abilities.len(), wanted.len(), "an engine says of each property whether it can check it");
    wanted.into_iter().zip(abilities).collect()
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
