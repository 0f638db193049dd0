//! The tree of a forward search, with the repetitions that its labels stand for.

use super::movement::Movement;
use crate::downward::{OmegaMarking, Signature};
use nets::{Net, Place};
use std::sync::Arc;

/// Nodes, each after the one that it comes from.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tree {
    pub nodes: Vec<TreeNode>,
    /// The signatures of the labels, apart from the nodes since all ancestors are compared.
    pub signatures: Vec<Signature>,
}

/// A node: its label is the image of the one that it comes from, raised by repetitions.
#[derive(Debug, Clone)]
pub(crate) struct TreeNode {
    pub label: OmegaMarking,
    /// The node that it comes from, and the transition; a start has none.
    pub origin: Option<(usize, usize)>,
    pub accelerations: Vec<Acceleration>,
    /// The node with a label above this one's that was found later, if there is one.
    pub dominator: Option<usize>,
}

/// The repetition of the sequence from an ancestor to the node.
#[derive(Debug, Clone)]
pub(crate) struct Acceleration {
    pub ancestor: usize,
    /// The label before.
    pub before: OmegaMarking,
    /// The places with more tokens than before.
    pub raised: Vec<Place>,
    /// Where many repetitions move tokens; nothing where they stay.
    pub movement: Option<Arc<Movement>>,
}

impl Tree {
    pub fn push(&mut self, node: TreeNode) -> usize {
        self.signatures.push(Signature::of(node.label.entries()));
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// The node and those that it comes from, up to a start.
    pub fn ancestors(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(node), |node| self.nodes[*node].origin.map(|(parent, _)| parent))
    }

    /// Where the sequence from the ancestor to the node moves tokens.
    pub fn movement(&self, net: &Net, ancestor: usize, node: usize) -> Movement {
        let path: Vec<usize> = self.ancestors(node).take_while(|node| *node != ancestor).collect();
        let mut movement = Movement::identity(net.places.len());
        for node in path.into_iter().rev() {
            let node = &self.nodes[node];
            if let Some((_, transition)) = node.origin {
                movement.then_transition(&net.transitions[transition]);
            }
            let repetitions =
                node.accelerations.iter().filter_map(|acceleration| acceleration.movement.as_ref());
            repetitions.for_each(|repeated| movement.then(repeated));
        }
        movement
    }

    /// About how many bytes it holds.
    pub fn bytes(&self) -> usize {
        let per_node = std::mem::size_of::<TreeNode>() + std::mem::size_of::<Signature>();
        let labels: usize = self.nodes.last().map_or(0, |node| node.label.bytes());
        self.nodes.len().saturating_mul(per_node.saturating_add(labels))
    }
}
