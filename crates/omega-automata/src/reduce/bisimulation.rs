//! Merging states that have the same edges into the same classes, by refining a partition.
//!
//! All states start in one class; in each round the states of a class are told apart by the set of (guard, marks,
//! class of the target) of their edges, with the guards of equal marks and class joined, until nothing changes. The
//! classes are then the coarsest bisimulation, and merging bisimilar states preserves the language. This is weaker
//! than simulation but linear in the edges for each round, and so it comes first where automata are large.
//!
//! # Reference
//!
//! Etessami, Holzmann: *Optimizing Büchi Automata*, CONCUR 2000, doi:10.1007/3-540-44618-4_13.

use crate::automaton::{Automaton, Edge, StateId, joined};
use crate::hashing::FastMap;
use crate::limits::Refusable;

/// Merges bisimilar states.
pub(crate) fn merge_bisimilar(automaton: &mut Automaton) -> Refusable<()> {
    let mut classes = vec![0; automaton.states.len()];
    let mut count = 1;
    loop {
        let mut numbers: FastMap<(StateId, Vec<Edge>), StateId> = FastMap::default();
        let mut refined = Vec::with_capacity(classes.len());
        for state in 0..classes.len() {
            let signature = (classes[state], edges_by_class(automaton, state, &classes)?);
            let next = numbers.len() as StateId;
            refined.push(*numbers.entry(signature).or_insert(next));
        }
        classes = refined;
        if numbers.len() == count {
            break;
        }
        count = numbers.len();
    }
    let mut states = vec![Vec::new(); count];
    for (state, &class) in classes.iter().enumerate() {
        states[class as usize] = edges_by_class(automaton, state, &classes)?;
    }
    automaton.initial = classes[automaton.initial as usize];
    automaton.states = states;
    automaton.retain_reachable(|_| true);
    Ok(())
}

fn edges_by_class(automaton: &mut Automaton, state: usize, classes: &[StateId]) -> Refusable<Vec<Edge>> {
    let edges = automaton.states[state].iter();
    let edges = edges.map(|&edge| Edge { target: classes[edge.target as usize], ..edge }).collect();
    let mut edges = joined(&mut automaton.guards, edges)?;
    edges.sort_unstable_by_key(|edge| (edge.target, edge.marks));
    Ok(edges)
}
