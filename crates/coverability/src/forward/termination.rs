//! Whether every run of a net ends.
//!
//! In an endless run of a net without limits, some marking is followed by one that is not smaller; and from there the same transitions can
//! be fired again, and again. So a tree of reachable markings is grown, each marking once, until one is not smaller than an
//! ancestor: that is an endless run. If there is none, the tree is finite, since an endless branch has such a pair. Then the
//! markings are finitely many, and all runs end unless some of them go in a circle.
//!
//! With limits only circles are endless for certain, and the search may not end.
//!
//! Where the number of tokens at the start is open, a sequence must not lose tokens of those places; if it does, the answer is
//! left open.
//!
//! # Reference
//!
//! Finkel, Schnoebelen: *Well-structured transition systems everywhere!*, Theoretical Computer Science 256, 2001,
//! doi:10.1016/S0304-3975(00)00102-X.

use super::bound::Growth;
use super::concretise::run_by_doubling;
use super::image::{Entries, Images};
use super::tree::{Tree, TreeNode};
use super::unfold::{last_marking, run_to_node};
use crate::downward::{OmegaMarking, Signature};
use budget::{Budget, Budgeted};
use nets::{Net, Run};
use std::collections::HashMap;

/// Whether all runs end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Termination {
    /// There is no endless run.
    Ends,
    /// The loop can be fired for ever after the run.
    Endless(Growth),
    /// Neither was shown.
    Unknown(String),
}

/// Whether all runs of the net end.
pub fn termination(net: &Net, budget: &Budget) -> Budgeted<Termination> {
    let mut search = TerminationSearch {
        net,
        images: Images::new(net),
        tree: Tree::default(),
        numbers: HashMap::new(),
        edges: Vec::new(),
    };
    for start in &net.starts {
        search.add(OmegaMarking::up_to_start(start), None);
    }
    let mut next = 0;
    while next < search.tree.nodes.len() {
        if let Some(answer) = search.expand(next, budget)? {
            return Ok(answer);
        }
        next += 1;
    }
    search.find_circle(budget)
}

struct TerminationSearch<'n> {
    net: &'n Net,
    images: Images<'n>,
    tree: Tree,
    numbers: HashMap<OmegaMarking, usize>,
    /// For each node, the transitions that can fire and where they lead.
    edges: Vec<Vec<(usize, usize)>>,
}

