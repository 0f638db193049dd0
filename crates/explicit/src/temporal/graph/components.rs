//! Strongly connected components of a part of a graph.

use super::Graph;
use crate::bits::Bits;

/// Calls back with the states of each strongly connected component of the subgraph of `within` that has an
/// edge inside, successors before predecessors.
pub(crate) fn components(graph: &Graph, within: &Bits, mut found: impl FnMut(&[u32])) {
    let roots = within.iter().map(|state| state as u32);
    let is_within = |target: &u32| within.contains(*target as usize);
    let successors = |state: u32| graph.successors(state as usize).iter().copied().filter(is_within);
    graphs::components(graph.states(), roots, successors, |component| {
        if component.len() > 1 || graph.successors(component[0] as usize).contains(&component[0]) {
            found(component);
        }
    });
}
