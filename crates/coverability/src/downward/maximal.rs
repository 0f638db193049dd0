//! The maximal markings of a downward-closed set, with an index.
//!
//! The index is a k-d tree. An inner node asks whether a place has at least so many tokens; a leaf holds some dozens of markings, and
//! is split by the question that parts it best. Whoever looks for something above a marking that answers yes goes to the one side only,
//! and so does whoever looks below one that answers no. Each node also keeps bits and sums that all markings below it share (a
//! [`Signature`] above all of them, and one below), so that most of the other sides are never entered.
//!
//! What is removed leaves the summaries as they are: they stay bounds.
//!
//! # Reference
//!
//! Bentley: *Multidimensional binary search trees used for associative searching*, Communications of the ACM 18(9), 1975,
//! doi:10.1145/361002.361007. Departure: the questions are chosen when a leaf is full, by how well they balance it.

use super::{OmegaMarking, Signature};
use budget::{Budget, Budgeted};
use nets::Place;

/// The markings in a leaf before it is split.
const FULL: usize = 24;

/// Markings none of which is below another, each with a number that the owner gave it; the set of all markings below them.
#[derive(Debug, Clone)]
pub struct MaximalSet {
    nodes: Vec<IndexNode>,
    size: usize,
}

#[derive(Debug, Clone)]
struct IndexNode {
    /// At least every signature below this node, and at most every one.
    above: Signature,
    below: Signature,
    kind: NodeKind,
}

#[derive(Debug, Clone)]
enum NodeKind {
    Leaf { items: Vec<Item>, full: usize },
    Split { place: Place, tokens: u64, fewer: usize, enough: usize },
}

#[derive(Debug, Clone)]
struct Item {
    signature: Signature,
    marking: OmegaMarking,
    number: usize,
}

impl Default for MaximalSet {
    fn default() -> Self {
        MaximalSet { nodes: vec![IndexNode::leaf(Vec::new())], size: 0 }
    }
}

impl MaximalSet {
    /// The empty set.
    pub fn new() -> MaximalSet {
        MaximalSet::default()
    }

