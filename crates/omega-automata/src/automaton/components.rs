//! Strongly connected components of automata.
//!
//! Components are numbered in the order in which they are completed, so that every edge leads into the same component or
//! into one with a smaller number.
//!
//! A component is accepting if its edges together carry all marks: a run can then go round through all of them. A
//! single state without a loop has no cycle at all.

use super::{Automaton, Marks, StateId};

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
    let mut numbers = vec![UNREACHED; graph.len()];
    let mut count = 0;
    graphs::components(
        graph.len(),
        roots,
        |node| graph[node as usize].iter().copied(),
        |component| {
            component.iter().for_each(|node| numbers[*node as usize] = count);
            count += 1;
        },
    );
    (numbers, count as usize)
}
