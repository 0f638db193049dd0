//! Whether an automaton accepts an ultimately periodic word.
//!
//! The product of the positions of the word and the states of the automaton is a finite graph; the word is accepted if
//! some component of it has a cycle and carries all marks.

use super::Lasso;
use crate::automaton::number_components;
use crate::automaton::{Automaton, Marks, StateId};
use crate::hashing::FastMap;

/// Whether some run of the automaton on the word is accepted.
pub fn accepts(automaton: &Automaton, word: &Lasso) -> bool {
    let mut nodes: Vec<(usize, StateId)> = vec![(0, automaton.initial())];
    let mut numbers: FastMap<(usize, StateId), u32> = FastMap::default();
    numbers.insert(nodes[0], 0);
    let mut graph: Vec<Vec<u32>> = Vec::new();
    let mut marks: Vec<Vec<Marks>> = Vec::new();
    while let Some(&(position, state)) = nodes.get(graph.len()) {
        let edges = automaton.edges(state).iter();
        let enabled: Vec<_> = edges.filter(|edge| automaton.enabled(edge, word.letter(position))).collect();
        let targets = enabled.iter().map(|edge| {
            let node = (word.next(position), edge.target);
            *numbers.entry(node).or_insert_with(|| {
                nodes.push(node);
                nodes.len() as u32 - 1
            })
        });
        graph.push(targets.collect());
        marks.push(enabled.iter().map(|edge| edge.marks).collect());
    }
    let (components, count) = number_components(&graph, [0]);
    // For each component, the marks on its edges if it has any.
    let mut collected: Vec<Option<Marks>> = vec![None; count];
    for (node, targets) in graph.iter().enumerate() {
        for (&target, marks) in targets.iter().zip(&marks[node]) {
            if components[node] == components[target as usize] {
                *collected[components[node] as usize].get_or_insert(0) |= marks;
            }
        }
    }
    collected.contains(&Some(automaton.all_marks()))
}