impl TerminationSearch<'_> {
    fn add(&mut self, label: OmegaMarking, origin: Option<(usize, usize)>) -> usize {
        let (tree, edges) = (&mut self.tree, &mut self.edges);
        *self.numbers.entry(label.clone()).or_insert_with(|| {
            edges.push(Vec::new());
            tree.push(TreeNode { label, origin, accelerations: Vec::new(), dominator: None })
        })
    }

    fn expand(&mut self, node: usize, budget: &Budget) -> Budgeted<Option<Termination>> {
        let label = self.tree.nodes[node].label.clone();
        let (mut enabled, mut image) = (Vec::new(), Entries::new());
        budget.spend(self.images.enabled(label.entries(), &mut enabled))?;
        for transition in enabled {
            let fidelity = self.images.after(label.entries(), transition, &mut image);
            if fidelity.capped {
                // The limit forbids it, or forbids some of the markings that the label stands for.
                if label.is_finite() {
                    continue;
                }
                return Ok(Some(Termination::Unknown(
                    "a limit is on a place whose number of tokens is open".into(),
                )));
            }
            if fidelity.overflowed {
                return Ok(Some(Termination::Unknown("numbers of tokens are too large".into())));
            }
            let after = OmegaMarking::sparse(&image);
            if let Some(ancestor) = self.smaller_ancestor(&after, node, budget)? {
                return self.repeat(ancestor, node, transition, budget).map(Some);
            }
            let target = self.add(after, Some((node, transition)));
            self.edges[node].push((transition, target));
        }
        budget.hold(self.tree.bytes() as u64 * 2);
        Ok(None)
    }

    /// The closest ancestor whose label allows all that the new one allows, and again.
    fn smaller_ancestor(
        &self,
        after: &OmegaMarking,
        node: usize,
        budget: &Budget,
    ) -> Budgeted<Option<usize>> {
        let (signature, monotone) = (Signature::of(after.entries()), self.net.is_monotone());
        for ancestor in self.tree.ancestors(node) {
            budget.spend(1)?;
            let label = &self.tree.nodes[ancestor].label;
            if self.tree.signatures[ancestor].may_be_at_most(&signature)
                && if monotone { label.is_at_most(after) } else { label == after }
            {
                return Ok(Some(ancestor));
            }
        }
        Ok(None)
    }

    /// The transitions from the ancestor to the node, then the last one, for ever.
    fn repeat(
        &self,
        ancestor: usize,
        node: usize,
        transition: usize,
        budget: &Budget,
    ) -> Budgeted<Termination> {
        let path = self.tree.ancestors(node).take_while(|node| *node != ancestor);
        let mut again = vec![transition];
        again.extend(path.filter_map(|node| self.tree.nodes[node].origin.map(|(_, transition)| transition)));
        again.reverse();
        self.endless(ancestor, again, budget)
    }

    /// The answer that the loop at a node is endless, if it is.
    fn endless(&self, node: usize, again: Vec<usize>, budget: &Budget) -> Budgeted<Termination> {
        let run = self.run_with_loop(node, &again, budget)?;
        Ok(match run {
            Some(run) => Termination::Endless(Growth { run, again }),
            None => Termination::Unknown("a loop may use up tokens whose number at the start is open".into()),
        })
    }

    /// A run to the node after which the loop can be fired without loss of tokens.
    fn run_with_loop(&self, node: usize, again: &[usize], budget: &Budget) -> Budgeted<Option<Run>> {
        let label = &self.tree.nodes[node].label;
        // What the loop takes from places with an open number is at most this.
        let taken: u64 = again
            .iter()
            .flat_map(|transition| &self.net.transitions[*transition].takes)
            .fold(0, |sum: u64, (_, tokens)| sum.saturating_add(*tokens));
        let demand: Entries = label
            .entries()
            .iter()
            .map(|(place, tokens)| {
                (*place, if label.is_finite() { *tokens } else { taken.max(1).min(*tokens) })
            })
            .collect();
        let find = if self.net.is_plain() { run_to_node } else { run_by_doubling };
        let Some(run) = find(self.net, &self.tree, node, &demand, budget)? else { return Ok(None) };
        let Some(before) = last_marking(self.net, &run, budget)? else { return Ok(None) };
        let mut longer = run.clone();
        longer.fired.extend_from_slice(again);
        let after = last_marking(self.net, &longer, budget)?;
        let monotone = self.net.is_monotone();
        let kept = |(before, after): (&u64, &u64)| if monotone { before <= after } else { before == after };
        Ok(after.is_some_and(|after| before.iter().zip(&after).all(kept)).then_some(run))
    }

    /// The answer when all markings are known: endless if some go in a circle.
    fn find_circle(&self, budget: &Budget) -> Budgeted<Termination> {
        let mut incoming = vec![0_usize; self.edges.len()];
        self.edges.iter().flatten().for_each(|(_, target)| incoming[*target] += 1);
        let mut free: Vec<usize> = (0..incoming.len()).filter(|node| incoming[*node] == 0).collect();
        let mut removed = 0;
        while let Some(node) = free.pop() {
            budget.spend(self.edges[node].len() + 1)?;
            removed += 1;
            for (_, target) in &self.edges[node] {
                incoming[*target] -= 1;
                if incoming[*target] == 0 {
                    free.push(*target);
                }
            }
        }
        if removed == self.edges.len() {
            return Ok(Termination::Ends);
        }
        let (node, again) = self.circle(&incoming);
        self.endless(node, again, budget)
    }

    /// A circle through nodes that others of them lead to.
    fn circle(&self, incoming: &[usize]) -> (usize, Vec<usize>) {
        // Each node that is left is led to by another one that is left: walk backward until one comes again.
        let mut before = vec![None; self.edges.len()];
        for (node, edges) in self.edges.iter().enumerate().filter(|(node, _)| incoming[*node] > 0) {
            for (transition, target) in edges {
                before[*target] = Some((node, *transition));
            }
        }
        let mut current = incoming.iter().position(|count| *count > 0).unwrap_or(0);
        let mut seen = vec![false; self.edges.len()];
        while !seen[current] {
            seen[current] = true;
            current = before[current].map_or(current, |(node, _)| node);
        }
        let (first, mut again) = (current, Vec::new());
        while let Some((node, transition)) = before[current] {
            again.push(transition);
            current = node;
            if current == first {
                break;
            }
        }
        again.reverse();
        (first, again)
    }
}
