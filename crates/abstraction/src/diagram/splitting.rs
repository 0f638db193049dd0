//! Refinement where a choice arose: a node in which a transition may lead here or there, or be possible or not, is split by what decides it.
//!
//! What must be so before the step for a predicate to be so after it is a predicate on the states of the node; with it, the node falls
//! apart into some whose states all go the same way. It is followed in the configuration of the node alone.
//!
//! # Reference
//! Saïdi: *Modular and Incremental Analysis of Concurrent Software Systems*, ASE 1999, doi:10.1109/ASE.1999.802190, section 5. Predicates
//! where they are needed: Henzinger, Jhala, Majumdar, Sutre: *Lazy Abstraction*, POPL 2002, doi:10.1145/503272.503279.

use super::graph::{Diagram, DiagramPredicate, Node, Origin};
use super::literals::literals;
use super::wording::Wording;
use crate::choice::without_negated_choices;
use crate::elimination::without_locals;
use crate::transitions::Transitions;
use state_sets::{Cell, Formula, Moment, Step};
use std::collections::BTreeSet;
use system::TransitionId;

/// A choice that the diagram has in a node, and what would decide it.
#[derive(Debug, Clone, PartialEq)]
pub struct Splitting {
    /// The node.
    pub node: usize,
    /// The transition that may lead to several nodes, or may be possible or not.
    pub transition: TransitionId,
    /// The nodes that it may lead to.
    pub to: Vec<usize>,
    /// The predicates, followed in the configuration of the node.
    pub predicates: Vec<DiagramPredicate>,
}

/// The choices of a diagram that predicates may decide.
pub(crate) fn splittings(diagram: &Diagram, transitions: &Transitions<'_>) -> Vec<Splitting> {
    let mut found: Vec<Splitting> = Vec::new();
    for edge in diagram.edges.iter().filter(|edge| !edge.is_forced) {
        let known = found.last_mut();
        let known = known.filter(|known| known.node == edge.from && known.transition == edge.transition);
        let formulas = deciding(diagram, transitions, edge.number, edge.to);
        let (node, transition) = (edge.from, edge.transition);
        let place = match known {
            Some(known) => known,
            None => {
                found.push(Splitting { node, transition, to: Vec::new(), predicates: Vec::new() });
                let last = found.len().saturating_sub(1);
                &mut found[last]
            }
        };
        place.to.push(edge.to);
        for formula in formulas {
            let new = predicate(diagram, transitions, node, formula);
            if let Some(new) = new
                && !place.predicates.contains(&new)
            {
                place.predicates.push(new);
            }
        }
    }
    found.retain(|one| !one.predicates.is_empty());
    found.iter_mut().for_each(|one| {
        one.to.sort_unstable();
        one.to.dedup();
    });
    found
}

/// The conditions before a move that decide whether it is possible and which predicates hold behind it.
fn deciding(diagram: &Diagram, transitions: &Transitions<'_>, number: usize, to: usize) -> Vec<Formula> {
    let step = &transitions.lowered.moves[number].step;
    let mut found = literals(&before(step, &Formula::truth(), transitions));
    let target: &Node = &diagram.nodes[to];
    for (predicate, value) in diagram.predicates.iter().zip(&target.values) {
        if value.is_none() {
            continue;
        }
        for formula in literals(&before(step, &predicate.formula, transitions)) {
            if !found.contains(&formula) {
                found.push(formula);
            }
        }
    }
    found
}

/// The states from which a step leads to a state that is so.
fn before(step: &Step, so: &Formula, transitions: &Transitions<'_>) -> Formula {
    let after = so.with_cells(&|cell| match cell {
        Cell::Variable(variable, Moment::Now) if step.changed.contains(&variable) => Cell::next(variable),
        other => other,
    });
    let step = Step { changed: step.changed.clone(), relation: step.relation.clone().and(after) };
    let before = without_locals(&encoding::guard(&step, transitions.space()));
    // An integer that is chosen, such as a half, hides what is said of it.
    without_negated_choices(&before.negated()).negated()
}

/// The condition as a predicate in the node, if it has no value there yet.
fn predicate(
    diagram: &Diagram,
    transitions: &Transitions<'_>,
    node: usize,
    formula: Formula,
) -> Option<DiagramPredicate> {
    let configuration = &diagram.nodes[node].configuration;
    let speaks_of_control = match &formula {
        Formula::Member(Cell::Variable(variable, _), _) => diagram.control.contains(variable),
        _ => false,
    };
    let known =
        diagram.predicates.iter().any(|known| known.formula == formula && known.is_followed(configuration));
    if speaks_of_control || known {
        return None;
    }
    let wording = Wording { system: transitions.system, lowered: &transitions.lowered };
    let text = wording.formula(&formula);
    let scope = Some(BTreeSet::from([configuration.clone()]));
    Some(DiagramPredicate { formula, text, origin: Origin::Preimage, scope })
}

/// Adds predicates; one that is known is followed in more configurations. Returns whether that changes anything.
pub(crate) fn merge(predicates: &mut Vec<DiagramPredicate>, new: &[DiagramPredicate]) -> bool {
    let mut changed = false;
    for one in new {
        match predicates.iter_mut().find(|known| known.formula == one.formula) {
            None => {
                predicates.push(one.clone());
                changed = true;
            }
            Some(known) => match (&mut known.scope, &one.scope) {
                (None, _) => {}
                (scope @ Some(_), None) => {
                    *scope = None;
                    changed = true;
                }
                (Some(own), Some(more)) => {
                    let before = own.len();
                    own.extend(more.iter().cloned());
                    changed |= own.len() > before;
                }
            },
        }
    }
    changed
}
