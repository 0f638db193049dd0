//! The subset construction, without acceptance.
//!
//! A state of the result is the set of states that the automaton can be in after reading a finite word. The empty set
//! is one of them, so that every state has an edge for every letter.

use crate::automaton::{Automaton, Edge, StateId, joined};
use crate::decision::{Diagram, Table};
use crate::hashing::FastMap;
use crate::limits::{Refusable, Refusal};

/// The deterministic automaton of sets of states, all of them accepting.
pub(super) fn subsets(automaton: &Automaton, most_states: usize, steps: u64) -> Refusable<Automaton> {
    let mut result = Automaton::nothing(automaton.propositions, automaton.guards.clone());
    result.guards.grant(steps);
    let mut sets = vec![vec![automaton.initial]];
    let mut numbers: FastMap<Vec<StateId>, StateId> = FastMap::default();
    numbers.insert(sets[0].clone(), 0);
    result.states.clear();
    while let Some(set) = sets.get(result.states.len()) {
        let mut edges = Vec::new();
        for (guard, target) in successors(automaton, set, &mut result.guards)? {
            let next = sets.len() as StateId;
            let target = *numbers.entry(target).or_insert_with_key(|set| {
                sets.push(set.clone());
                next
            });
            edges.push(Edge { guard, target, marks: 0 });
        }
        if sets.len() > most_states {
            return Err(Refusal::TooManyStates);
        }
        let edges = joined(&mut result.guards, edges)?;
        result.states.push(edges);
    }
    Ok(result)
}

/// The sets that follow a set, with the letters that lead to each.
fn successors(
    automaton: &Automaton,
    set: &[StateId],
    guards: &mut Table,
) -> Refusable<Vec<(Diagram, Vec<StateId>)>> {
    let mut parts: Vec<(Diagram, Vec<StateId>)> = vec![(Table::TRUE, Vec::new())];
    for edge in set.iter().flat_map(|&state| automaton.edges(state)) {
        let mut split = Vec::with_capacity(parts.len() + 1);
        for (letters, targets) in parts {
            guards.step()?;
            let with = guards.and(letters, edge.guard)?;
            let without = guards.minus(letters, edge.guard)?;
            if with != Table::FALSE {
                let mut targets = targets.clone();
                targets.push(edge.target);
                split.push((with, targets));
            }
            if without != Table::FALSE {
                split.push((without, targets));
            }
        }
        parts = split;
    }
    for (_, targets) in &mut parts {
        targets.sort_unstable();
        targets.dedup();
    }
    Ok(parts)
}
