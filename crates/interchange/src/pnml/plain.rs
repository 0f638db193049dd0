//! Place/transition nets.

use super::dialect::tokens;
use super::graph::{Arc, Graph};
use crate::Problem;
use crate::net::{Net, Place, Transition};
use crate::xml::problem;
use std::collections::BTreeMap;

/// The net of a graph with numbers of tokens.
pub(super) fn net(id: &str, graph: &Graph<'_, '_>) -> Result<Net, Problem> {
    let mut places = Vec::with_capacity(graph.places.len());
    for (id, node) in &graph.places {
        let tokens = tokens(*node, "initialMarking", "initialMarking")?.unwrap_or(0);
        places.push(Place { id: id.clone(), tokens });
    }
    let mut flows: Vec<[BTreeMap<usize, u64>; 2]> =
        graph.transitions.iter().map(|_| Default::default()).collect();
    for arc in &graph.arcs {
        add(&mut flows[arc.transition][usize::from(!arc.takes)], arc)?;
    }
    let transitions = graph.transitions.iter().zip(flows).map(|((id, _), [takes, gives])| Transition {
        id: id.clone(),
        takes: takes.into_iter().collect(),
        gives: gives.into_iter().collect(),
    });
    Ok(Net { id: id.to_owned(), transitions: transitions.collect(), places, ..Net::default() })
}

/// Adds the tokens of an arc; several arcs between the same two add up.
fn add(flow: &mut BTreeMap<usize, u64>, arc: &Arc<'_, '_>) -> Result<(), Problem> {
    let weight = tokens(arc.node, "inscription", "weight")?.unwrap_or(1);
    let sum = flow.entry(arc.place).or_insert(0);
    *sum = sum.checked_add(weight).ok_or_else(|| problem(arc.node, "this arc is too heavy"))?;
    Ok(())
}
