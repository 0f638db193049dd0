//! What never happens: a second look at the states of a complete search.
//!
//! Everything that may happen is on a list: somebody is at a location, an edge is enabled, the left side of an
//! implication is true. The states are looked at in the order in which they were found, and what has happened is
//! taken from the list. In most models the list is empty after a small part of the states, and that is the end of
//! it. What is left when all states have been looked at never happens; only a complete search can show that.
//!
//! # How much work it may be
//!
//! A list that stays long must be compared with every state. The work is counted, and given up where it would
//! exceed that of the search: [`SHARE`] for each state and each transition that the search saw, but at least
//! [`LEAST`]. One unit is about the time of a comparison. Nothing is said then.

mod implications;
mod items;

use crate::program::Program;
use crate::states::layout::Field;
use crate::states::visited::Visited;
use crate::step::fire::{fire, may_fire, moved};
use items::{Edges, Location, OpenCondition, conditions, locations};
use std::collections::{BTreeSet, HashSet};
use system::{Coverage, EdgeId, Movement, Owner, Progress, Property, Unreached, Watch};

/// Units of work for each state and each transition of the search.
const SHARE: u64 = 8;
/// Units of work that are always affordable.
const LEAST: u64 = 4_000_000;
/// Units of work for reading the guards of a transition.
const GUARD: u64 = 4;
/// Units of work for firing it.
const FIRE: u64 = 32;
/// States between two questions whether to go on.
const BREATH: u32 = 1024;

/// What never happens in the states of a complete search that saw this many transitions; nothing if finding out
/// takes too long. The implications are those of `properties`, which are given with their numbers.
pub(crate) fn coverage(
    program: &Program<'_>,
    visited: &Visited,
    transitions: u64,
    properties: &[(usize, &Property)],
    watch: &dyn Watch,
) -> Option<Coverage> {
    let states = visited.store.len() as u32;
    let mut pass = Pass {
        program,
        visited,
        locations: locations(program),
        conditions: conditions(program, properties),
        edges: Edges::new(program),
        read: Vec::new(),
        words: vec![0; visited.layout.words()],
        values: vec![0; visited.layout.variables()],
        work: 0,
    };
    let affordable = LEAST.max(SHARE.saturating_mul(u64::from(states) + transitions));
    pass.bind();
    for number in 0..states {
        if pass.is_done() {
            break;
        }
        if number % BREATH == 0 {
            let progress = Progress { states: states.into(), bytes: visited.bytes(), ..Progress::default() };
            watch.check(&progress).ok()?;
        }
        if pass.look_at(number) {
            pass.bind();
        }
        if pass.work > affordable {
            return None;
        }
    }
    Some(pass.missing())
}

struct Pass<'a, 's> {
    program: &'a Program<'s>,
    visited: &'a Visited,
    locations: Vec<Location>,
    conditions: Vec<OpenCondition<'a>>,
    edges: Edges,
    /// The variables that are unpacked.
    read: Vec<(u32, Field)>,
    words: Vec<u64>,
    values: Vec<i64>,
    work: u64,
}

impl Pass<'_, '_> {
    fn is_done(&self) -> bool {
        self.locations.is_empty() && self.conditions.is_empty() && self.edges.open.is_empty()
    }

    /// Finds out which variables matter for what is left.
    fn bind(&mut self) {
        let mut read = BTreeSet::new();
        read.extend(self.locations.iter().flat_map(|location| &location.variables));
        for condition in &self.conditions {
            condition.codes.iter().for_each(|code| code.variables(&mut read));
        }
        self.edges.variables(self.program, &mut read);
        let layout = &self.visited.layout;
        self.read = read.into_iter().map(|variable| (variable, *layout.field(variable))).collect();
    }

    /// Takes what happens in a state from the lists; returns whether they have changed.
    fn look_at(&mut self, number: u32) -> bool {
        self.visited.store.read(number, &mut self.words);
        for (variable, field) in &self.read {
            self.values[*variable as usize] = field.get(&self.words);
        }
        let before = (self.locations.len(), self.conditions.len(), self.edges.open.len());
        self.work += 1 + (self.read.len() + before.0 + before.2) as u64 / 8;
        let values = &self.values;
        self.locations.retain(|location| !location.is_reached(values));
        self.work += self.conditions.iter().map(|condition| condition.codes.len() as u64).sum::<u64>();
        self.conditions.retain(|condition| !condition.may_hold(values));
        self.try_transitions();
        before != (self.locations.len(), self.conditions.len(), self.edges.open.len())
    }

    fn try_transitions(&mut self) {
        let mut at = 0;
        while let Some(transition) = self.edges.open.get(at).copied() {
            at += 1;
            let sender = self.program.system().transition(transition).sender;
            if !is_at_location(self.program, sender, &self.values) {
                continue;
            }
            self.work += GUARD;
            if !may_fire(self.program, transition, &self.values) {
                continue;
            }
            let moved = moved(self.program, transition, &self.values);
            if !self.edges.has_unmet(&moved) {
                continue;
            }
            self.work += FIRE;
            self.visited.layout.unpack(&self.words, &mut self.values);
            let fired = fire(self.program, transition, &self.values);
            // A transition that faults is not taken, but it is enabled, and `no_faults` has more to say about it.
            if !fired.successors.is_empty() || fired.faulted || fired.obstacle.is_some() {
                self.edges.meet(self.program, &moved);
                // The list has become shorter, and what was tried before is tried again.
                at = 0;
            }
        }
    }

    /// What is left.
    fn missing(self) -> Coverage {
        let system = self.program.system();
        let unreached: HashSet<Unreached> = self.locations.iter().map(|location| location.what).collect();
        let is_left = |edge: EdgeId| {
            let edge = system.edge(edge);
            let from = match (edge.owner, edge.movement) {
                (Owner::Instance(process, _), Movement::Location { from, .. }) => {
                    Unreached::Process(process, from)
                }
                (Owner::Population(population), Movement::Counter { from, .. }) => {
                    let first = system.population(population).first_counter;
                    Unreached::Population(population, from.0 - first.0)
                }
                _ => return true,
            };
            // Where nobody ever is at its location, that says it all.
            !unreached.contains(&from)
        };
        let is_empty = |what: &Unreached| match what {
            Unreached::Process(..) => false,
            Unreached::Population(population, _) => (0..system.population(*population).locations.len()
                as u32)
                .all(|location| unreached.contains(&Unreached::Population(*population, location))),
        };
        Coverage {
            dead_ends: None,
            unreached: self
                .locations
                .iter()
                .map(|location| location.what)
                .filter(|at| !is_empty(at))
                .collect(),
            unused: self.edges.unmet(is_left),
            never_true: self.conditions.iter().map(|c| (c.property, c.shown.clone())).collect(),
        }
    }
}

/// Whether somebody is where the edge begins; true of events.
fn is_at_location(program: &Program<'_>, edge: EdgeId, values: &[i64]) -> bool {
    match program.edges[edge.index()].movement {
        Movement::None => true,
        Movement::Location { variable, from, .. } => values[variable.index()] == i64::from(from),
        Movement::Counter { from, .. } => values[from.index()] > 0,
    }
}
