//! A tableau as an automaton with letters and marks on edges.
//!
//! An edge reads the letter that its target demands and is in the acceptance sets that its target is in; a new initial
//! state leads to the initial nodes.

use super::Tableau;
use crate::automaton::{Automaton, Edge, Marks, StateId};
use crate::decision::Table;
use crate::limits::{Limits, Refusable, Refusal};
use std::collections::BTreeSet;

impl Tableau {
    /// The automaton with the same language, for products. Refused if it exceeds the limits or has more than 64
    /// acceptance sets.
    pub fn to_automaton(&self, limits: &Limits) -> Refusable<Automaton> {
        if self.sets > 64 {
            return Err(Refusal::TooManyAcceptanceSets);
        }
        let edge_count: usize = self.nodes.iter().map(|node| node.successors.len()).sum();
        if edge_count > limits.edges {
            return Err(Refusal::TooManyEdges);
        }
        let mut automaton = Automaton::nothing(self.propositions, Table::within(limits));
        automaton.sets = self.sets as u32;
        automaton.states = vec![self.edges(&mut automaton.guards, &self.initial)?];
        for node in &self.nodes {
            let edges = self.edges(&mut automaton.guards, &node.successors)?;
            automaton.states.push(edges);
        }
        automaton.find_properties()?;
        Ok(automaton)
    }

    fn edges(&self, guards: &mut Table, targets: &BTreeSet<usize>) -> Refusable<Vec<Edge>> {
        let mut edges = Vec::new();
        for &target in targets {
            let node = &self.nodes[target];
            let mut guard = Table::TRUE;
            for &(proposition, value) in &node.literals {
                let literal = guards.literal(proposition, value)?;
                guard = guards.and(guard, literal)?;
            }
            let sets = node.accepting.iter().enumerate().filter(|&(_, &accepting)| accepting);
            let marks: Marks = sets.fold(0, |marks, (set, _)| marks | 1 << set);
            edges.push(Edge { guard, target: target as StateId + 1, marks });
        }
        Ok(edges)
    }
}
