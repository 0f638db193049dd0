//! Automata over the markings of a net, as plain data.

use crate::formula::Formula;

/// A Büchi automaton: it reads the markings of an infinite run one by one, and accepts the run if it can come to accepting states
/// again and again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    /// The state that it starts in.
    pub initial: usize,
    /// For each state whether it is accepting.
    pub accepting: Vec<bool>,
    /// What it may do with a marking.
    pub edges: Vec<Edge>,
}

/// A step of an [`Automaton`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// The state before.
    pub from: usize,
    /// The markings that it can be taken with.
    pub label: Formula,
    /// The state afterwards.
    pub to: usize,
}

impl Automaton {
    /// Whether the states that are named are there, and the places, of which there are so many.
    pub(crate) fn fits(&self, places: usize) -> bool {
        let states = self.accepting.len();
        let known = |edge: &Edge| {
            let last = edge.label.places().pop();
            edge.from < states && edge.to < states && last.is_none_or(|last| last < places)
        };
        self.initial < states && self.edges.iter().all(known)
    }

    /// The states after reading the marking, sorted; nothing if a number becomes too large.
    pub(crate) fn next(&self, state: usize, marking: &[u64]) -> Option<Vec<usize>> {
        let mut states = Vec::new();
        for edge in self.edges.iter().filter(|edge| edge.from == state) {
            if edge.label.holds(marking)? {
                states.push(edge.to);
            }
        }
        states.sort_unstable();
        states.dedup();
        Some(states)
    }

    /// Whether it accepts the run whose `markings` have these followers, each marking one; nothing if a number becomes too large.
    pub(crate) fn accepts(&self, state: usize, markings: &[&[u64]], follower: &[usize]) -> Option<bool> {
        let states = self.accepting.len();
        let mut steps = Vec::with_capacity(markings.len() * states);
        for (place, marking) in markings.iter().enumerate() {
            for from in 0..states {
                let next = self.next(from, marking)?;
                steps.push(next.into_iter().map(|to| follower[place] * states + to).collect::<Vec<_>>());
            }
        }
        let reached = reachable(&steps, &[state]);
        let mut accepting = (0..steps.len()).filter(|node| reached[*node] && self.accepting[node % states]);
        Some(accepting.any(|node| reachable(&steps, &steps[node])[node]))
    }
}

/// Which nodes are reached from these.
fn reachable(steps: &[Vec<usize>], from: &[usize]) -> Vec<bool> {
    let mut reached = vec![false; steps.len()];
    let mut stack = from.to_vec();
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            stack.extend(&steps[node]);
        }
    }
    reached
}
