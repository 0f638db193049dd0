//! States from which a fair path begins.
//!
//! Weak fairness and justice are Büchi conditions: certain edges infinitely often. Strong fairness and compassion
//! are Streett conditions: if certain states infinitely often, then certain edges infinitely often. A component with an unmet Büchi condition has no fair cycle, and neither has any part of
//! it. One with an unmet Streett condition may have a fair cycle that avoids the states that oblige, so those are
//! taken out and the rest is decomposed again; this ends, since each round takes out at least one state.
//!
//! # Reference
//! Emerson, Lei: *Modalities for Model Checking: Branching Time Logic Strikes Back*, Science of Computer
//! Programming 8(3), 1987, doi:10.1016/0167-6423(87)90036-0; Lichtenstein, Pnueli: *Checking That Finite State
//! Concurrent Programs Satisfy Their Linear Specification*, POPL 1985, doi:10.1145/318593.318622.

use super::stay::staying_states;
use super::{Graph, Reverse, components};
use crate::bits::Bits;

/// A fairness assumption on the paths of a graph.
#[derive(Debug, Clone)]
pub(crate) enum Promise {
    /// Infinitely often one of these edges is taken.
    Edges(Bits),
    /// If one of these states is visited infinitely often, one of these edges is taken infinitely often.
    Strong {
        /// The states that oblige.
        enabled: Bits,
        /// The edges that meet the obligation.
        moved: Bits,
    },
}

/// What a component lacks.
enum Lack<'a> {
    /// Nothing: it has a fair cycle through all its states.
    Nothing,
    /// It has no fair cycle.
    Everything,
    /// A fair cycle must avoid these states.
    Without(&'a Bits),
}

/// The states in `within` from which a fair maximal path stays within: one that is infinite and keeps all
/// promises, or that ends in a dead end.
pub(crate) fn fair_states(graph: &Graph, reverse: &Reverse, within: &Bits, promises: &[Promise]) -> Bits {
    if promises.is_empty() {
        return staying_states(graph, reverse, within);
    }
    let mut goal = fair_components(graph, within, promises).into_iter().flatten().fold(
        Bits::new(graph.states()),
        |mut all, state| {
            all.insert(state as usize);
            all
        },
    );
    for state in within.iter().filter(|state| graph.edges_of(*state).is_empty()) {
        goal.insert(state);
    }
    graph.backward(reverse, within, &goal)
}

/// The strongly connected parts of `within` that have a fair cycle through all their states.
pub(crate) fn fair_components(graph: &Graph, within: &Bits, promises: &[Promise]) -> Vec<Vec<u32>> {
    let mut fair = Vec::new();
    let mut open = vec![within.clone()];
    while let Some(part) = open.pop() {
        let mut members = Bits::new(graph.states());
        components(graph, &part, |component| {
            component.iter().for_each(|state| members.insert(*state as usize));
            match lack(graph, component, &members, promises) {
                Lack::Nothing => fair.push(component.to_vec()),
                Lack::Everything => {}
                Lack::Without(obliging) => {
                    let mut rest = Bits::new(graph.states());
                    let kept = component.iter().map(|state| *state as usize);
                    kept.filter(|state| !obliging.contains(*state)).for_each(|state| rest.insert(state));
                    open.push(rest);
                }
            }
            component.iter().for_each(|state| members.remove(*state as usize));
        });
    }
    fair
}

fn lack<'a>(graph: &Graph, component: &[u32], members: &Bits, promises: &'a [Promise]) -> Lack<'a> {
    let some_state = |wanted: &Bits| component.iter().any(|state| wanted.contains(*state as usize));
    let some_edge = |wanted: &Bits| {
        component.iter().any(|state| {
            graph
                .edges_of(*state as usize)
                .any(|edge| wanted.contains(edge) && members.contains(graph.targets[edge] as usize))
        })
    };
    let mut without = None;
    for promise in promises {
        match promise {
            Promise::Edges(edges) if !some_edge(edges) => return Lack::Everything,
            Promise::Strong { enabled, moved } if some_state(enabled) && !some_edge(moved) => {
                without = without.or(Some(enabled));
            }
            _ => {}
        }
    }
    without.map_or(Lack::Nothing, Lack::Without)
}
