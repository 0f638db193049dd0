//! The nodes of sharing trees, each once, and the operations on them.

use super::demand::Demand;
use crate::interrupted::Interrupted;
use budget::{Budget, Budgeted};
use nets::{Overflow, Place};
use std::collections::HashMap;

/// The number of a node in its table.
pub type NodeNumber = u32;

/// The outgoing edges of a node, by amount.
type Edges = Box<[(u64, NodeNumber)]>;

/// All nodes that were ever made, over a number of places. Zero is the end of all paths; the others have edges.
#[derive(Debug)]
pub struct TreeTable {
    places: usize,
    nodes: Vec<Edges>,
    numbers: HashMap<Edges, NodeNumber>,
    unions: HashMap<(NodeNumber, NodeNumber), NodeNumber>,
    simulations: HashMap<(NodeNumber, NodeNumber), bool>,
}

/// The end of all paths.
const END: NodeNumber = 0;

impl TreeTable {
    /// A table for trees over that many places.
    pub fn new(places: usize) -> TreeTable {
        TreeTable {
            places,
            nodes: vec![Box::default()],
            numbers: HashMap::new(),
            unions: HashMap::new(),
            simulations: HashMap::new(),
        }
    }

    /// The number of places.
    pub fn places(&self) -> usize {
        self.places
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> u64 {
        let edges = (self.nodes.len() as u64).saturating_mul(120);
        edges.saturating_add((self.unions.len() as u64 + self.simulations.len() as u64).saturating_mul(32))
    }

    /// The edges of a node.
    pub fn edges(&self, node: NodeNumber) -> &[(u64, NodeNumber)] {
        &self.nodes[node as usize]
    }

    /// The nodes of each layer below a root, the layer of the end included.
    pub fn layers(&self, root: NodeNumber) -> Vec<Vec<NodeNumber>> {
        let mut layers = vec![vec![root]];
        for place in 0..self.places {
            let next = layers[place].iter().flat_map(|node| self.edges(*node)).map(|(_, child)| *child);
            let mut next: Vec<NodeNumber> = next.collect();
            next.sort_unstable();
            next.dedup();
            layers.push(next);
        }
        layers
    }

    /// The node with these edges; nothing if there are none.
    fn node(&mut self, edges: Vec<(u64, NodeNumber)>) -> Option<NodeNumber> {
        if edges.is_empty() {
            return None;
        }
        let edges = edges.into_boxed_slice();
        if let Some(number) = self.numbers.get(&edges) {
            return Some(*number);
        }
        let number = self.nodes.len() as NodeNumber;
        self.nodes.push(edges.clone());
        self.numbers.insert(edges, number);
        Some(number)
    }

    /// The tree with one path.
    pub fn path(&mut self, demand: &Demand) -> NodeNumber {
        let mut node = END;
        for place in (0..self.places).rev() {
            node = self.node(vec![(demand.amount(place), node)]).unwrap_or(END);
        }
        node
    }

    /// All paths of two trees.
    pub fn union(
        &mut self,
        left: Option<NodeNumber>,
        right: Option<NodeNumber>,
        budget: &Budget<'_>,
    ) -> Budgeted<Option<NodeNumber>> {
        match (left, right) {
            (Some(left), Some(right)) => self.union_of_nodes(left, right, budget).map(Some),
            (one, None) | (None, one) => Ok(one),
        }
    }

    fn union_of_nodes(
        &mut self,
        left: NodeNumber,
        right: NodeNumber,
        budget: &Budget<'_>,
    ) -> Budgeted<NodeNumber> {
        if left == right {
            return Ok(left);
        }
        let key = (left.min(right), left.max(right));
        if let Some(known) = self.unions.get(&key) {
            return Ok(*known);
        }
        let mut edges = self.edges(left).to_vec();
        for (amount, child) in self.edges(right).to_vec() {
            self.add_edge(&mut edges, amount, child, budget)?;
        }
        budget.spend(edges.len())?;
        let union = self.node(edges).unwrap_or(END);
        self.unions.insert(key, union);
        Ok(union)
    }

    /// Adds an edge, joined with one of the same amount.
    fn add_edge(
        &mut self,
        edges: &mut Vec<(u64, NodeNumber)>,
        amount: u64,
        child: NodeNumber,
        budget: &Budget<'_>,
    ) -> Budgeted<()> {
        match edges.binary_search_by_key(&amount, |(own, _)| *own) {
            Ok(at) => edges[at].1 = self.union_of_nodes(edges[at].1, child, budget)?,
            Err(at) => edges.insert(at, (amount, child)),
        }
        Ok(())
    }

    /// The tree in which every amount became what is needed before that many tokens are taken and given.
    pub fn before(
        &mut self,
        root: Option<NodeNumber>,
        takes: &[(Place, u64)],
        gives: &[(Place, u64)],
        budget: &Budget<'_>,
    ) -> Result<Option<NodeNumber>, Interrupted> {
        let Some(root) = root else { return Ok(None) };
        let amount_of = |list: &[(Place, u64)], place: Place| {
            list.iter().find(|(own, _)| *own == place).map_or(0, |(_, amount)| *amount)
        };
        let layers = self.layers(root);
        let mut images: HashMap<NodeNumber, NodeNumber> = HashMap::from([(END, END)]);
        for place in (0..self.places).rev() {
            let (taken, given) = (amount_of(takes, place), amount_of(gives, place));
            let mut next = HashMap::new();
            for node in &layers[place] {
                let mut edges = Vec::new();
                for (amount, child) in self.edges(*node).to_vec() {
                    let before = amount.saturating_sub(given).checked_add(taken).ok_or(Overflow)?;
                    self.add_edge(&mut edges, before, images[&child], budget)?;
                }
                budget.spend(1 + edges.len())?;
                next.insert(*node, self.node(edges).unwrap_or(END));
            }
            images = next;
        }
        Ok(images.get(&root).copied())
    }

    /// Whether all paths of the second node are above paths of the first, found edge by edge; `false` may mean that it was not
    /// found.
    fn simulates(&mut self, lower: NodeNumber, upper: NodeNumber, budget: &Budget<'_>) -> Budgeted<bool> {
        if lower == upper {
            return Ok(true);
        }
        if let Some(known) = self.simulations.get(&(lower, upper)) {
            return Ok(*known);
        }
        budget.spend(1)?;
        let mut all = true;
        for (amount, child) in self.edges(upper).to_vec() {
            let mut one = false;
            for (least, other) in self.edges(lower).to_vec() {
                if least > amount || one {
                    break;
                }
                one = self.simulates(other, child, budget)?;
            }
            if !one {
                all = false;
                break;
            }
        }
        self.simulations.insert((lower, upper), all);
        Ok(all)
    }

    /// The tree without edges that other edges of the same node cover.
    pub fn simplify(
        &mut self,
        root: Option<NodeNumber>,
        budget: &Budget<'_>,
    ) -> Budgeted<Option<NodeNumber>> {
        let Some(root) = root else { return Ok(None) };
        let layers = self.layers(root);
        let mut images: HashMap<NodeNumber, NodeNumber> = HashMap::from([(END, END)]);
        for place in (0..self.places).rev() {
            let mut next = HashMap::new();
            for node in &layers[place] {
                let mut edges: Vec<(u64, NodeNumber)> = Vec::new();
                for (amount, child) in self.edges(*node).to_vec() {
                    let image = images[&child];
                    let mut covered = false;
                    for (_, other) in edges.clone() {
                        covered = covered || self.simulates(other, image, budget)?;
                    }
                    if !covered {
                        edges.push((amount, image));
                    }
                }
                budget.spend(1 + edges.len())?;
                next.insert(*node, self.node(edges).unwrap_or(END));
            }
            images = next;
        }
        Ok(images.get(&root).copied())
    }

    /// The paths of the first tree that are above no path of the second.
    pub fn difference(
        &mut self,
        root: Option<NodeNumber>,
        from: Option<NodeNumber>,
        budget: &Budget<'_>,
    ) -> Budgeted<Option<NodeNumber>> {
        let Some(root) = root else { return Ok(None) };
        let mut known = HashMap::new();
        self.difference_of_nodes(root, from.into_iter().collect(), 0, &mut known, budget)
    }

    fn difference_of_nodes(
        &mut self,
        node: NodeNumber,
        below: Vec<NodeNumber>,
        place: Place,
        known: &mut HashMap<(NodeNumber, Vec<NodeNumber>), Option<NodeNumber>>,
        budget: &Budget<'_>,
    ) -> Budgeted<Option<NodeNumber>> {
        if below.is_empty() {
            return Ok(Some(node));
        }
        if place == self.places || below.contains(&node) {
            return Ok(None);
        }
        let key = (node, below);
        if let Some(difference) = known.get(&key) {
            return Ok(*difference);
        }
        budget.spend(1 + key.1.len())?;
        let mut edges = Vec::new();
        for (amount, child) in self.edges(node).to_vec() {
            let next = self.still_below(&key.1, amount, budget)?;
            if let Some(rest) = self.difference_of_nodes(child, next, place + 1, known, budget)? {
                edges.push((amount, rest));
            }
        }
        let difference = self.node(edges);
        known.insert(key, difference);
        Ok(difference)
    }

    /// The nodes that follow some nodes by at most an amount, less those that others of them simulate.
    fn still_below(
        &mut self,
        nodes: &[NodeNumber],
        amount: u64,
        budget: &Budget<'_>,
    ) -> Budgeted<Vec<NodeNumber>> {
        let edges = nodes.iter().flat_map(|node| self.edges(*node));
        let mut next: Vec<NodeNumber> =
            edges.filter(|(own, _)| *own <= amount).map(|(_, child)| *child).collect();
        next.sort_unstable();
        next.dedup();
        let mut kept: Vec<NodeNumber> = Vec::new();
        for node in next {
            let mut covered = false;
            for other in &kept {
                covered = covered || self.simulates(*other, node, budget)?;
            }
            if !covered {
                let mut rest = Vec::new();
                for other in kept {
                    if !self.simulates(node, other, budget)? {
                        rest.push(other);
                    }
                }
                rest.push(node);
                kept = rest;
            }
        }
        kept.sort_unstable();
        Ok(kept)
    }
}
