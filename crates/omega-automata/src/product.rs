//! The product of two automata, and whether an automaton accepts anything.
//!
//! A state of the product is a pair of states, an edge a pair of edges that share a letter, and its marks are those
//! of both: the product accepts what both accept.

use crate::automaton::Components;
use crate::automaton::{Automaton, Edge, StateId};
use crate::decision::{Diagram, Table};
use crate::hashing::FastMap;
use crate::limits::{Limits, Refusable, Refusal};

/// Whether an automaton accepts no word at all.
pub fn is_empty(automaton: &Automaton) -> bool {
    let components = Components::of(automaton);
    !(0..components.count() as u32).any(|component| components.is_accepting(component))
}

/// The automaton that accepts what both accept. Refused if it exceeds the limits or needs more than 64 acceptance
/// sets.
pub fn intersection(left: &Automaton, right: &Automaton, limits: &Limits) -> Refusable<Automaton> {
    Ok(intersection_of_pairs(left, right, limits)?.0)
}

/// The intersection, and the pair of states that each of its states is.
pub(crate) fn intersection_of_pairs(
    left: &Automaton,
    right: &Automaton,
    limits: &Limits,
) -> Refusable<(Automaton, Vec<(StateId, StateId)>)> {
    if left.sets + right.sets > 64 {
        return Err(Refusal::TooManyAcceptanceSets);
    }
    let mut guards = Table::within(limits);
    let left_edges = imported(left, &mut guards)?;
    let right_edges = imported(right, &mut guards)?;
    let mut pairs = vec![(left.initial, right.initial)];
    let mut numbers: FastMap<(StateId, StateId), StateId> = FastMap::default();
    numbers.insert(pairs[0], 0);
    let mut states: Vec<Vec<Edge>> = Vec::new();
    let mut edge_count = 0;
    while let Some(&(from_left, from_right)) = pairs.get(states.len()) {
        let mut edges = Vec::new();
        for one in &left_edges[from_left as usize] {
            for other in &right_edges[from_right as usize] {
                let guard = guards.and(one.guard, other.guard)?;
                if guard == Table::FALSE {
                    continue;
                }
                let pair = (one.target, other.target);
                let target = *numbers.entry(pair).or_insert_with(|| {
                    pairs.push(pair);
                    pairs.len() as StateId - 1
                });
                edges.push(Edge { guard, target, marks: one.marks | other.marks << left.sets.min(63) });
            }
        }
        edge_count += edges.len();
        if pairs.len() > limits.states {
            return Err(Refusal::TooManyStates);
        }
        if edge_count > limits.edges {
            return Err(Refusal::TooManyEdges);
        }
        states.push(edges);
    }
    let mut product = Automaton::nothing(left.propositions.max(right.propositions), guards);
    product.states = states;
    product.sets = left.sets + right.sets;
    product.stutter_invariant = left.stutter_invariant && right.stutter_invariant;
    product.join_edges()?;
    Ok((product, pairs))
}

/// The edges of each state, with guards of another table.
fn imported(automaton: &Automaton, guards: &mut Table) -> Refusable<Vec<Vec<Edge>>> {
    let mut known: FastMap<Diagram, Diagram> = FastMap::default();
    let mut copy = |edge: &Edge| {
        let guard = guards.import(&automaton.guards, edge.guard, &mut known)?;
        Ok(Edge { guard, ..*edge })
    };
    automaton.states.iter().map(|edges| edges.iter().map(&mut copy).collect()).collect()
}
