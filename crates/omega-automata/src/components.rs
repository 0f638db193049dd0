//! Strongly connected components of automata.
//!
//! Tarjan's algorithm with an explicit stack. Components are numbered in the order in which they are completed, so
//! that every edge leads into the same component or into one with a smaller number.
//!
//! A component is accepting if its edges together carry all marks: a run can then go round through all of them. A
//! single state without a loop has no cycle at all.
//!
//! # Reference
//!
//! Tarjan: *Depth-First Search and Linear Graph Algorithms*, SIAM Journal on Computing 1(2), 1972,
//! doi:10.1137/0201010.

use crate::automaton::{Automaton, Marks, StateId};

/// The components of an automaton's reachable part.
#[derive(Debug, Clone)]
pub(crate) struct Components {
    numbers: Vec<u32>,
    /// For each component, whether it has a cycle, and the marks of its edges.
    cycles: Vec<bool>,
    marks: Vec<Marks>,
    all_marks: Marks,
}

/// The number of a state that cannot be reached.
const UNREACHED: u32 = u32::MAX;

impl Components {
    /// The components of the states that are reachable from the initial one.
    pub fn of(automaton: &Automaton) -> Self {
        let graph: Vec<Vec<StateId>> =
            automaton.states.iter().map(|edges| edges.iter().map(|edge| edge.target).collect()).collect();
        let (numbers, count) = number_components(&graph, [automaton.initial]);
        let mut components = Components {
            numbers,
            cycles: vec![false; count],
            marks: vec![0; count],
            all_marks: automaton.all_marks(),
        };
        for (state, edges) in automaton.states.iter().enumerate() {
            let number = components.numbers[state];
            for edge in edges {
                if number != UNREACHED && components.number(edge.target) == number {
                    components.cycles[number as usize] = true;
                    components.marks[number as usize] |= edge.marks;
                }
            }
        }
        components
    }

    /// How many components there are.
    pub fn count(&self) -> usize {
        self.cycles.len()
    }

    /// The component of a state; a number that no component has if the state cannot be reached.
    pub fn number(&self, state: StateId) -> u32 {
        self.numbers[state as usize]
    }

    /// Whether there is a cycle through the component, so that a run can stay in it.
    pub fn has_cycle(&self, component: u32) -> bool {
        self.cycles.get(component as usize) == Some(&true)
    }

    /// Whether a run that stays in the component can be accepted.
    pub fn is_accepting(&self, component: u32) -> bool {
        self.has_cycle(component) && self.marks[component as usize] == self.all_marks
    }
}

/// For each node the number of its component, or [`u32::MAX`] if it cannot be reached; and how many there are.
pub(crate) fn number_components(
    graph: &[Vec<u32>],
    roots: impl IntoIterator<Item = u32>,
) -> (Vec<u32>, usize) {
    let mut search = Search {
        graph,
        numbers: vec![UNREACHED; graph.len()],
        low: vec![UNREACHED; graph.len()],
        open: Vec::new(),
        entered: 0,
        count: 0,
    };
    for root in roots {
        search.visit(root);
    }
    (search.numbers, search.count as usize)
}

struct Search<'a> {
    graph: &'a [Vec<u32>],
    numbers: Vec<u32>,
    /// The smallest entry time known to be reachable within the open part; not yet entered nodes have none.
    low: Vec<u32>,
    open: Vec<u32>,
    entered: u32,
    count: u32,
}

impl Search<'_> {
    fn visit(&mut self, root: u32) {
        if self.low[root as usize] != UNREACHED {
            return;
        }
        // Each frame: the node, its entry time, and how many of its successors have been looked at.
        let mut frames = vec![(root, self.enter(root), 0)];
        while let Some(&mut (node, time, ref mut looked)) = frames.last_mut() {
            if let Some(&successor) = self.graph[node as usize].get(*looked) {
                *looked += 1;
                if self.low[successor as usize] == UNREACHED {
                    frames.push((successor, self.enter(successor), 0));
                } else if self.numbers[successor as usize] == UNREACHED {
                    self.lower(node, self.low[successor as usize]);
                }
            } else {
                frames.pop();
                if self.low[node as usize] == time {
                    self.close(node);
                }
                if let Some(&(parent, ..)) = frames.last()
                    && self.numbers[node as usize] == UNREACHED
                {
                    self.lower(parent, self.low[node as usize]);
                }
            }
        }
    }

    fn enter(&mut self, node: u32) -> u32 {
        let time = self.entered;
        self.entered += 1;
        self.low[node as usize] = time;
        self.open.push(node);
        time
    }

    fn lower(&mut self, node: u32, low: u32) {
        let own = &mut self.low[node as usize];
        *own = low.min(*own);
    }

    /// Closes the component whose first node this is.
    fn close(&mut self, first: u32) {
        while let Some(node) = self.open.pop() {
            self.numbers[node as usize] = self.count;
            if node == first {
                break;
            }
        }
        self.count += 1;
    }
}
