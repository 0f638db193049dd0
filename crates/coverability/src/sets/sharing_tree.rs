//! Upward-closed sets as covering sharing trees.
//!
//! # The representation
//!
//! A sharing tree is an acyclic graph with a layer for each place. A path from the root to the end spells a demand, one amount
//! for each place; the set is the union of all of them. A node has at most one edge for each amount, and equal nodes are one: so
//! prefixes and suffixes are shared, and a graph may have far fewer nodes than paths. Here amounts are on edges, and a tree is
//! the number of a node in a table that all trees of a search share.
//!
//! # Operations
//!
//! * The union goes through two nodes at a time and remembers pairs.
//! * The predecessors by a transition without transfers and limits change each amount in the same way wherever it occurs in a
//!   layer, so the graph is relabelled, and edges that become equal are joined. Transfers distribute a demand over several
//!   layers; there the paths are taken one by one.
//! * *Subsumption.* One node **simulates** another if for each edge of the other it has one with an amount at most as large, whose
//!   node simulates the other's; then all paths of the other are above paths of the first. Simulation is a sufficient condition
//!   and cheap. It removes edges of a node that another edge of it covers. Which paths of a tree are above none of another tree
//!   is decided exactly, by going through the one with a *set* of nodes of the other, those that are still below; nodes that
//!   others in the set simulate are left out.
//!
//! Nodes that are not used any more stay in the table as long as one tree of the search is there.
//!
//! # Reference
//!
//! Delzanno, Raskin: *Symbolic representation of upward-closed sets*, TACAS 2000, doi:10.1007/3-540-46419-0_29. Delzanno, Raskin,
//! Van Begin: *Covering sharing trees: a compact data structure for parameterized verification*, Software Tools for Technology
//! Transfer 5, 2004, doi:10.1007/s10009-003-0110-0. Departures: amounts on edges; the exact difference, where the authors settle
//! for simulations.

use super::demand::Demand;
use super::predecessor::Predecessors;
use super::tree_table::{NodeNumber, TreeTable};
use super::upward_closed::UpwardClosed;
use crate::interrupted::Interrupted;
use budget::Budget;
use nets::{Amount, Marking, Place, Start};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A covering sharing tree; copies share their nodes.
#[derive(Debug, Clone)]
pub struct SharingTree {
    table: Rc<RefCell<TreeTable>>,
    /// Nothing for the empty set.
    root: Option<NodeNumber>,
}

impl SharingTree {
    fn with_root(&self, root: Option<NodeNumber>) -> SharingTree {
        SharingTree { table: self.table.clone(), root }
    }

    /// All paths, in order.
    fn paths(&self, budget: &Budget<'_>) -> Result<Vec<Demand>, Interrupted> {
        let table = self.table.borrow();
        let mut paths = Vec::new();
        let Some(root) = self.root else { return Ok(paths) };
        let mut open = vec![(0, root, Vec::new())];
        while let Some((place, node, amounts)) = open.pop() {
            budget.spend(1 + amounts.len())?;
            if place == table.places() {
                paths.push(Demand::new(amounts));
                continue;
            }
            for (amount, child) in table.edges(node) {
                let mut more = amounts.clone();
                if *amount > 0 {
                    more.push((place, *amount));
                }
                open.push((place + 1, *child, more));
            }
        }
        paths.sort_unstable();
        Ok(paths)
    }

    /// The set of all of these demands, as a tree that shares nodes with this one.
    fn sibling(&self, demands: &[Demand], budget: &Budget<'_>) -> Result<SharingTree, Interrupted> {
        let mut table = self.table.borrow_mut();
        let mut root = None;
        for demand in demands {
            let path = table.path(demand);
            root = table.union(root, Some(path), budget)?;
        }
        let root = table.simplify(root, budget)?;
        Ok(self.with_root(root))
    }
}

impl UpwardClosed for SharingTree {
    fn of_demands(
        places: usize,
        demands: &[Demand],
        budget: &Budget<'_>,
    ) -> Result<SharingTree, Interrupted> {
        let table = Rc::new(RefCell::new(TreeTable::new(places)));
        SharingTree { table, root: None }.sibling(demands, budget)
    }

    fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    fn size(&self) -> usize {
        let table = self.table.borrow();
        self.root.map_or(0, |root| table.layers(root).iter().map(Vec::len).sum())
    }

