//! Runs of plain nets for labels with ω.
//!
//! A demand for tokens, below the label of a node, is followed back to a start. Before a transition, the demand is what the transition
//! takes and what it does not give. A repetition is undone as often as the places that it raised ask for more than was there before it;
//! the demand may thereby grow on places that had ω already, which earlier repetitions then satisfy. For plain nets each repetition
//! lowers the demand on each place that it raised, unless it is below what was there before; so this ends.
//!
//! Every run is fired before it is given away.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::tree::Tree;
use crate::downward::{OMEGA, OmegaMarking};
use budget::{Budget, Budgeted};
use nets::{Amount, Marking, Net, Place, Run, Start};

/// The longest run that is written out.
const LONGEST: usize = 1 << 22;

/// A run of a plain net to a marking with at least these tokens, which must be below the node's label; nothing if it is too long.
/// It begins with the fewest tokens that these transitions need.
pub(crate) fn run_to_node(
    net: &Net,
    tree: &Tree,
    node: usize,
    demand: &[(Place, u64)],
    budget: &Budget,
) -> Budgeted<Option<Run>> {
    let mut tokens = vec![0; net.places.len()];
    demand.iter().for_each(|(place, number)| tokens[*place] = *number);
    let mut unfolding = Unfolding::new(net, tree, tokens, budget);
    let mut root = node;
    for ancestor in tree.ancestors(node) {
        root = ancestor;
        if !unfolding.undo_node(ancestor)? {
            return Ok(None);
        }
    }
    let Unfolding { demand: needed, mut fired, .. } = unfolding;
    fired.reverse();
    let starts = net.starts.iter().filter(|start| OmegaMarking::up_to_start(start) == tree.nodes[root].label);
    for start in starts {
        if let Some(first) = start_above(start, &needed) {
            let run = Run { start: first, fired: fired.clone() };
            if covers(net, &run, demand, budget)? {
                return Ok(Some(run));
            }
        }
    }
    Ok(None)
}

/// A demand on its way back to a start.
pub(crate) struct Unfolding<'a, 'b> {
    net: &'a Net,
    tree: &'a Tree,
    pub demand: Marking,
    /// The transitions, last first.
    pub fired: Vec<usize>,
    budget: &'a Budget<'b>,
}

impl<'a, 'b> Unfolding<'a, 'b> {
    pub fn new(net: &'a Net, tree: &'a Tree, demand: Marking, budget: &'a Budget<'b>) -> Unfolding<'a, 'b> {
        Unfolding { net, tree, demand, fired: Vec::new(), budget }
    }

    /// Makes a demand on what is there before a repetition one on the label that the repeated sequence begins with.
    pub fn undo_loop(&mut self, node: usize, index: usize) -> Budgeted<bool> {
        let tree = self.tree;
        if !self.undo_accelerations(node, index)? || !self.undo_origin(node)? {
            return Ok(false);
        }
        let ancestor = tree.nodes[node].accelerations[index].ancestor;
        let Some((parent, _)) = tree.nodes[node].origin else { return Ok(false) };
        for between in tree.ancestors(parent).take_while(|between| *between != ancestor) {
            if !self.undo_node(between)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Makes the demand on the node's label one on its parent's; whether that was possible.
    fn undo_node(&mut self, node: usize) -> Budgeted<bool> {
        if !self.undo_accelerations(node, self.tree.nodes[node].accelerations.len())? {
            return Ok(false);
        }
        self.undo_origin(node)
    }

    /// Undoes the first repetitions at a node.
    fn undo_accelerations(&mut self, node: usize, count: usize) -> Budgeted<bool> {
        let tree = self.tree;
        for (index, acceleration) in tree.nodes[node].accelerations.iter().enumerate().take(count).rev() {
            while acceleration
                .raised
                .iter()
                .any(|place| self.demand[*place] > acceleration.before.tokens(*place))
            {
                if !self.undo_loop(node, index)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Undoes the transition that leads to a node.
    fn undo_origin(&mut self, node: usize) -> Budgeted<bool> {
        let Some((_, number)) = self.tree.nodes[node].origin else { return Ok(true) };
        let transition = &self.net.transitions[number];
        self.budget.spend(transition.takes.len().saturating_add(1))?;
        if self.fired.len() >= LONGEST {
            return Ok(false);
        }
        self.fired.push(number);
        for (place, tokens) in &transition.gives {
            self.demand[*place] = self.demand[*place].saturating_sub(*tokens);
        }
        for (place, tokens) in &transition.takes {
            let Some(sum) = self.demand[*place].checked_add(*tokens).filter(|sum| *sum < OMEGA) else {
                return Ok(false);
            };
            self.demand[*place] = sum;
        }
        Ok(true)
    }
}

/// The least marking of the start with at least these tokens.
pub(crate) fn start_above(start: &Start, needed: &[u64]) -> Option<Marking> {
    let fit = |(amount, needed): (&Amount, &u64)| match amount {
        Amount::Exactly(tokens) => (tokens >= needed).then_some(*tokens),
        Amount::AtLeast(tokens) => Some(*tokens.max(needed)),
    };
    start.0.iter().zip(needed).map(fit).collect()
}

/// Whether it is a run that ends with at least these tokens.
pub(crate) fn covers(net: &Net, run: &Run, demand: &[(Place, u64)], budget: &Budget) -> Budgeted<bool> {
    let end = last_marking(net, run, budget)?;
    Ok(end.is_some_and(|end| demand.iter().all(|(place, tokens)| end[*place] >= *tokens)))
}

/// Where the run ends; nothing if it is no run of the net, or its numbers are too large.
pub(crate) fn last_marking(net: &Net, run: &Run, budget: &Budget) -> Budgeted<Option<Marking>> {
    if !net.is_start(&run.start) {
        return Ok(None);
    }
    let mut marking = run.start.clone();
    for transition in &run.fired {
        budget.spend(marking.len())?;
        match net.fire(&marking, *transition) {
            Ok(Some(next)) => marking = next,
            Ok(None) | Err(_) => return Ok(None),
        }
    }
    Ok(Some(marking))
}
