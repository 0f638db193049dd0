//! From which states some maximal path stays in a set, where every path counts.
//!
//! # The algorithm
//! The answer is the largest part of the set in which each state has a successor in that part or none at all. Begin
//! with the whole set, and give each state one successor inside it as a witness. A state without one is taken out;
//! those whose witness it was look for another one further along their edges, since earlier ones have been
//! taken out already. Each edge is looked at once forwards at most, and backwards only from states that are taken
//! out, so that a set that most paths can stay in costs little more than a look at each of its states.
//!
//! # Reference
//! The use of one witness is that of the arc-consistency algorithm AC-6, Bessière: *Arc-Consistency and
//! Arc-Consistency Again*, Artificial Intelligence 65(1), 1994, doi:10.1016/0004-3702(94)90041-8.

use super::{Graph, Reverse};
use crate::bits::Bits;

/// The states in `within` from which a maximal path stays within: an infinite one, or one that ends in a dead end.
pub(crate) fn staying_states(graph: &Graph, reverse: &Reverse, within: &Bits) -> Bits {
    let mut staying = within.clone();
    let mut witness: Vec<u32> = vec![0; graph.states()];
    let mut out = Vec::new();
    for state in within.iter() {
        if !finds_witness(graph, &staying, &mut witness, state) {
            staying.remove(state);
            out.push(state);
        }
    }
    while let Some(gone) = out.pop() {
        for state in reverse.predecessors(gone) {
            let state = *state as usize;
            if staying.contains(state) && !finds_witness(graph, &staying, &mut witness, state) {
                staying.remove(state);
                out.push(state);
            }
        }
    }
    staying
}

/// Moves the witness of a state along its edges until it is in the set; says whether there is one, or no need.
#[inline]
fn finds_witness(graph: &Graph, staying: &Bits, witness: &mut [u32], state: usize) -> bool {
    let successors = graph.successors(state);
    let at = &mut witness[state];
    while let Some(successor) = successors.get(*at as usize) {
        if staying.contains(*successor as usize) {
            return true;
        }
        *at += 1;
    }
    successors.is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::fair::{Promise, fair_states};
    use super::*;

    /// A graph in which each state has up to three successors, or none.
    fn random_graph(states: usize, seed: &mut u64) -> Graph {
        let mut next = |limit: usize| {
            *seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (*seed >> 33) as usize % limit
        };
        let mut graph = Graph::default();
        graph.grow(states);
        for state in 0..states {
            let start = graph.edges();
            for _ in 0..next(4) {
                graph.targets.push(next(states) as u32);
                graph.transitions.push(0);
            }
            graph.set_edges(state, start);
        }
        graph
    }

    #[test]
    fn staying_is_what_components_say() {
        let mut seed = 1;
        for round in 0..2_000 {
            let graph = random_graph(1 + round % 12, &mut seed);
            let reverse = graph.reverse();
            let within = Bits::of(graph.states(), |state| (seed >> (state + 7)) & 3 != 0);
            // A promise that every edge keeps changes nothing, but asks for components.
            let every = [Promise::Edges(Bits::full(graph.edges()))];
            let expected = fair_states(&graph, &reverse, &within, &every);
            assert_eq!(staying_states(&graph, &reverse, &within), expected);
        }
    }
}