    fn bytes(&self) -> u64 {
        self.table.borrow().bytes()
    }

    fn contains(&self, marking: &[u64]) -> bool {
        let table = self.table.borrow();
        let mut level: Vec<NodeNumber> = self.root.into_iter().collect();
        for tokens in marking {
            let below =
                level.iter().flat_map(|node| table.edges(*node)).filter(|(amount, _)| amount <= tokens);
            let mut next: Vec<NodeNumber> = below.map(|(_, child)| *child).collect();
            next.sort_unstable();
            next.dedup();
            level = next;
        }
        !level.is_empty()
    }

    fn start_in(&self, start: &Start) -> Option<Marking> {
        let table = self.table.borrow();
        // From the end: the least edge by which each node leads to the end with a start's tokens.
        let mut choice: HashMap<NodeNumber, (u64, NodeNumber)> = HashMap::new();
        let layers = table.layers(self.root?);
        for (place, layer) in layers.iter().enumerate().take(table.places()).rev() {
            for node in layer {
                let fits = |amount: u64| match start.0[place] {
                    Amount::Exactly(own) => amount <= own,
                    Amount::AtLeast(_) => true,
                };
                let leads = |child: &NodeNumber| place + 1 == table.places() || choice.contains_key(child);
                let edge = table.edges(*node).iter().find(|(amount, child)| fits(*amount) && leads(child));
                if let Some((amount, child)) = edge {
                    choice.insert(*node, (*amount, *child));
                }
            }
        }
        let mut marking = start.least();
        let mut node = self.root?;
        for tokens in &mut marking {
            let (amount, child) = choice.get(&node)?;
            *tokens = (*tokens).max(*amount);
            node = *child;
        }
        Some(marking)
    }

    fn predecessors(
        &self,
        predecessors: &Predecessors<'_>,
        transition: usize,
        budget: &Budget<'_>,
    ) -> Result<SharingTree, Interrupted> {
        let data = &predecessors.net().transitions[transition];
        if data.transfers.is_empty() && data.limits.is_empty() {
            let mut table = self.table.borrow_mut();
            let root = table.before(self.root, &data.takes, &data.gives, budget)?;
            let root = table.simplify(root, budget)?;
            return Ok(self.with_root(root));
        }
        let mut found = Vec::new();
        for demand in self.paths(budget)? {
            found.extend(predecessors.of(&demand, transition, budget)?);
        }
        self.sibling(&found, budget)
    }

    fn useful(&self, predecessors: &Predecessors<'_>) -> Vec<usize> {
        let table = self.table.borrow();
        let Some(root) = self.root else { return Vec::new() };
        let layers = table.layers(root);
        let demanded = |place: &Place| {
            layers[*place].iter().any(|node| table.edges(*node).iter().any(|(amount, _)| *amount > 0))
        };
        predecessors.useful((0..table.places()).filter(demanded))
    }

    fn new_of(&self, other: SharingTree, budget: &Budget<'_>) -> Result<SharingTree, Interrupted> {
        let new = self.table.borrow_mut().difference(other.root, self.root, budget)?;
        Ok(self.with_root(new))
    }

    fn add(&mut self, other: SharingTree, budget: &Budget<'_>) -> Result<(), Interrupted> {
        let mut table = self.table.borrow_mut();
        let old = table.difference(self.root, other.root, budget)?;
        self.root = table.union(old, other.root, budget)?;
        Ok(())
    }

    fn retain(
        self,
        keeps: &mut dyn FnMut(&Demand) -> Result<bool, Interrupted>,
        budget: &Budget<'_>,
    ) -> Result<SharingTree, Interrupted> {
        let mut kept = Vec::new();
        let paths = self.paths(budget)?;
        let before = paths.len();
        for demand in paths {
            if keeps(&demand)? {
                kept.push(demand);
            }
        }
        if kept.len() == before { Ok(self) } else { self.sibling(&kept, budget) }
    }

    fn basis(&self, budget: &Budget<'_>) -> Result<Vec<Demand>, Interrupted> {
        let mut least = super::antichain::Antichain::default();
        for demand in self.paths(budget)? {
            least.insert(demand, budget)?;
        }
        least.basis(budget)
    }
}
