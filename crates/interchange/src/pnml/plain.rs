//! Place/transition nets.

use super::graph::{Arc, Graph};
use crate::Problem;
use crate::net::{Net, Place, Transition};
use crate::xml::{child, number, problem, text};
use roxmltree::Node;
use std::collections::BTreeMap;

/// The net of a graph with numbers of tokens.
pub(super) fn net(id: &str, graph: &Graph<'_, '_>) -> Result<Net, Problem> {
    let mut places = Vec::with_capacity(graph.places.len());
    for (id, node) in &graph.places {
        places.push(Place { id: id.clone(), tokens: annotation(*node, "initialMarking")?.unwrap_or(0) });
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
    let weight = annotation(arc.node, "inscription")?.unwrap_or(1);
    let tokens = flow.entry(arc.place).or_insert(0);
    *tokens = tokens.checked_add(weight).ok_or_else(|| problem(arc.node, "this arc is too heavy"))?;
    Ok(())
}

/// The number in an annotation such as `<inscription><text>2</text></inscription>`.
fn annotation(node: Node<'_, '_>, wanted: &str) -> Result<Option<u64>, Problem> {
    let Some(annotation) = child(node, wanted) else { return Ok(None) };
    let value = child(annotation, "text").or_else(|| child(annotation, "value")).unwrap_or(annotation);
    let digits = text(value);
    if digits.is_empty() { Ok(None) } else { number(value, &digits).map(Some) }
}
