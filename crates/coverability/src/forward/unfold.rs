//! Runs of the net for labels with ω.
//!
//! A demand for tokens, below the label of a node, is followed back to a start. Before a transition, the demand is what the transition
//! takes and what it does not give. A repetition is undone as often as the places that it raised ask for more than was there before it;
//! the demand may thereby grow on places that had ω already, which earlier repetitions then satisfy. For plain nets each repetition
//! lowers the demand on each place that it raised, unless it is below what was there before; so this ends.
//!
//! With transfers, tokens of one place may come from several. The demand is then put where the label has most, which is a guess:
//! so every run is fired before it is given away, and there may be none, nor for nets with limits.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::tree::Tree;
use crate::downward::{OMEGA, OmegaMarking};
use budget::{Budget, Budgeted};
use nets::{Amount, Marking, Net, Place, Run, Start, Transition};

/// The longest run that is written out.
const LONGEST: usize = 1 << 22;

/// A run to a marking with at least these tokens, which must be below the node's label; nothing if none was found.
pub(crate) fn run_to_node(
    net: &Net,
    tree: &Tree,
    node: usize,
    demand: &[(Place, u64)],
    budget: &Budget,
) -> Budgeted<Option<Run>> {
    let mut tokens = vec![0; net.places.len()];
    demand.iter().for_each(|(place, number)| tokens[*place] = *number);
    let mut unfolding = Unfolding { net, tree, demand: tokens, fired: Vec::new(), budget };
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
                return lower_start(net, start, run, demand, budget).map(Some);
            }
        }
    }
    Ok(None)
}

struct Unfolding<'a, 'b> {
    net: &'a Net,
    tree: &'a Tree,
    demand: Marking,
    /// The transitions, last first.
    fired: Vec<usize>,
    budget: &'a Budget<'b>,
}

impl Unfolding<'_, '_> {
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
                if !self.undo_accelerations(node, index)? || !self.undo_origin(node)? {
                    return Ok(false);
                }
                let Some((parent, _)) = tree.nodes[node].origin else { return Ok(false) };
                for between in tree.ancestors(parent).take_while(|between| *between != acceleration.ancestor)
                {
                    if !self.undo_node(between)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Undoes the transition that leads to a node.
    fn undo_origin(&mut self, node: usize) -> Budgeted<bool> {
        let Some((parent, number)) = self.tree.nodes[node].origin else { return Ok(true) };
        let transition = &self.net.transitions[number];
        self.budget.spend(transition.takes.len().saturating_add(1))?;
        if self.fired.len() >= LONGEST {
            return Ok(false);
        }
        self.fired.push(number);
        for (place, tokens) in &transition.gives {
            self.demand[*place] = self.demand[*place].saturating_sub(*tokens);
        }
        if !transition.transfers.is_empty() {
            self.undo_transfers(transition, &self.tree.nodes[parent].label);
        }
        for (place, tokens) in &transition.takes {
            let Some(sum) = self.demand[*place].checked_add(*tokens).filter(|sum| *sum < OMEGA) else {
                return Ok(false);
            };
            self.demand[*place] = sum;
        }
        Ok(true)
    }

    /// Distributes the demand on places that tokens come to.
    fn undo_transfers(&mut self, transition: &Transition, label: &OmegaMarking) {
        let is_left =
            |place: Place| transition.transfers.binary_search_by_key(&place, |(place, _)| *place).is_ok();
        let mut needed: Vec<(Place, u64)> = Vec::new();
        for (place, target) in &transition.transfers {
            // What is on the place itself came from others.
            needed.push((*place, self.demand[*place]));
            if let Some(target) = target.filter(|target| !is_left(*target)) {
                needed.push((target, self.demand[target]));
            }
        }
        needed.sort_unstable();
        needed.dedup();
        needed.iter().for_each(|(place, _)| self.demand[*place] = 0);
        for (place, mut tokens) in needed {
            let own = (!is_left(place)).then_some(place);
            let from = transition.transfers.iter().filter(|(_, target)| *target == Some(place));
            let mut sources: Vec<Place> = from.map(|(source, _)| *source).chain(own).collect();
            sources.sort_by_key(|source| std::cmp::Reverse(left_after(transition, label, *source)));
            for source in &sources {
                let share = tokens.min(left_after(transition, label, *source));
                self.demand[*source] = self.demand[*source].saturating_add(share);
                tokens = tokens.saturating_sub(share);
            }
            // More than the label has: an earlier repetition of an outer sequence has to bring it.
            if let Some(first) = sources.first() {
                self.demand[*first] = self.demand[*first].saturating_add(tokens);
            }
        }
    }
}

/// The tokens that the transition leaves on the place before it moves and adds any.
fn left_after(transition: &Transition, label: &OmegaMarking, place: Place) -> u64 {
    let tokens = label.tokens(place);
    match transition.takes.binary_search_by_key(&place, |(place, _)| *place) {
        Ok(index) if tokens < OMEGA => tokens.saturating_sub(transition.takes[index].1),
        _ => tokens,
    }
}

/// The least marking of the start with at least these tokens.
fn start_above(start: &Start, needed: &[u64]) -> Option<Marking> {
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

/// The run from a start with fewer tokens, where fewer suffice.
fn lower_start(
    net: &Net,
    start: &Start,
    mut run: Run,
    demand: &[(Place, u64)],
    budget: &Budget,
) -> Budgeted<Run> {
    // For plain nets, the demand was the least one.
    if net.is_plain() || run.fired.len() > 10_000 {
        return Ok(run);
    }
    for (place, amount) in start.0.iter().enumerate() {
        let Amount::AtLeast(least) = amount else { continue };
        let (mut low, mut high) = (*least, run.start[place]);
        while low < high {
            let middle = low.midpoint(high);
            run.start[place] = middle;
            if covers(net, &run, demand, budget)? { high = middle } else { low = middle.saturating_add(1) }
        }
        run.start[place] = high;
    }
    Ok(run)
}
