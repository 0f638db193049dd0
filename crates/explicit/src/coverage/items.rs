//! What is looked for: locations, edges and conditions, each until it is met for the first time.

use super::implications::left_sides;
use crate::code::{Code, Values};
use crate::program::Program;
use diagnostics::Span;
use std::collections::{BTreeSet, HashMap};
use system::{EdgeId, Expr, Movement, Owner, PopulationId, ProcessId, Property, TransitionId, Unreached};

/// A location that nobody has been seen at.
#[derive(Debug)]
pub(super) struct Location {
    pub what: Unreached,
    /// The locations of all instances, or the counter.
    pub variables: Vec<u32>,
}

impl Location {
    /// Whether somebody is there.
    pub fn is_reached(&self, values: &[i64]) -> bool {
        let mut values = self.variables.iter().map(|variable| values[*variable as usize]);
        match self.what {
            Unreached::Process(_, location) => values.any(|value| value == i64::from(location)),
            Unreached::Population(..) => values.any(|count| count > 0),
        }
    }
}

/// All locations of processes that have instances and of populations.
pub(super) fn locations(program: &Program<'_>) -> Vec<Location> {
    let system = program.system();
    let mut found = Vec::new();
    for (number, process) in system.processes.iter().enumerate() {
        let Some(first) = process.location else { continue };
        let variables: Vec<u32> = (0..process.count).map(|at| first.0 + at * process.stride).collect();
        for location in (0..process.locations.len() as u32).filter(|_| process.count > 0) {
            let what = Unreached::Process(ProcessId::from_index(number), location);
            found.push(Location { what, variables: variables.clone() });
        }
    }
    for (number, population) in system.populations.iter().enumerate() {
        for location in 0..population.locations.len() as u32 {
            let what = Unreached::Population(PopulationId::from_index(number), location);
            found.push(Location { what, variables: vec![population.first_counter.0 + location] });
        }
    }
    found
}

/// The left side of an implication that has not been seen true.
#[derive(Debug)]
pub(super) struct OpenCondition<'p> {
    /// The number of the property.
    pub property: usize,
    /// The first of the expressions that were written as one.
    pub shown: &'p Expr,
    /// All of them.
    pub codes: Vec<Code>,
}

impl OpenCondition<'_> {
    /// Whether one of the expressions is true; where that cannot be computed, it may be. One that faults is
    /// false.
    pub fn may_hold(&self, values: &[i64]) -> bool {
        self.codes.iter().any(|code| match code.test(Values::of(values)) {
            Ok(value) => value,
            Err(trap) => trap.overflow_span().is_some(),
        })
    }
}

/// The left sides of the implications of some properties; copies that a `forall` makes are one.
pub(super) fn conditions<'p>(
    program: &Program<'_>,
    properties: &[(usize, &'p Property)],
) -> Vec<OpenCondition<'p>> {
    let mut found: Vec<OpenCondition<'p>> = Vec::new();
    for (number, property) in properties {
        for shown in left_sides(&property.question) {
            let Ok(code) = program.compiler.expression(shown) else { continue };
            let is_same = |other: &&mut OpenCondition<'p>| {
                other.property == *number && other.shown.span == shown.span && shown.span != Span::default()
            };
            match found.iter_mut().find(is_same) {
                Some(other) => other.codes.push(code),
                None => found.push(OpenCondition { property: *number, shown, codes: vec![code] }),
            }
        }
    }
    found
}

/// Edges that have not been seen enabled, and the transitions that may show them so.
#[derive(Debug)]
pub(super) struct Edges {
    /// For each edge, the number of its group: edges of all instances that were written as one.
    groups: Vec<usize>,
    /// Whether each group was met.
    met: Vec<bool>,
    /// The transitions with an edge of a group that was not met.
    pub open: Vec<TransitionId>,
}

impl Edges {
    /// All edges.
    pub fn new(program: &Program<'_>) -> Self {
        let system = program.system();
        let mut numbers = HashMap::new();
        let mut edges = Edges { groups: Vec::new(), met: Vec::new(), open: Vec::new() };
        for (number, edge) in system.edges.iter().enumerate() {
            let owner = match edge.owner {
                Owner::Event => None,
                Owner::Instance(process, _) => Some((true, process.index())),
                Owner::Population(population) => Some((false, population.index())),
            };
            // What was not written anywhere is not written as one.
            let alone = (edge.span == Span::default()).then_some(number);
            let group = *numbers.entry((owner, edge.span, alone)).or_insert(edges.met.len());
            if group == edges.met.len() {
                edges.met.push(false);
            }
            edges.groups.push(group);
        }
        edges.open = (0..system.transitions.len()).map(TransitionId::from_index).collect();
        edges
    }

    /// Whether one of these edges belongs to a group that was not met.
    pub fn has_unmet(&self, edges: &[EdgeId]) -> bool {
        edges.iter().any(|edge| !self.met[self.groups[edge.index()]])
    }

    /// Notes that these edges are enabled.
    pub fn meet(&mut self, program: &Program<'_>, moved: &[EdgeId]) {
        moved.iter().for_each(|edge| self.met[self.groups[edge.index()]] = true);
        let Edges { groups, met, open, .. } = self;
        open.retain(|transition| edges_of(program, *transition).any(|edge| !met[groups[edge.index()]]));
    }

    /// Of each group that was not met, the first edge that satisfies a condition.
    pub fn unmet(&self, mut condition: impl FnMut(EdgeId) -> bool) -> Vec<EdgeId> {
        let mut is_named = self.met.clone();
        let mut found = Vec::new();
        for (number, group) in self.groups.iter().enumerate() {
            let edge = EdgeId::from_index(number);
            if !is_named[*group] && condition(edge) {
                is_named[*group] = true;
                found.push(edge);
            }
        }
        found
    }

    /// Adds the variables that decide whether an open transition may fire.
    pub fn variables(&self, program: &Program<'_>, found: &mut BTreeSet<u32>) {
        for edge in self.open.iter().flat_map(|transition| edges_of(program, *transition)) {
            let code = &program.edges[edge.index()];
            code.guard.iter().for_each(|guard| guard.variables(found));
            match code.movement {
                Movement::None => {}
                Movement::Location { variable, .. } => {
                    found.insert(variable.0);
                }
                Movement::Counter { from, .. } => {
                    found.insert(from.0);
                }
            }
        }
    }
}

fn edges_of<'p>(program: &Program<'p>, transition: TransitionId) -> impl Iterator<Item = EdgeId> + use<'p> {
    let transition = program.system().transition(transition);
    let receivers = transition.receivers.iter().map(|receiver| receiver.edge);
    std::iter::once(transition.sender).chain(receivers)
}
