//! Demands in a trie: is one of them below a given one, and which are above it?
//!
//! # The algorithm
//!
//! A path from the root spells a demand, place by place. For demands below a given one, only branches are followed whose place
//! is demanded there with at least that amount; so the cost depends on the given demand more than on how many are stored. For
//! demands above, a branch is followed while its place is not beyond the next that is demanded, and left where the places below
//! it, remembered as bits, cannot contain all that are still to come.
//!
//! # Reference
//!
//! Savnik: *Index data structure for fast subset and superset queries*, CD-ARES 2013, doi:10.1007/978-3-642-40511-2_10; here with
//! amounts beside the places.

use super::demand::{Demand, signature_of};
use nets::Place;

/// Demands with a number each.
#[derive(Debug, Clone)]
pub struct DemandTrie {
    nodes: Vec<TrieNode>,
    unused: Vec<u32>,
    /// How many demands there are.
    count: usize,
}

#[derive(Debug, Clone, Default)]
struct TrieNode {
    /// By place, then amount.
    children: Vec<(Place, u64, u32)>,
    /// The number of the demand that ends here.
    ends: Option<u32>,
    /// The signature of all places below; may have more bits than that.
    below: u64,
}

impl Default for DemandTrie {
    fn default() -> DemandTrie {
        DemandTrie { nodes: vec![TrieNode::default()], unused: Vec::new(), count: 0 }
    }
}

impl DemandTrie {
    /// How many demands there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Some demand that is nowhere above the given one, and how many nodes were visited.
    pub fn find_below(&self, amounts: &[(Place, u64)]) -> (Option<u32>, usize) {
        let mut visited = 0;
        (self.search_below(0, amounts, &mut visited), visited)
    }

    fn search_below(&self, node: u32, mut rest: &[(Place, u64)], visited: &mut usize) -> Option<u32> {
        let TrieNode { children, ends, .. } = &self.nodes[node as usize];
        *visited = visited.saturating_add(1);
        if ends.is_some() {
            return *ends;
        }
        let mut children = &children[..];
        while let (Some((place, _, _)), Some((wanted, amount))) = (children.first(), rest.first()) {
            if place > wanted {
                rest = &rest[1..];
            } else if place < wanted {
                let skipped = 1 + children[1..].partition_point(|(place, _, _)| place < wanted);
                children = &children[skipped..];
            } else {
                for (place, least, child) in children {
                    if place != wanted || least > amount {
                        break;
                    }
                    if let Some(found) = self.search_below(*child, &rest[1..], visited) {
                        return Some(found);
                    }
                }
                rest = &rest[1..];
            }
        }
        None
    }

    /// Adds a demand; one that is there already gets the new number.
    pub fn insert(&mut self, demand: &Demand, number: u32) {
        let mut node = 0;
        let mut bits = demand.signature();
        for (place, amount) in demand.amounts() {
            self.nodes[node as usize].below |= bits;
            bits = 0;
            demand
                .amounts()
                .iter()
                .filter(|(other, _)| other > place)
                .for_each(|(other, _)| bits |= signature_of(*other));
            let at = self.nodes[node as usize]
                .children
                .binary_search_by_key(&(*place, *amount), |(place, amount, _)| (*place, *amount));
            node = match at {
                Ok(at) => self.nodes[node as usize].children[at].2,
                Err(at) => {
                    let child = self.new_node();
                    self.nodes[node as usize].children.insert(at, (*place, *amount, child));
                    child
                }
            };
        }
        self.count += usize::from(self.nodes[node as usize].ends.is_none());
        self.nodes[node as usize].ends = Some(number);
    }

    fn new_node(&mut self) -> u32 {
        if let Some(node) = self.unused.pop() {
            return node;
        }
        self.nodes.push(TrieNode::default());
        (self.nodes.len() - 1) as u32
    }

    /// Removes all demands that are nowhere below the given one, and gives their numbers, and how many nodes were visited.
    pub fn remove_above(&mut self, amounts: &[(Place, u64)]) -> (Vec<u32>, usize) {
        let mut bits = vec![0; amounts.len() + 1];
        for at in (0..amounts.len()).rev() {
            bits[at] = bits[at + 1] | signature_of(amounts[at].0);
        }
        let mut removal = RemovalAbove { amounts, bits, removed: Vec::new(), visited: 0 };
        self.search_above(0, 0, &mut removal);
        self.count -= removal.removed.len();
        (removal.removed, removal.visited)
    }

    /// Whether nothing is left below the node.
    fn search_above(&mut self, node: u32, at: usize, removal: &mut RemovalAbove<'_>) -> bool {
        removal.visited = removal.visited.saturating_add(1);
        let own = &mut self.nodes[node as usize];
        if at == removal.amounts.len() {
            removal.removed.extend(own.ends.take());
        } else if removal.bits[at] & !own.below != 0 {
            return false;
        }
        let mut children = std::mem::take(&mut own.children);
        children.retain(|(place, amount, child)| {
            let next = match removal.amounts.get(at) {
                Some((wanted, _)) if wanted < place => return true,
                Some((wanted, least)) if wanted == place && amount < least => return true,
                Some((wanted, _)) if wanted == place => at + 1,
                _ => at,
            };
            let empty = self.search_above(*child, next, removal);
            if empty {
                self.nodes[*child as usize] = TrieNode::default();
                self.unused.push(*child);
            }
            !empty
        });
        let own = &mut self.nodes[node as usize];
        own.children = children;
        own.children.is_empty() && own.ends.is_none()
    }
}

/// What is looked for, and what was found.
struct RemovalAbove<'a> {
    amounts: &'a [(Place, u64)],
    /// The signature of all amounts from each on.
    bits: Vec<u64>,
    removed: Vec<u32>,
    visited: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use random_numbers::Xorshift;

    #[test]
    fn the_trie_finds_what_a_list_finds() {
        let mut random = Xorshift::scattered(5);
        for _ in 0..60 {
            let (mut trie, mut list): (DemandTrie, Vec<(Demand, u32)>) = (DemandTrie::default(), Vec::new());
            for number in 0..60 {
                let amounts = (0..5).map(|place| (place * 13, random.below(3) * random.below(2))).collect();
                let demand = Demand::new(amounts);
                let below = list.iter().any(|(other, _)| other.is_below(&demand));
                assert_eq!(trie.find_below(demand.amounts()).0.is_some(), below);
                if random.below(3) == 0 {
                    let mut removed = trie.remove_above(demand.amounts()).0;
                    removed.sort_unstable();
                    let (above, rest): (Vec<_>, Vec<_>) =
                        list.into_iter().partition(|(other, _)| demand.is_below(other));
                    assert_eq!(removed, above.iter().map(|(_, number)| *number).collect::<Vec<_>>());
                    list = rest;
                }
                if list.iter().all(|(other, _)| *other != demand) {
                    trie.insert(&demand, number);
                    list.push((demand, number));
                }
                assert_eq!(trie.len(), list.len());
            }
        }
    }
}
