//! Who is asked for what, decided before any work begins.

use crate::registry::{Availability, find};
use crate::schedule::{Schedule, schedule};
use crate::split::{Family, split};
use crate::{Engine, Extent, Unsupported};
use system::System;

/// Who decides which engine answers.
#[derive(Clone, Copy)]
pub enum Choice {
    /// The schedule does.
    Auto,
    /// The user did.
    Only(&'static dyn Engine),
}

/// The engines that are asked for each property, and in which turns.
pub struct Plan {
    /// The system with the parts of properties that were taken apart, if there are any.
    pub(crate) wide: Option<System>,
    /// These properties.
    pub(crate) families: Vec<Family>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) schedule: Option<Schedule>,
}

/// The engines that are asked for one property.
pub(crate) struct Entry {
    /// The property's place in the system's list.
    pub property: usize,
    /// The engines that can check it, in the order of their first turns.
    pub engines: Vec<&'static dyn Engine>,
    /// Why the others cannot.
    pub refusals: Vec<Unsupported>,
}

/// Asks the engines which of these properties of the system they can check.
pub fn plan(system: &System, properties: &[usize], choice: Choice) -> Plan {
    let schedule = match choice {
        Choice::Only(_) => None,
        Choice::Auto => Some(schedule(Extent::of(system))),
    };
    let engines = match choice {
        Choice::Only(engine) => vec![engine],
        Choice::Auto => schedule.map(in_turn).unwrap_or_default(),
    };
    let (wide, families) = match split(system, properties) {
        Some((wide, families)) => (Some(wide), families),
        None => (None, Vec::new()),
    };
    let system = wide.as_ref().unwrap_or(system);
    let asked = |whole: &usize| match families.iter().find(|family| family.whole == *whole) {
        Some(family) => family.parts.iter().map(|part| part.place).collect(),
        None => vec![*whole],
    };
    let properties: &[usize] = &properties.iter().flat_map(asked).collect::<Vec<usize>>();
    let entry = |property: &usize| Entry { property: *property, engines: Vec::new(), refusals: Vec::new() };
    let mut entries: Vec<Entry> = properties.iter().map(entry).collect();
    for engine in engines {
        let abilities = engine.can_check(system, properties);
        assert_eq!(
            abilities.len(),
            properties.len(),
            "an engine says of each property whether it can check it"
        );
        for (entry, ability) in entries.iter_mut().zip(abilities) {
            match ability {
                Ok(()) => entry.engines.push(engine),
                Err(refusal) => entry.refusals.push(refusal),
            }
        }
    }
    Plan { wide, families, entries, schedule }
}

/// The engines of a schedule, each once.
fn in_turn(schedule: Schedule) -> Vec<&'static dyn Engine> {
    let mut found: Vec<&'static dyn Engine> = Vec::new();
    for (name, _) in schedule.opening.iter().chain(schedule.rounds) {
        if let Availability::Here(engine) = find(name)
            && found.iter().all(|known| known.name() != *name)
        {
            found.push(engine);
        }
    }
    found
}

impl Plan {
    /// The same plan with other turns.
    pub fn scheduled(self, schedule: Schedule) -> Plan {
        Plan { schedule: Some(schedule), ..self }
    }

    /// Why no property at all can be checked, if there is one and none can.
    pub fn nothing_fits(&self) -> Option<&Unsupported> {
        if self.entries.iter().any(|entry| !entry.engines.is_empty()) {
            return None;
        }
        self.entries.iter().find_map(|entry| entry.refusals.first())
    }
}
