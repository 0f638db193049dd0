//! A short accepting run, once there is known to be one.

use super::product::{Explored, Product};
use crate::bits::Bits;
use crate::places::Places;
use crate::temporal::fairness::promises;
use crate::temporal::graph::{Graph, Promise, rewind, tour};

/// A path of the system: edges from a state, and where the last one returns to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SystemLasso {
    /// The first state.
    pub start: u32,
    /// The edges of the system.
    pub edges: Vec<usize>,
    /// The number of edges before the state that the last one returns to; nothing if the path ends in a dead end.
    pub repeats: Option<usize>,
}

/// Some states of a product, with the edges between them and what runs must keep.
pub(crate) struct ExploredProduct {
    /// The graph; its states are numbered as they were given, and its transitions are the edges of the system,
    /// `u32::MAX` where a dead end is repeated.
    pub graph: Graph,
    /// Acceptance and fairness.
    pub promises: Vec<Promise>,
}

/// The graph of some product states.
pub(crate) fn product_graph<E: Explored>(
    product: &mut Product<'_, E>,
    states: &[u32],
) -> Result<ExploredProduct, E::End> {
    let places = Places::of(states);
    let mut graph = Graph::default();
    graph.grow(states.len());
    let mut marks = Vec::new();
    let mut obliging = vec![0; states.len()];
    for (place, state) in states.iter().enumerate() {
        let start = graph.targets.len();
        let mut cursor = product.cursor(*state)?;
        while let Some(edge) = product.next(&mut cursor) {
            let Some(target) = places.get(product.number(edge.target)?) else { continue };
            graph.targets.push(target as u32);
            graph.transitions.push(edge.edge.map_or(u32::MAX, |edge| edge as u32));
            obliging[place] |= edge.marks.obliging;
            marks.push(edge.marks);
        }
        graph.set_edges(place, start);
    }
    let promises = promises(
        states.len(),
        graph.edges(),
        product.all_repeated,
        |state| obliging[state],
        |edge| marks[edge],
    );
    Ok(ExploredProduct { graph, promises })
}

/// An accepting run through these product states, as a path of the system: a shortest way to an
/// accepting component, and a short round trip there. Nothing if there is none.
pub(crate) fn accepting_lasso<E: Explored>(
    product: &mut Product<'_, E>,
    initial: &[u32],
    reached: &[u32],
) -> Result<Option<SystemLasso>, E::End> {
    let explored = product_graph(product, reached)?;
    let starts: Vec<u32> = (0u32..)
        .zip(reached)
        .filter(|(_, number)| initial.contains(number))
        .map(|(place, _)| place)
        .collect();
    let graph = &explored.graph;
    let all = Bits::full(graph.states());
    let none = Bits::new(graph.states());
    let Some(lasso) = tour(graph, &starts, &all, &explored.promises, &none) else { return Ok(None) };
    let start = product.pair(reached[lasso.walk.start as usize]).0;
    let taken: Vec<u32> = lasso.walk.edges.iter().map(|edge| graph.transitions[*edge]).collect();
    // Where a dead end is repeated, the path of the system has ended.
    let mut edges: Vec<usize> =
        taken.iter().take_while(|edge| **edge != u32::MAX).map(|edge| *edge as usize).collect();
    let mut repeats = if edges.len() < taken.len() { None } else { lasso.repeats };
    // Different product states may be the same state of the system, where the loop can begin still earlier.
    if let Some(repeats) = &mut repeats {
        rewind(&mut edges, repeats);
    }
    Ok(Some(SystemLasso { start, edges, repeats }))
}
