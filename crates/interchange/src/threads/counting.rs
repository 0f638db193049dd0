//! Threads as counters: how many of them are in each local state.
//!
//! The shared state is a counter as well, of which a transition replaces the value. Where passive threads have one place to go, a
//! transition is a transfer of all of them. Where each may choose among several, it is taken in parts, so that all parts are
//! transfers and moves of single threads: the first moves the threads that have a choice to counters `w` of their own, and the shared state to a
//! new value, in which nothing else can happen; then threads leave, one by one; at the end those that are left all go to the
//! first of their places. What the parts do together is exactly one transition with its choices: each thread may have left for
//! each of its places, or not have left. In the states between them no target is reached, since these have old shared states.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::{Active, ThreadState, ThreadStep, ThreadSystem};
use crate::counters::{Constraint, Counter, CounterSystem, Effect, Range, Rule};
use std::collections::{BTreeMap, BTreeSet};

/// The counter of the shared state.
const SHARED: usize = 0;

/// Where the threads of each local state with a choice may go.
type Choices = BTreeMap<u64, BTreeSet<u64>>;

/// The counters of a system.
pub(super) fn counters(
    system: &ThreadSystem,
    name: &str,
    start: &ThreadState,
    targets: &[ThreadState],
) -> CounterSystem {
    let targets: Vec<&ThreadState> = system.targets.iter().chain(targets).collect();
    let mut counting = Counting::new(system, start, &targets);
    let mut rules: Vec<Rule> = Vec::new();
    for step in &system.steps {
        rules.extend(counting.step(step));
    }
    let mut notes =
        vec!["`shared` is the shared state, `l1` counts the threads in local state 1.".to_owned()];
    let phases = counting.phases.len();
    if phases > 0 {
        let note = format!(
            "From {} on, `shared` means that threads choose where to go; `w1` counts those of local state 1 that may still choose.",
            system.shared
        );
        notes.push(note);
    }
    counting.finish_phases(&mut rules);
    CounterSystem {
        kind: "A thread transition system in the format of bfc.",
        name: name.to_owned(),
        notes,
        counters: counting.declared(start, phases),
        rules,
        targets: targets.iter().map(|target| counting.covered(target)).collect(),
        ..CounterSystem::default()
    }
}

struct Counting {
    /// How many shared states the system has; those from here on are phases of choice.
    shared: u64,
    /// The counter of each local state that is mentioned.
    locals: BTreeMap<u64, usize>,
    /// The counter of the threads that wait for their choice, for each local state that ever has one.
    waiting: BTreeMap<u64, usize>,
    /// The phases: the shared state behind them, and the choices.
    phases: Vec<(u64, Choices)>,
}

impl Counting {
    fn new(system: &ThreadSystem, start: &ThreadState, targets: &[&ThreadState]) -> Self {
        let mut mentioned: BTreeSet<u64> = start.threads.iter().chain(&start.many).copied().collect();
        mentioned.extend(targets.iter().flat_map(|target| &target.threads));
        let mut chosen = BTreeSet::new();
        for step in &system.steps {
            if let Some(Active::Moves(from, to) | Active::Starts(from, to)) = step.active {
                mentioned.extend([from, to]);
            }
            for (from, to) in &step.passive {
                mentioned.insert(*from);
                mentioned.extend(to);
                chosen.extend(Some(*from).filter(|_| to.len() > 1));
            }
        }
        let locals: BTreeMap<u64, usize> = mentioned.into_iter().zip(1..).collect();
        let waiting = chosen.into_iter().zip(locals.len().saturating_add(1)..).collect();
        Counting { shared: system.shared, locals, waiting, phases: Vec::new() }
    }

    /// The rule of a step: all of it, or the first part of it where threads choose.
    fn step(&mut self, step: &ThreadStep) -> Option<Rule> {
        let (choices, moves): (Choices, Choices) =
            step.passive.clone().into_iter().partition(|(_, to)| to.len() > 1);
        let after = match choices.is_empty() {
            true => step.shared.1,
            false => self.phase(step.shared.1, &choices),
        };
        let mut rule = Rule { label: label(step), ..Rule::default() };
        rule.guard.push(Constraint::of(SHARED, Range::exactly(step.shared.0)));
        if step.shared.0 != after {
            rule.effects.push(fixed(SHARED, after));
        }
        // How the number of threads in each local state changes: where its passive threads come from, and what is added.
        let mut changed: BTreeMap<u64, Change> = BTreeMap::new();
        if let Some(active) = step.active {
            let (Active::Moves(from, to) | Active::Starts(from, to)) = active;
            let counter = self.locals.get(&from)?;
            rule.guard.push(Constraint::of(*counter, Range::at_least(1)));
            if matches!(active, Active::Moves(..)) {
                changed.entry(from).or_default().leaves = true;
            }
            changed.entry(to).or_default().arrives = true;
        }
        for (from, to) in &moves {
            let to = *to.first()?;
            if to != *from {
                changed.entry(*from).or_default().is_emptied = true;
                changed.entry(to).or_default().sources.push(*from);
            }
        }
        for from in choices.keys() {
            changed.entry(*from).or_default().is_emptied = true;
        }
        let leaves = |local: &u64| changed.get(local).is_some_and(|change| change.leaves);
        for (local, change) in &changed {
            rule.effects.push(self.effect(*local, change, &leaves)?);
        }
        for from in choices.keys() {
            let constant = if leaves(from) { -1 } else { 0 };
            rule.effects.push(Effect {
                counter: *self.waiting.get(from)?,
                sources: vec![*self.locals.get(from)?],
                constant,
            });
        }
        Some(rule)
    }