    /// The set of all markings below some of these.
    pub fn of<'m>(
        markings: impl IntoIterator<Item = &'m OmegaMarking>,
        budget: &Budget,
    ) -> Budgeted<MaximalSet> {
        let mut set = MaximalSet::new();
        for (number, marking) in markings.into_iter().enumerate() {
            set.add(marking, number, budget)?;
        }
        Ok(set)
    }

    /// How many maximal markings it has.
    pub fn len(&self) -> usize {
        self.size
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// The maximal markings, with their numbers, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &OmegaMarking)> {
        let leaves = self.nodes.iter().filter_map(|node| match &node.kind {
            NodeKind::Leaf { items, .. } => Some(items),
            NodeKind::Split { .. } => None,
        });
        leaves.flatten().map(|item| (item.number, &item.marking))
    }

    /// Whether the marking is in the set.
    pub fn contains(&self, marking: &[u64], budget: &Budget) -> Budgeted<bool> {
        let entries: Vec<_> = marking.iter().copied().enumerate().filter(|(_, tokens)| *tokens > 0).collect();
        Ok(self.find_above(&entries, &Signature::of(&entries), budget)?.is_some())
    }

    /// Whether all markings of that set are in this one.
    pub fn includes(&self, other: &MaximalSet, budget: &Budget) -> Budgeted<bool> {
        for (_, marking) in other.iter() {
            if self.find_above(marking.entries(), &Signature::of(marking.entries()), budget)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds a marking unless it is in the set, and removes those below it; their numbers, or nothing if it was in the set.
    pub fn add(
        &mut self,
        marking: &OmegaMarking,
        number: usize,
        budget: &Budget,
    ) -> Budgeted<Option<Vec<usize>>> {
        let signature = Signature::of(marking.entries());
        if self.find_above(marking.entries(), &signature, budget)?.is_some() {
            return Ok(None);
        }
        let removed = self.remove_below(marking, &signature, budget)?;
        self.insert(marking.clone(), signature, number, budget)?;
        Ok(Some(removed))
    }

    /// The number of a maximal marking that has at least these tokens, sorted by place.
    pub fn find_above(
        &self,
        entries: &[(Place, u64)],
        signature: &Signature,
        budget: &Budget,
    ) -> Budgeted<Option<usize>> {
        self.find(entries, |other| signature.may_be_at_most(other), budget)
    }

    /// The same, if it is known that these tokens are not a maximal marking themselves. Where transitions keep the sum of tokens, this is
    /// answered at once.
    pub fn find_strictly_above(
        &self,
        entries: &[(Place, u64)],
        signature: &Signature,
        budget: &Budget,
    ) -> Budgeted<Option<usize>> {
        self.find(entries, |other| signature.may_be_below(other), budget)
    }

    fn find(
        &self,
        entries: &[(Place, u64)],
        may_be_below: impl Fn(&Signature) -> bool,
        budget: &Budget,
    ) -> Budgeted<Option<usize>> {
        let mut stack = vec![0];
        while let Some(index) = stack.pop() {
            let node = &self.nodes[index];
            budget.spend(1)?;
            if !may_be_below(&node.above) {
                continue;
            }
            match &node.kind {
                NodeKind::Split { place, tokens, fewer, enough } => {
                    if tokens_of(entries, *place) < *tokens {
                        stack.push(*fewer);
                    }
                    stack.push(*enough);
                }
                NodeKind::Leaf { items, .. } => {
                    budget.spend(items.len())?;
                    let fits = |item: &&Item| may_be_below(&item.signature) && item.marking.covers(entries);
                    if let Some(found) = items.iter().find(fits) {
                        return Ok(Some(found.number));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Removes the maximal markings that are below this one, which must not be one of them; their numbers.
    pub fn remove_below(
        &mut self,
        marking: &OmegaMarking,
        signature: &Signature,
        budget: &Budget,
    ) -> Budgeted<Vec<usize>> {
        let (mut removed, mut stack) = (Vec::new(), vec![0]);
        while let Some(index) = stack.pop() {
            let node = &mut self.nodes[index];
            budget.spend(1)?;
            if !node.below.may_be_below(signature) {
                continue;
            }
            match &mut node.kind {
                NodeKind::Split { place, tokens, fewer, enough } => {
                    if tokens_of(marking.entries(), *place) >= *tokens {
                        stack.push(*enough);
                    }
                    stack.push(*fewer);
                }
                NodeKind::Leaf { items, .. } => {
                    budget.spend(items.len())?;
                    items.retain(|item| {
                        let below =
                            item.signature.may_be_below(signature) && item.marking.is_at_most(marking);
                        if below {
                            removed.push(item.number);
                        }
                        !below
                    });
                }
            }
        }
        self.size = self.size.saturating_sub(removed.len());
        Ok(removed)
    }

    /// Adds a marking that is neither below nor above one of the set.
    pub fn insert(
        &mut self,
        marking: OmegaMarking,
        signature: Signature,
        number: usize,
        budget: &Budget,
    ) -> Budgeted<()> {
        self.size = self.size.saturating_add(1);
        let mut index = 0;
        loop {
            budget.spend(1)?;
            let node = &mut self.nodes[index];
            node.note(&signature);
            match &mut node.kind {
                NodeKind::Split { place, tokens, fewer, enough } => {
                    index = if marking.tokens(*place) < *tokens { *fewer } else { *enough };
                }
                NodeKind::Leaf { items, full } => {
                    items.push(Item { signature, marking, number });
                    if items.len() > *full {
                        budget.spend(items.iter().map(|item| item.marking.entries().len()).sum())?;
                        self.split(index);
                    }
                    return Ok(());
                }
            }
        }
    }

    /// Parts a leaf by the question that balances it best; a leaf that is badly parted may first become twice as large.
    fn split(&mut self, index: usize) {
        let next = self.nodes.len();
        let NodeKind::Leaf { items, full } = &mut self.nodes[index].kind else { return };
        let Some((place, tokens, smaller)) = best_question(items) else { return };
        if smaller.saturating_mul(8) < items.len() && items.len() < 64 * FULL {
            *full = full.saturating_mul(2);
            return;
        }
        let (enough, fewer) =
            std::mem::take(items).into_iter().partition(|item| item.marking.tokens(place) >= tokens);
        let question = NodeKind::Split { place, tokens, fewer: next, enough: next.saturating_add(1) };
        self.nodes[index].kind = question;
        self.nodes.push(IndexNode::leaf(fewer));
        self.nodes.push(IndexNode::leaf(enough));
    }
}

impl IndexNode {
    fn leaf(items: Vec<Item>) -> IndexNode {
        let mut leaf = IndexNode {
            above: Signature { marked: 0, unlimited: 0, weight: 0 },
            below: Signature { marked: u64::MAX, unlimited: u64::MAX, weight: u64::MAX },
            kind: NodeKind::Leaf { items: Vec::new(), full: FULL.max(items.len()) },
        };
        items.iter().for_each(|item| leaf.note(&item.signature));
        leaf.kind = NodeKind::Leaf { full: FULL.max(items.len()), items };
        leaf
    }

    fn note(&mut self, signature: &Signature) {
        self.above.marked |= signature.marked;
        self.above.unlimited |= signature.unlimited;
        self.above.weight = self.above.weight.max(signature.weight);
        self.below.marked &= signature.marked;
        self.below.unlimited &= signature.unlimited;
        self.below.weight = self.below.weight.min(signature.weight);
    }
}

/// The place and the number of tokens that part the markings best, and the size of the smaller part; nothing if all are equal.
fn best_question(items: &[Item]) -> Option<(Place, u64, usize)> {
    let mut entries: Vec<(Place, u64)> =
        items.iter().flat_map(|item| item.marking.entries().iter().copied()).collect();
    entries.sort_unstable();
    let mut best: Option<(Place, u64, usize)> = None;
    for group in entries.chunk_by(|left, right| left.0 == right.0) {
        for (before, entry) in group.iter().enumerate() {
            if before > 0 && group[before - 1].1 == entry.1 {
                continue;
            }
            let enough = group.len() - before;
            let smaller = enough.min(items.len() - enough);
            if smaller > best.map_or(0, |best| best.2) {
                best = Some((entry.0, entry.1, smaller));
            }
        }
    }
    best
}

fn tokens_of(entries: &[(Place, u64)], place: Place) -> u64 {
    match entries.binary_search_by_key(&place, |(place, _)| *place) {
        Ok(index) => entries[index].1,
        Err(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::OMEGA;
    use super::*;
    use random_numbers::Xorshift;

    fn random_marking(random: &mut Xorshift, places: u64) -> OmegaMarking {
        let tokens: Vec<u64> = (0..places)
            .map(|_| match random.below(8) {
                7 => OMEGA,
                other => other.saturating_sub(3),
            })
            .collect();
        OmegaMarking::dense(&tokens)
    }

    #[test]
    fn the_index_agrees_with_comparing_all() -> Budgeted<()> {
        let budget = Budget::unlimited();
        for seed in 0..20 {
            let mut random = Xorshift::scattered(seed);
            let places = 3 + random.below(90);
            let mut list: Vec<(usize, OmegaMarking)> = Vec::new();
            let mut set = MaximalSet::new();
            for number in 0..400 {
                let marking = random_marking(&mut random, places);
                let inside = list.iter().any(|(_, other)| marking.is_at_most(other));
                let dense = marking.to_dense(places as usize);
                assert_eq!(set.contains(&dense, &budget)?, inside);
                let removed = set.add(&marking, number, &budget)?;
                assert_eq!(removed.is_none(), inside);
                if let Some(mut removed) = removed {
                    let (below, kept): (Vec<_>, Vec<_>) =
                        list.into_iter().partition(|(_, other)| other.is_at_most(&marking));
                    removed.sort_unstable();
                    assert_eq!(removed, below.iter().map(|(number, _)| *number).collect::<Vec<_>>());
                    list = kept;
                    list.push((number, marking));
                }
                let mut held: Vec<_> = set.iter().map(|(number, _)| number).collect();
                held.sort_unstable();
                assert_eq!((held, set.len()), (list.iter().map(|(number, _)| *number).collect(), list.len()));
            }
        }
        Ok(())
    }

    #[test]
    fn inclusion_is_by_maximal_markings() -> Budgeted<()> {
        let budget = Budget::unlimited();
        let set = |markings: &[[u64; 2]]| {
            MaximalSet::of(
                &markings.iter().map(|tokens| OmegaMarking::dense(tokens)).collect::<Vec<_>>(),
                &budget,
            )
        };
        assert!(set(&[[1, OMEGA], [3, 0]])?.includes(&set(&[[1, 5], [2, 0]])?, &budget)?);
        assert!(!set(&[[1, OMEGA], [3, 0]])?.includes(&set(&[[2, 1]])?, &budget)?);
        assert!(set(&[])?.is_empty() && !set(&[])?.contains(&[0, 0], &budget)?);
        Ok(())
    }
}
