//! Putting automata together and in order.

use super::{Automaton, Edge, Properties, StateId};
use crate::decision::Table;
use crate::hashing::FastMap;
use crate::limits::Refusable;

impl Automaton {
    /// The automaton with one state and no edge, which accepts nothing.
    pub(crate) fn nothing(propositions: u32, guards: Table) -> Self {
        Automaton {
            guards,
            propositions,
            states: vec![Vec::new()],
            initial: 0,
            sets: 0,
            state_acceptance: false,
            stutter_invariant: false,
            properties: Properties::default(),
        }
    }

    /// Joins the edges of each state that differ in their guards only, and drops those that read nothing.
    pub(crate) fn join_edges(&mut self) -> Refusable<()> {
        for state in 0..self.states.len() {
            let edges = std::mem::take(&mut self.states[state]);
            self.states[state] = joined(&mut self.guards, edges)?;
        }
        Ok(())
    }

    /// Keeps the states that are reachable and satisfy `keep`, numbered in the order of a breadth-first search. The
    /// initial state stays in any case, without edges if it is not to be kept.
    pub(crate) fn retain_reachable(&mut self, keep: impl Fn(StateId) -> bool) {
        let mut numbers: FastMap<StateId, StateId> = FastMap::default();
        let mut order = vec![self.initial];
        numbers.insert(self.initial, 0);
        let mut states = Vec::new();
        while states.len() < order.len() {
            let state = order[states.len()];
            let mut edges = std::mem::take(&mut self.states[state as usize]);
            edges.retain(|edge| keep(state) && keep(edge.target) && edge.guard != Table::FALSE);
            for edge in &mut edges {
                edge.target = *numbers.entry(edge.target).or_insert_with(|| {
                    order.push(edge.target);
                    order.len() as StateId - 1
                });
            }
            states.push(edges);
        }
        self.states = states;
        self.initial = 0;
    }

    /// Copies the guards into a fresh table with so many steps, which leaves garbage behind.
    pub(crate) fn compact(&mut self, steps: u64) -> Refusable<()> {
        let mut guards = Table::new(u64::MAX);
        guards.listen(self.guards.ending());
        let mut known = FastMap::default();
        for edge in self.states.iter_mut().flatten() {
            edge.guard = guards.import(&self.guards, edge.guard, &mut known)?;
        }
        guards.grant(steps);
        self.guards = guards;
        Ok(())
    }

    /// A measure of size: fewer states first, then fewer edges.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.state_count(), self.edge_count())
    }
}

/// The edges with those joined that have the same target and marks, in the order in which they first occur.
pub(crate) fn joined(guards: &mut Table, edges: Vec<Edge>) -> Refusable<Vec<Edge>> {
    let mut places: FastMap<(StateId, u64), usize> = FastMap::default();
    let mut result: Vec<Edge> = Vec::with_capacity(edges.len());
    for edge in edges {
        if edge.guard == Table::FALSE {
            continue;
        }
        let place = *places.entry((edge.target, edge.marks)).or_insert(result.len());
        match result.get_mut(place) {
            Some(known) => known.guard = guards.or(known.guard, edge.guard)?,
            None => result.push(edge),
        }
    }
    Ok(result)
}