    /// The new number of threads in a local state.
    fn effect(&self, local: u64, change: &Change, leaves: &impl Fn(&u64) -> bool) -> Option<Effect> {
        let own = Some(local).filter(|_| !change.is_emptied);
        let sources: Vec<u64> = own.into_iter().chain(change.sources.iter().copied()).collect();
        let gone = sources.iter().filter(|source| leaves(source)).count();
        let constant = i128::from(change.arrives).checked_sub(i128::try_from(gone).ok()?)?;
        let sources = sources.iter().map(|source| self.locals.get(source).copied()).collect::<Option<_>>()?;
        Some(Effect { counter: *self.locals.get(&local)?, sources, constant })
    }

    /// The shared state of the phase with these choices.
    fn phase(&mut self, after: u64, choices: &Choices) -> u64 {
        let same = |(other, known): &(u64, Choices)| *other == after && known == choices;
        let at = self.phases.iter().position(same).unwrap_or_else(|| {
            self.phases.push((after, choices.clone()));
            self.phases.len().saturating_sub(1)
        });
        self.shared.saturating_add(at as u64)
    }

    /// Adds what happens in the phases of choice: single threads leave, then all others do.
    fn finish_phases(&self, rules: &mut Vec<Rule>) {
        for ((after, choices), phase) in self.phases.iter().zip(self.shared..) {
            let here = Constraint::of(SHARED, Range::exactly(phase));
            let mut end =
                Rule { label: format!("all chosen {phase}"), guard: vec![here.clone()], ..Rule::default() };
            end.effects.push(fixed(SHARED, *after));
            let mut arrivals: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for (from, places) in choices {
                let Some(waiting) = self.waiting.get(from).copied() else { continue };
                // Those that can stay where they were do so at the end.
                let last = if places.contains(from) { Some(from) } else { places.first() };
                for to in places {
                    let Some(counter) = self.locals.get(to).copied() else { continue };
                    if Some(to) == last {
                        arrivals.entry(counter).or_insert_with(|| vec![counter]).push(waiting);
                        continue;
                    }
                    let some = Constraint::of(waiting, Range::at_least(1));
                    let leaves = Effect { counter: waiting, sources: vec![waiting], constant: -1 };
                    let arrives = Effect { counter, sources: vec![counter], constant: 1 };
                    rules.push(Rule {
                        label: format!("{from} ~> {to} in {phase}"),
                        guard: vec![here.clone(), some],
                        effects: vec![leaves, arrives],
                    });
                }
                end.effects.push(fixed(waiting, 0));
            }
            end.effects.extend(arrivals.into_iter().map(|(counter, sources)| Effect {
                counter,
                sources,
                constant: 0,
            }));
            rules.push(end);
        }
    }

    /// The counters with their initial values.
    fn declared(&self, start: &ThreadState, phases: usize) -> Vec<Counter> {
        let most = self.shared.saturating_add(phases as u64).saturating_sub(1);
        let shared = Counter { id: "shared".into(), most: Some(most), start: Range::exactly(start.shared) };
        let locals = self.locals.keys().map(|local| {
            let threads = count(&start.threads, *local);
            let many = start.many.contains(local);
            let start = if many { Range::at_least(threads) } else { Range::exactly(threads) };
            Counter { id: format!("l{local}"), most: None, start }
        });
        let waiting = self.waiting.keys().map(|local| Counter {
            id: format!("w{local}"),
            most: None,
            start: Range::exactly(0),
        });
        [shared].into_iter().chain(locals).chain(waiting).collect()
    }

    /// That a target is covered.
    fn covered(&self, target: &ThreadState) -> Vec<Constraint> {
        let locals: BTreeSet<u64> = target.threads.iter().copied().collect();
        let threads = locals.into_iter().filter_map(|local| {
            let range = Range::at_least(count(&target.threads, local));
            Some(Constraint::of(*self.locals.get(&local)?, range))
        });
        [Constraint::of(SHARED, Range::exactly(target.shared))].into_iter().chain(threads).collect()
    }
}

/// What happens to the threads of a local state in a step.
#[derive(Default)]
struct Change {
    /// The active thread leaves it.
    leaves: bool,
    /// A thread arrives: the active one, or one that it starts.
    arrives: bool,
    /// All passive threads leave it.
    is_emptied: bool,
    /// The passive threads of these arrive.
    sources: Vec<u64>,
}

/// A counter gets a fixed value.
fn fixed(counter: usize, value: u64) -> Effect {
    Effect { counter, sources: Vec::new(), constant: i128::from(value) }
}

fn count(all: &[u64], wanted: u64) -> u64 {
    all.iter().filter(|local| **local == wanted).count() as u64
}

/// A transition as the file writes it, without what passive threads do.
fn label(step: &ThreadStep) -> String {
    let (before, after) = step.shared;
    match (step.active, step.passive.first_key_value()) {
        (Some(Active::Moves(from, to)), _) => format!("{before} {from} -> {after} {to}"),
        (Some(Active::Starts(from, to)), _) => format!("{before} {from} +> {after} {to}"),
        (None, Some((from, to))) => {
            format!("{before} {from} ~> {after} {}", to.first().copied().unwrap_or_default())
        }
        (None, None) => format!("{before} ~> {after}"),
    }
}
