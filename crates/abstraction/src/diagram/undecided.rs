//! Conditions that tell states apart: one that is the same in all states of a node divides nothing, and only makes the diagram longer.

use super::graph::{Diagram, Node};
use super::probe::Probe;
use super::splitting::Splitting;
use crate::transitions::Transitions;
use budget::Budget;
use state_sets::{Formula, Limited};

/// The conditions that what is known of all states does not decide, without those that say the same as another one, or the opposite.
pub(crate) fn undecided(
    conditions: Vec<Formula>,
    others: &[Formula],
    transitions: &Transitions<'_>,
    budget: &Budget<'_>,
) -> Limited<Vec<Formula>> {
    let anywhere = Node { configuration: Vec::new(), values: Vec::new() };
    let mut probe = Probe::new(transitions, &[], budget)?;
    let mut found: Vec<Formula> = Vec::new();
    'conditions: for condition in conditions {
        if !probe.divides(&anywhere, &condition)? {
            continue;
        }
        for other in others.iter().chain(&found) {
            let differ = condition.clone().and(other.clone().negated());
            let differ = differ.or(condition.clone().negated().and(other.clone()));
            if !probe.divides(&anywhere, &differ)? {
                continue 'conditions;
            }
        }
        found.push(condition);
    }
    Ok(found)
}

/// Leaves out the predicates that have one value in all states of their node, and the choices that are left with none.
pub(crate) fn keep_dividing(
    choices: &mut Vec<Splitting>,
    diagram: &Diagram,
    transitions: &Transitions<'_>,
    budget: &Budget<'_>,
) -> Limited<()> {
    let mut probe = Probe::new(transitions, &diagram.control, budget)?;
    for predicate in &diagram.predicates {
        probe.add(&predicate.formula)?;
    }
    for choice in choices.iter_mut() {
        let mut found = Vec::new();
        for predicate in std::mem::take(&mut choice.predicates) {
            if probe.divides(&diagram.nodes[choice.node], &predicate.formula)? {
                found.push(predicate);
            }
        }
        choice.predicates = found;
    }
    choices.retain(|choice| !choice.predicates.is_empty());
    Ok(())
}

impl Probe<'_, '_> {
    /// Whether a condition may be true in some states of the node and false in others.
    fn divides(&mut self, node: &Node, condition: &Formula) -> Limited<bool> {
        let may_hold = self.is_possible_within(node, condition)?;
        Ok(may_hold && self.is_possible_within(node, &condition.clone().negated())?)
    }
}
