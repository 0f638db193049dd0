//! What is known of fairness in a diagram: which nodes and edges certainly break an assumption, and which may keep it.

use super::graph::Diagram;
use super::probe::Probe;
use crate::elimination::without_locals;
use crate::transitions::Transitions;
use state_sets::{Formula, Limited};
use system::{Assumption, Expr, Unit};

/// Nodes and edges that may count for a condition.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counting {
    /// Whether a state of the node may count.
    pub nodes: Vec<bool>,
    /// Whether a step of the edge may count.
    pub edges: Vec<bool>,
}

/// The fairness assumptions of a system, on a diagram.
#[derive(Debug, Clone, Default)]
pub(crate) struct FairnessFacts {
    /// What every fair path meets again and again.
    pub repeated: Vec<Counting>,
    /// Nodes that oblige in all their states, and what must then be met again and again.
    pub obligations: Vec<(Vec<bool>, Counting)>,
}

/// The expressions whose values fairness speaks of.
pub(crate) fn expressions(transitions: &Transitions<'_>) -> Vec<Expr> {
    let mut found = Vec::new();
    for fairness in &transitions.system.fairness {
        match &fairness.assumption {
            Assumption::Justice(e) => found.push(e.clone()),
            Assumption::Compassion(first, second) => found.extend([first.clone(), second.clone()]),
            Assumption::Weak(_) | Assumption::Strong(_) => {}
        }
    }
    found
}

/// Finds out what is certain; `value` is the number of an expression's predicate.
pub(crate) fn facts(
    diagram: &Diagram,
    transitions: &Transitions<'_>,
    probe: &mut Probe<'_, '_>,
    predicate: &dyn Fn(&Expr) -> Option<usize>,
) -> Limited<FairnessFacts> {
    let mut facts = FairnessFacts::default();
    let value = |e: &Expr, node: usize| predicate(e).and_then(|number| diagram.nodes[node].values[number]);
    let nodes = 0..diagram.nodes.len();
    for fairness in &transitions.system.fairness {
        match &fairness.assumption {
            Assumption::Weak(unit) => {
                let enabled = surely_enabled(diagram, transitions, probe, unit)?;
                let nodes = enabled.iter().map(|enabled| !enabled).collect();
                facts.repeated.push(Counting { nodes, edges: taken(diagram, transitions, unit) });
            }
            Assumption::Strong(unit) => {
                let enabled = surely_enabled(diagram, transitions, probe, unit)?;
                let nodes = vec![false; diagram.nodes.len()];
                let met = Counting { nodes, edges: taken(diagram, transitions, unit) };
                facts.obligations.push((enabled, met));
            }
            Assumption::Justice(e) => {
                let nodes = nodes.clone().map(|node| value(e, node) != Some(false)).collect();
                facts.repeated.push(Counting { nodes, edges: vec![false; diagram.edges.len()] });
            }
            Assumption::Compassion(first, second) => {
                let obliging = nodes.clone().map(|node| value(first, node) == Some(true)).collect();
                let nodes = nodes.clone().map(|node| value(second, node) != Some(false)).collect();
                facts
                    .obligations
                    .push((obliging, Counting { nodes, edges: vec![false; diagram.edges.len()] }));
            }
        }
    }
    Ok(facts)
}

/// The nodes in all of whose states the unit can move.
fn surely_enabled(
    diagram: &Diagram,
    transitions: &Transitions<'_>,
    probe: &mut Probe<'_, '_>,
    unit: &Unit,
) -> Limited<Vec<bool>> {
    let enabled = enabled(transitions, unit);
    diagram.nodes.iter().map(|node| probe.is_always(node, &enabled)).collect()
}

/// The states in which the unit can move.
fn enabled(transitions: &Transitions<'_>, unit: &Unit) -> Formula {
    let mut ways = Vec::new();
    for one in &transitions.lowered.moves {
        let own = one.edges.iter().filter(|(edge, _)| unit.edges.contains(edge));
        let takes_part = Formula::any(own.map(|(_, condition)| condition.clone()));
        if !takes_part.is_falsity() {
            let guard = without_locals(&encoding::guard(&one.step, transitions.space()));
            ways.push(guard.and(takes_part));
        }
    }
    Formula::any(ways)
}

/// The edges whose steps may move the unit.
fn taken(diagram: &Diagram, transitions: &Transitions<'_>, unit: &Unit) -> Vec<bool> {
    let moves = |number: usize| {
        let own = transitions.lowered.moves[number].edges.iter();
        own.filter(|(edge, _)| unit.edges.contains(edge)).any(|(_, condition)| !condition.is_falsity())
    };
    diagram.edges.iter().map(|edge| moves(edge.number)).collect()
}

/// Whether a run that goes round along these edges for ever is fair, whatever its states are.
pub(crate) fn is_surely_fair(
    diagram: &Diagram,
    transitions: &Transitions<'_>,
    probe: &mut Probe<'_, '_>,
    predicate: &dyn Fn(&Expr) -> Option<usize>,
    cycle: &[usize],
) -> Limited<bool> {
    let nodes: Vec<usize> = cycle.iter().map(|edge| diagram.edges[*edge].from).collect();
    let has = |e: &Expr, node: usize, value: bool| {
        predicate(e).and_then(|number| diagram.nodes[node].values[number]) == Some(value)
    };
    for fairness in &transitions.system.fairness {
        let is_kept = match &fairness.assumption {
            Assumption::Weak(unit) | Assumption::Strong(unit) => {
                let is_weak = matches!(&fairness.assumption, Assumption::Weak(_));
                surely_taken(diagram, transitions, unit, cycle)
                    || surely_disabled(diagram, transitions, probe, unit, &nodes, is_weak)?
            }
            Assumption::Justice(e) => nodes.iter().any(|node| has(e, *node, true)),
            Assumption::Compassion(first, second) => {
                nodes.iter().any(|node| has(second, *node, true))
                    || nodes.iter().all(|node| has(first, *node, false))
            }
        };
        if !is_kept {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a step along one of the edges certainly moves the unit.
fn surely_taken(diagram: &Diagram, transitions: &Transitions<'_>, unit: &Unit, cycle: &[usize]) -> bool {
    cycle.iter().any(|edge| {
        let own = transitions.lowered.moves[diagram.edges[*edge].number].edges.iter();
        own.filter(|(edge, _)| unit.edges.contains(edge)).any(|(_, condition)| condition.is_truth())
    })
}

/// Whether the unit certainly cannot move in one of the nodes, or in any of them.
fn surely_disabled(
    diagram: &Diagram,
    transitions: &Transitions<'_>,
    probe: &mut Probe<'_, '_>,
    unit: &Unit,
    nodes: &[usize],
    one_is_enough: bool,
) -> Limited<bool> {
    let enabled = enabled(transitions, unit);
    for node in nodes {
        let is_disabled = !probe.is_possible_within(&diagram.nodes[*node], &enabled)?;
        if is_disabled == one_is_enough {
            return Ok(one_is_enough);
        }
    }
    Ok(!one_is_enough)
}
