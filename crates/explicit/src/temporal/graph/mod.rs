//! The graph of reachable states, with all its edges, and what is computed on it.

mod components;
mod fair;
mod paths;
mod shortest_lasso;
mod stay;

pub(crate) use components::components;
pub(crate) use fair::{Promise, fair_components, fair_states};
pub(crate) use paths::{Lasso, Walk, rewind, shortest, tour};
pub(crate) use shortest_lasso::{Acceptance, Move, Region, shortest_lasso};

use crate::bits::Bits;

/// A graph with numbered states and edges; the edges of one source stand together.
///
/// It may be explored step by step: a state without its edges yet is not [`Graph::is_expanded`].
#[derive(Debug, Clone, Default)]
pub(crate) struct Graph {
    /// The states where paths begin.
    pub initial: Vec<u32>,
    /// For each state its first edge, and how many it has.
    ranges: Vec<(usize, u32)>,
    /// The state that each edge leads to.
    pub targets: Vec<u32>,
    /// The transition that each edge is.
    pub transitions: Vec<u32>,
}

/// The number of edges of a state that is not expanded.
const UNKNOWN: u32 = u32::MAX;

/// How often those that are missing are asked before those that were reached are gone through.
const MOST_SWEEPS: usize = 8;

/// The edges of a graph, sorted by target.
#[derive(Debug)]
pub(crate) struct Reverse {
    first: Vec<usize>,
    sources: Vec<u32>,
}

impl Graph {
    /// How many states there are.
    pub fn states(&self) -> usize {
        self.ranges.len()
    }

    /// How many edges there are.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// Makes room for states up to this number.
    pub fn grow(&mut self, states: usize) {
        if states > self.ranges.len() {
            self.ranges.resize(states, (0, UNKNOWN));
        }
    }

    /// Whether the edges of a state are known.
    pub fn is_expanded(&self, state: usize) -> bool {
        self.ranges[state].1 != UNKNOWN
    }

    /// Says that the edges from `start` to the last are those of a state.
    pub fn set_edges(&mut self, state: usize, start: usize) {
        let count = u32::try_from(self.targets.len() - start).expect("fewer than 2^32 edges of one state");
        self.ranges[state] = (start, count);
    }

    /// Takes back the edges from `start` on, which belong to no state yet.
    pub fn forget_edges(&mut self, start: usize) {
        self.targets.truncate(start);
        self.transitions.truncate(start);
    }

    /// The numbers of the edges of a state; none if it is not expanded.
    #[inline]
    pub fn edges_of(&self, state: usize) -> std::ops::Range<usize> {
        match self.ranges[state] {
            (_, UNKNOWN) => 0..0,
            (start, count) => start..start + count as usize,
        }
    }

    /// The states that the edges of a state lead to.
    #[inline]
    pub fn successors(&self, state: usize) -> &[u32] {
        &self.targets[self.edges_of(state)]
    }

    /// The states without edges.
    pub fn dead_ends(&self) -> Bits {
        Bits::of(self.states(), |state| self.edges_of(state).is_empty())
    }

    /// The same edges, to be walked backwards.
    pub fn reverse(&self) -> Reverse {
        let mut first = vec![0; self.states() + 1];
        for target in &self.targets {
            first[*target as usize + 1] += 1;
        }
        for state in 0..self.states() {
            first[state + 1] += first[state];
        }
        let mut next = first.clone();
        let mut sources = vec![0; self.edges()];
        for source in 0..self.states() {
            for target in self.successors(source) {
                let slot = &mut next[*target as usize];
                sources[*slot] = source as u32;
                *slot += 1;
            }
        }
        Reverse { first, sources }
    }

    /// The states in `within` from which a state of `goal` can be reached through states of `within`; the
    /// goal itself need not be within, and belongs to the answer.
    pub fn backward(&self, reverse: &Reverse, within: &Bits, goal: &Bits) -> Bits {
        let mut reached = goal.clone();
        let mut missing = within.and(&goal.complement());
        // Where most is reached soon, it is cheaper to ask those that are missing for an edge that leads there: the first will do.
        // Edges lead to states found later more often than not, so the last are asked first.
        for _ in 0..MOST_SWEEPS {
            let before = missing.count();
            if before == 0 || before > self.states() / 2 {
                break;
            }
            let asked: Vec<usize> = missing.iter().collect();
            for state in asked.into_iter().rev() {
                if self.successors(state).iter().any(|target| reached.contains(*target as usize)) {
                    reached.insert(state);
                    missing.remove(state);
                }
            }
            if missing.count() == before {
                return reached;
            }
        }
        let mut open: Vec<usize> = reached.iter().collect();
        // Often all is reached long before all edges have been seen.
        let mut missing = missing.count();
        while let Some(state) = open.pop().filter(|_| missing > 0) {
            for source in reverse.predecessors(state) {
                let source = *source as usize;
                if within.contains(source) && reached.add(source) {
                    missing -= 1;
                    open.push(source);
                }
            }
        }
        reached
    }
}

impl Reverse {
    /// The states with an edge to this one.
    #[inline]
    pub fn predecessors(&self, state: usize) -> &[u32] {
        &self.sources[self.first[state]..self.first[state + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use random_numbers::Xorshift;

    /// The same as [`Graph::backward`], round by round.
    fn naive(graph: &Graph, within: &Bits, goal: &Bits) -> Bits {
        let mut reached = goal.clone();
        loop {
            let leads =
                |state: &usize| graph.successors(*state).iter().any(|to| reached.contains(*to as usize));
            let new: Vec<usize> =
                within.iter().filter(|state| !reached.contains(*state)).filter(leads).collect();
            if new.is_empty() {
                return reached;
            }
            new.into_iter().for_each(|state| reached.insert(state));
        }
    }

    #[test]
    fn what_leads_to_a_goal_is_found_from_either_side() {
        let mut random = Xorshift::scattered(1);
        for round in 0..400 {
            let states = 1 + random.below(60) as usize;
            let mut graph = Graph::default();
            graph.grow(states);
            for state in 0..states {
                let start = graph.edges();
                for _ in 0..random.below(4) {
                    graph.targets.push(random.below(states as u64) as u32);
                    graph.transitions.push(0);
                }
                graph.set_edges(state, start);
            }
            // From nearly all to nearly none, so that each side has its turn.
            let mut some = |tenths: u64| {
                let chosen: Vec<bool> = (0..states).map(|_| random.below(10) < tenths).collect();
                Bits::of(states, |state| chosen[state])
            };
            let (within, goal) = (some(3 + round % 8), some(round % 9));
            let found = graph.backward(&graph.reverse(), &within, &goal);
            assert_eq!(found, naive(&graph, &within, &goal), "round {round}");
        }
    }
}
