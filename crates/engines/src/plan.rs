//! Who is asked for what, decided before any work begins.

use crate::hints;
use crate::registry::scheduled;
use crate::schedule::{Schedule, alone, schedule};
use crate::split::{Family, split};
use crate::tasks::{Task, tasks};
use crate::{Engine, Extent, Unsupported, Use};
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
    /// The properties that are hints of the model.
    pub(crate) hints: Vec<usize>,
    /// The systems that are asked about, and who is.
    pub(crate) tasks: Vec<PlannedTask>,
}

/// Who is asked for the properties of a task.
pub(crate) struct PlannedTask {
    /// The properties, and the system that they are asked of.
    pub task: Task,
    /// The engines for each property.
    pub entries: Vec<Entry>,
    /// Their turns; nothing if the user chose one engine.
    pub schedule: Option<Schedule>,
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

/// Divides these properties of the system into tasks, and asks the engines which of them they can check.
pub fn plan(whole: &System, properties: &[usize], choice: Choice, slicing: Use) -> Plan {
    let (wide, families) = match split(whole, properties) {
        Some((wide, families)) => (Some(wide), families),
        None => (None, Vec::new()),
    };
    let system = wide.as_ref().unwrap_or(whole);
    let asked = |whole: &usize| match families.iter().find(|family| family.whole == *whole) {
        Some(family) => family.parts.iter().map(|part| part.place).collect(),
        None => vec![*whole],
    };
    let properties: Vec<usize> = properties.iter().flat_map(asked).collect();
    // Who asks an engine alone wants to know what it makes of the whole system: how many states there are, for one.
    let slicing = match (choice, slicing) {
        (Choice::Only(_), Use::Auto) => Use::Never,
        _ => slicing,
    };
    let mut tasks = tasks(system, &properties, slicing);
    let (hinted, hints) = match hints::asked(system) {
        Some((hinted, hints)) => (Some(hinted), hints),
        None => (None, Vec::new()),
    };
    let wide = hinted.or(wide.clone());
    let system = wide.as_ref().unwrap_or(whole);
    hints.iter().for_each(|hint| join(&mut tasks, system, *hint));
    let tasks = tasks.into_iter().map(|task| ask(system, task, choice)).collect();
    Plan { wide, families, hints, tasks }
}

/// Lets a hint be asked where all that it speaks of is asked about anyway.
fn join(tasks: &mut [Task], system: &System, hint: usize) {
    let task = tasks.iter_mut().find(|task| task.speaks_of(system).contains(&hint));
    if let Some(task) = task {
        task.add(&system.properties[hint], hint);
    }
}

/// Asks the engines which properties of a task they can check.
fn ask(whole: &System, task: Task, choice: Choice) -> PlannedTask {
    let system = task.system(whole);
    let (engines, schedule) = match choice {
        Choice::Only(engine) => match alone(engine.name()) {
            Some(schedule) => (in_turn(schedule), Some(schedule)),
            None => (vec![engine], None),
        },
        Choice::Auto => {
            let schedule = schedule(Extent::of(system));
            (in_turn(schedule), Some(schedule))
        }
    };
    let entry = |property: &usize| Entry { property: *property, engines: Vec::new(), refusals: Vec::new() };
    let mut entries: Vec<Entry> = task.properties.iter().map(entry).collect();
    for engine in engines {
        let abilities = engine.can_check(system, &task.properties);
        assert_eq!(
            abilities.len(),
            task.properties.len(),
            "an engine says of each property whether it can check it"
        );
        for (entry, ability) in entries.iter_mut().zip(abilities) {
            match ability {
                Ok(()) => entry.engines.push(engine),
                // Who asks for one engine wants to know why that one cannot.
                Err(_) if is_help(choice, engine) => {}
                Err(refusal) => entry.refusals.push(refusal),
            }
        }
    }
    PlannedTask { task, entries, schedule }
}

/// Whether an engine only helps the one that was asked for.
fn is_help(choice: Choice, engine: &dyn Engine) -> bool {
    matches!(choice, Choice::Only(asked) if asked.name() != engine.name())
}

/// The engines of a schedule, each once.
fn in_turn(schedule: Schedule) -> Vec<&'static dyn Engine> {
    let mut found: Vec<&'static dyn Engine> = Vec::new();
    for (name, _) in schedule.opening.iter().chain(schedule.rounds) {
        if let Some(engine) = scheduled(name)
            && found.iter().all(|known| known.name() != *name)
        {
            found.push(engine);
        }
    }
    found
}

impl Plan {
    /// The same plan with other turns.
    pub fn scheduled(mut self, schedule: Schedule) -> Plan {
        self.tasks.iter_mut().for_each(|asked| asked.schedule = Some(schedule));
        self
    }

    /// All properties, with who is asked for them.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.tasks.iter().flat_map(|asked| &asked.entries)
    }

    /// Why no property at all can be checked, if there is one and none can.
    pub fn nothing_fits(&self) -> Option<&Unsupported> {
        if self.entries().any(|entry| !entry.engines.is_empty()) {
            return None;
        }
        self.entries().find_map(|entry| entry.refusals.first())
    }
}
