//! Strongly connected components of a part of a graph.
//!
//! # Reference
//! Tarjan: *Depth-First Search and Linear Graph Algorithms*, SIAM Journal on Computing 1(2), 1972,
//! doi:10.1137/0201010; without recursion, in the form with one stack of roots after Pearce: *A Space-Efficient
//! Algorithm for Finding Strongly Connected Components*, Information Processing Letters 116(1), 2016.

use super::{Bits, Graph};

/// Calls back with the states of each strongly connected component of the subgraph of `within` that has an
/// edge inside, successors before predecessors.
pub(crate) fn components(graph: &Graph, within: &Bits, mut found: impl FnMut(&[u32])) {
    let mut search = Search {
        graph,
        within,
        order: vec![0; graph.states()],
        low: vec![0; graph.states()],
        next: 1,
        stack: Vec::new(),
        calls: Vec::new(),
    };
    for root in within.iter() {
        if search.order[root] == 0 {
            search.run(root as u32, &mut found);
        }
    }
}

/// The component of a state is known, so it is no longer on the stack.
const DONE: u32 = u32::MAX;

struct Search<'a> {
    graph: &'a Graph,
    within: &'a Bits,
    /// The order in which states were entered, from one; zero if they were not; `DONE` at the end.
    order: Vec<u32>,
    low: Vec<u32>,
    next: u32,
    stack: Vec<u32>,
    /// The states being visited, each with the next edge to follow.
    calls: Vec<(u32, usize)>,
}

impl Search<'_> {
    fn run(&mut self, root: u32, found: &mut impl FnMut(&[u32])) {
        self.enter(root);
        while let Some((state, edge)) = self.calls.last().copied() {
            if edge < self.graph.edges_of(state as usize).end {
                self.calls.last_mut().expect("it was just read").1 += 1;
                self.follow(state, self.graph.targets[edge]);
            } else {
                self.calls.pop();
                if let Some((caller, _)) = self.calls.last() {
                    let low = self.low[state as usize].min(self.low[*caller as usize]);
                    self.low[*caller as usize] = low;
                }
                if self.low[state as usize] == self.order[state as usize] {
                    self.leave(state, found);
                }
            }
        }
    }

    fn enter(&mut self, state: u32) {
        self.order[state as usize] = self.next;
        self.low[state as usize] = self.next;
        self.next += 1;
        self.stack.push(state);
        self.calls.push((state, self.graph.edges_of(state as usize).start));
    }

    fn follow(&mut self, state: u32, target: u32) {
        if !self.within.contains(target as usize) {
            return;
        }
        match self.order[target as usize] {
            0 => self.enter(target),
            DONE => {}
            order => self.low[state as usize] = self.low[state as usize].min(order),
        }
    }

    /// Takes the component of its root off the stack.
    fn leave(&mut self, root: u32, found: &mut impl FnMut(&[u32])) {
        let start = self.stack.iter().rposition(|state| *state == root).expect("the root is on the stack");
        let component = &self.stack[start..];
        let is_cyclic = component.len() > 1 || self.graph.successors(root as usize).contains(&root);
        component.iter().for_each(|state| self.order[*state as usize] = DONE);
        if is_cyclic {
            found(component);
        }
        self.stack.truncate(start);
    }
}
