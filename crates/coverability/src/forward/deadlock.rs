//! Whether a net can come to a marking in which no transition can fire.
//!
//! Covers say nothing about that, since they forget which smaller markings are reached. So Karp and Miller's graph is built in full: its
//! nodes are joined only if their labels are equal. Each reachable marking then agrees with some label on all places where that has
//! no ω. So the net has no deadlock if each label allows a transition that takes from places without ω only. A label without
//! any ω is a reachable marking: if nothing can fire there, it is a deadlock, and a bounded net is decided. What is left open
//! are labels that rely on places with ω; then small markings are tried, one by one.
//!
//! Acceleration is for plain nets. Others are explored as they are, as long as the budget allows, and only from starts with
//! definite numbers.
//!
//! # Reference
//!
//! Karp, Miller: *Parallel program schemata*, Journal of Computer and System Sciences 3(2), 1969, doi:10.1016/S0022-0000(69)80011-5.

use super::expand_enlarge::explore;
use super::tree::{Tree, TreeNode};
use crate::downward::{OMEGA, OmegaMarking, Signature};
use budget::{Budget, Budgeted};
use nets::{Marking, Net, Place, Run};
use std::collections::HashSet;

/// Whether there are deadlocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deadlocks {
    /// In every reachable marking some transition can fire.
    Free,
    /// The run ends where no transition can fire.
    Reached(Run),
    /// Neither was shown.
    Unknown(String),
}

/// The numbers of tokens up to which markings are tried where the graph leaves the answer open.
const TRIED: u64 = 6;

/// The operations for trying.
const TRIES: u64 = 5_000_000;

/// Whether the net can come to a deadlock.
pub fn deadlock_free(net: &Net, budget: &Budget) -> Budgeted<Deadlocks> {
    let definite = net.starts.iter().all(|start| OmegaMarking::up_to_start(start).is_finite());
    let mut open = !net.is_plain() && !definite;
    if !open {
        let mut graph = Graph { net, tree: Tree::default(), labels: HashSet::new() };
        for start in &net.starts {
            graph.add(OmegaMarking::up_to_start(start), None);
        }
        let mut next = 0;
        while next < graph.tree.nodes.len() && !open {
            match graph.expand(next, budget)? {
                Expansion::Dead => return Ok(Deadlocks::Reached(graph.run_to(next))),
                Expansion::Vague => open = true,
                Expansion::Safe => {}
            }
            next += 1;
        }
    }
    if !open {
        return Ok(Deadlocks::Free);
    }
    let is_dead = |marking: &[u64]| !(0..net.transitions.len()).any(|number| net.is_enabled(marking, number));
    for most in 0..=TRIED {
        match budget.attempt(TRIES, |share| explore(net, is_dead, most, share))? {
            Some(Some(run)) => return Ok(Deadlocks::Reached(run)),
            Some(None) => {}
            None => break,
        }
    }
    Ok(Deadlocks::Unknown("some markings can go on only if places without a bound have tokens".into()))
}

/// Karp and Miller's graph while it grows: a tree that spans it.
struct Graph<'n> {
    net: &'n Net,
    tree: Tree,
    labels: HashSet<OmegaMarking>,
}

/// What a label says about the markings that it stands for.
enum Expansion {
    /// All of them can go on.
    Safe,
    /// It is one marking, and cannot.
    Dead,
    /// Some may not.
    Vague,
}

impl Graph<'_> {
    fn add(&mut self, label: OmegaMarking, origin: Option<(usize, usize)>) {
        if self.labels.insert(label.clone()) {
            self.tree.push(TreeNode { label, origin, accelerations: Vec::new(), dominator: None });
        }
    }

    fn expand(&mut self, node: usize, budget: &Budget) -> Budgeted<Expansion> {
        let label = self.tree.nodes[node].label.clone();
        let dense = label.to_dense(self.net.places.len());
        let (mut safe, mut fires) = (false, false);
        for number in 0..self.net.transitions.len() {
            let transition = &self.net.transitions[number];
            budget.spend(transition.takes.len() + 1)?;
            if !self.net.is_enabled(&dense, number) {
                continue;
            }
            fires = true;
            safe |= transition.takes.iter().all(|(place, _)| dense[*place] != OMEGA);
            let image = image(self.net, &dense, number);
            let raised = if self.net.is_plain() { self.accelerate(image, node, budget)? } else { image };
            self.add(OmegaMarking::dense(&raised), Some((node, number)));
        }
        budget.hold(self.tree.bytes() as u64 * 2);
        // Other than plain nets have ω only where numbers are too large.
        let definite = self.net.is_plain() || label.is_finite();
        Ok(match (safe && definite, fires) {
            (true, _) => Expansion::Safe,
            (false, false) if label.is_finite() => Expansion::Dead,
            _ => Expansion::Vague,
        })
    }

    /// The marking with ω where repetitions of a sequence from an ancestor lead to more and more tokens.
    fn accelerate(&self, mut marking: Marking, parent: usize, budget: &Budget) -> Budgeted<Marking> {
        let entries = |marking: &Marking| OmegaMarking::dense(marking);
        let mut current = entries(&marking);
        let mut signature = Signature::of(current.entries());
        for ancestor in self.tree.ancestors(parent) {
            budget.spend(1)?;
            let label = &self.tree.nodes[ancestor].label;
            if self.tree.signatures[ancestor].may_be_at_most(&signature) && label.is_at_most(&current) {
                let grown: Vec<Place> =
                    (0..marking.len()).filter(|place| label.tokens(*place) < marking[*place]).collect();
                grown.iter().for_each(|place| marking[*place] = OMEGA);
                current = entries(&marking);
                signature = Signature::of(current.entries());
            }
        }
        Ok(marking)
    }

    /// The run to a label without ω: neither did those on the way have any.
    fn run_to(&self, node: usize) -> Run {
        let mut fired = Vec::new();
        let mut root = node;
        for ancestor in self.tree.ancestors(node) {
            root = ancestor;
            fired.extend(self.tree.nodes[ancestor].origin.map(|(_, transition)| transition));
        }
        fired.reverse();
        Run { start: self.tree.nodes[root].label.to_dense(self.net.places.len()), fired }
    }
}

/// The marking after the transition, where ω stays; it must be able to fire. Numbers that are too large become ω.
fn image(net: &Net, marking: &[u64], transition: usize) -> Marking {
    let transition = &net.transitions[transition];
    let mut left = marking.to_vec();
    for (place, tokens) in &transition.takes {
        if left[*place] != OMEGA {
            left[*place] = left[*place].saturating_sub(*tokens);
        }
    }
    let mut after = left.clone();
    transition.transfers.iter().for_each(|(place, _)| after[*place] = 0);
    for (place, target) in &transition.transfers {
        if let Some(target) = target {
            after[*target] = after[*target].saturating_add(left[*place]);
        }
    }
    transition.gives.iter().for_each(|(place, tokens)| after[*place] = after[*place].saturating_add(*tokens));
    after
}
