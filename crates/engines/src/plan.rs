//! Who is asked for what, decided before any work begins.

use crate::registry::{Availability, find};
use crate::{Effort, Engine, Extent, Unsupported, preference};
use std::collections::HashMap;
use system::System;

/// Who decides which engine answers.
#[derive(Clone, Copy)]
pub enum Choice {
    /// The preferences do.
    Auto,
    /// The user did.
    Only(&'static dyn Engine),
}

/// The engines that are asked for each property.
pub struct Plan {
    pub(crate) entries: Vec<Entry>,
}

/// The engines that are asked for one property.
pub(crate) struct Entry {
    /// The property's place in the system's list.
    pub property: usize,
    /// The turns of the engines that can check it, the most promising first.
    pub turns: Vec<(&'static dyn Engine, Effort)>,
    /// Why the others cannot.
    pub refusals: Vec<Unsupported>,
}

/// Asks the engines which of these properties of the system they can check.
pub fn plan(system: &System, properties: &[usize], choice: Choice) -> Plan {
    let turns = turns(system, choice);
    let mut abilities = HashMap::new();
    for (engine, _) in &turns {
        abilities.entry(engine.name()).or_insert_with(|| ability(*engine, system, properties));
    }
    let entry = |property: &usize| {
        let mut found = Entry { property: *property, turns: Vec::new(), refusals: Vec::new() };
        for (engine, effort) in &turns {
            match &abilities[engine.name()][property] {
                Ok(()) => found.turns.push((*engine, *effort)),
                Err(refusal) if found.refusals.contains(refusal) => {}
                Err(refusal) => found.refusals.push(refusal.clone()),
            }
        }
        // Nobody else is asked in between, so the shares before are for nothing; and who is asked alone may do all that
        // the limits allow.
        let waits =
            |at: usize| found.turns[at..].iter().all(|(engine, _)| engine.name() == found.turns[at].0.name());
        if let Some(at) = (0..found.turns.len()).find(|at| waits(*at)) {
            let (engine, effort) = found.turns[found.turns.len() - 1];
            found.turns.truncate(at);
            found.turns.push((engine, if at == 0 { Effort::Full } else { effort }));
        }
        found
    };
    Plan { entries: properties.iter().map(entry).collect() }
}

/// What the engine says about the properties; it is asked once for all of them.
fn ability(
    engine: &dyn Engine,
    system: &System,
    properties: &[usize],
) -> HashMap<usize, Result<(), Unsupported>> {
    let abilities = engine.can_check(system, properties);
    assert_eq!(abilities.len(), properties.len(), "an engine says of each property whether it can check it");
    properties.iter().copied().zip(abilities).collect()
}

impl Plan {
    /// Why no property at all can be checked, if there is one and none can.
    pub fn nothing_fits(&self) -> Option<&Unsupported> {
        if self.entries.iter().any(|entry| !entry.turns.is_empty()) {
            return None;
        }
        self.entries.iter().find_map(|entry| entry.refusals.first())
    }
}

fn turns(system: &System, choice: Choice) -> Vec<(&'static dyn Engine, Effort)> {
    match choice {
        Choice::Only(engine) => vec![(engine, Effort::Full)],
        Choice::Auto => preference(Extent::of(system))
            .iter()
            .filter_map(|(name, effort)| match find(name) {
                Availability::Here(engine) => Some((engine, effort.with_setup(system.transitions.len()))),
                Availability::Planned(_) | Availability::Unheard => None,
            })
            .collect(),
    }
}
