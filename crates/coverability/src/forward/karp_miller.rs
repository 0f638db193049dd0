//! Karp and Miller's tree, pruned to the minimal coverability set.
//!
//! # The algorithm
//!
//! A tree is grown from the starts by images of markings with ω. A new label m that is above the label a of an ancestor is raised: the
//! sequence from a to m can be repeated, so the least upper bound of its repetitions is in the closure of what can be covered, too (see
//! [`movement`](super::movement); for plain nets it has ω wherever m has more tokens than a). A new label that is below an active one is
//! dropped, and active labels below a new one become inactive: they are not expanded any more, but stay ancestors.
//!
//! # Why it is right
//!
//! The set of markings below active labels never shrinks. So, at the end, it contains the starts and the images of all of its
//! maximal elements: it is closed under steps. And each label is the limit of markings that can be covered. Together, for a net without
//! limits, the active labels are exactly the maximal elements of the closure of the coverability set: the minimal coverability set.
//! The argument depends on no order of expansion.
//!
//! For plain nets it ends: in an endless tree there would be an endless branch, in it an endless sequence of rising labels, each
//! strictly above those before since it was not dropped, hence with ω where the earlier one has none. With transfers it need not
//! end, since repetition may gain a finite number of tokens only.
//!
//! # The order
//!
//! Labels with more ω come first, and of these the newest: they lead to large labels, and thereby to those that make others superfluous.
//! Labels without ω come in the order of their age, so that the tree of a bounded net is not deep. A node some ancestor of which is below a label found elsewhere is put off:
//! from that label something above it will be found, most likely before it is looked at again. This has the effect of Reynier and
//! Servais' monotone pruning, which removes such nodes at once, and needs their intricate proof that nothing gets lost: that removal
//! is dangerous is shown by Finkel's minimal coverability tree, which is incomplete.
//!
//! # Reference
//!
//! Karp, Miller: *Parallel program schemata*, Journal of Computer and System Sciences 3(2), 1969, doi:10.1016/S0022-0000(69)80011-5.
//! Finkel: *The minimal coverability graph for Petri nets*, APN 1993, doi:10.1007/3-540-56689-9_45.
//! Geeraerts, Raskin, Van Begin: *On the efficient computation of the minimal coverability set of Petri nets*, International Journal
//! of Foundations of Computer Science 21(2), 2010, doi:10.1142/S0129054110007180.
//! Reynier, Servais: *Minimal coverability set for Petri nets: Karp and Miller algorithm with pruning*, Fundamenta Informaticae
//! 122(1–2), 2013, doi:10.3233/FI-2013-781. Departures: nodes are put off instead of removed, and inactive ancestors count.

use super::image::{Entries, Fidelity, Images};
use super::tree::{Acceleration, Tree, TreeNode};
use crate::downward::{MaximalSet, OMEGA, OmegaMarking, Signature};
use budget::{Budget, Budgeted};
use nets::{Net, Place};
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

/// What the search for a cover did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CoverStatistics {
    /// The nodes of the tree.
    pub nodes: usize,
    /// The nodes whose transitions were fired.
    pub expanded: usize,
    /// The repetitions that raised a label.
    pub accelerations: usize,
    /// The nodes that were put off.
    pub deferred: usize,
}

/// The tree while it grows.
pub(crate) struct KarpMiller<'n, 'b> {
    images: Images<'n>,
    budget: &'b Budget<'b>,
    pub tree: Tree,
    pub active: MaximalSet,
    /// All labels there were; what is one of them is not new.
    labels: HashSet<OmegaMarking>,
    /// The nodes to expand, by the number of places with ω.
    waiting: Vec<VecDeque<usize>>,
    deferred: VecDeque<usize>,
    moves: bool,
    /// For each node, the last node whose path it was seen on.
    seen_from: Vec<usize>,
    dominated: bool,
    pub statistics: CoverStatistics,
    /// What all images together say about exactness.
    pub fidelity: Fidelity,
}

impl<'n, 'b> KarpMiller<'n, 'b> {
    /// The tree that has the starts only.
    pub fn new(net: &'n Net, budget: &'b Budget<'b>) -> Budgeted<KarpMiller<'n, 'b>> {
        let mut search = KarpMiller {
            images: Images::new(net),
            budget,
            tree: Tree::default(),
            active: MaximalSet::new(),
            labels: HashSet::new(),
            waiting: Vec::new(),
            deferred: VecDeque::new(),
            moves: !net.is_plain(),
            seen_from: Vec::new(),
            dominated: false,
            statistics: CoverStatistics::default(),
            fidelity: Fidelity::default(),
        };
        for start in &net.starts {
            let label = OmegaMarking::up_to_start(start);
            if !search.is_known(label.entries())? {
                search.accept(label, None, Vec::new())?;
            }
        }
        Ok(search)
    }

    /// Expands a node; whether there was one.
    pub fn step(&mut self) -> Budgeted<bool> {
        let Some(node) = self.next() else { return Ok(false) };
        self.statistics.expanded += 1;
        let label = self.tree.nodes[node].label.clone();
        let (mut enabled, mut image) = (Vec::new(), Entries::new());
        let seen = self.images.enabled(label.entries(), &mut enabled);
        self.budget.spend(seen)?;
        for transition in enabled {
            let fidelity = self.images.after(label.entries(), transition, &mut image);
            self.budget.spend(image.len() + 1)?;
            self.fidelity.capped |= fidelity.capped;
            self.fidelity.overflowed |= fidelity.overflowed;
            if self.is_known(&image)? {
                continue;
            }
            let (raised, accelerations) = self.accelerate(OmegaMarking::sparse(&image), node, transition)?;
            if accelerations.is_empty() || !self.is_known(raised.entries())? {
                self.accept(raised, Some((node, transition)), accelerations)?;
            }
            // What this node leads to is below what its dominator leads to.
            if self.tree.nodes[node].dominator.is_some() {
                break;
            }
        }
        Ok(true)
    }

    /// The next node to expand.
    fn next(&mut self) -> Option<usize> {
        while let Some(node) = self.next_waiting() {
            if self.tree.nodes[node].dominator.is_some() {
                continue;
            }
            if self.dominated && self.is_overtaken(node) {
                self.statistics.deferred += 1;
                self.deferred.push_back(node);
                continue;
            }
            return Some(node);
        }
        while let Some(node) = self.deferred.pop_back() {
            if self.tree.nodes[node].dominator.is_none() {
                return Some(node);
            }
        }
        None
    }

    fn next_waiting(&mut self) -> Option<usize> {
        let (without, with) = self.waiting.split_first_mut()?;
        with.iter_mut().rev().find_map(VecDeque::pop_back).or_else(|| without.pop_front())
    }

    /// Whether an ancestor is below a label that was found elsewhere than on the way to this node.
    fn is_overtaken(&mut self, node: usize) -> bool {
        self.seen_from.resize(self.tree.nodes.len(), usize::MAX);
        let mut current = Some(node);
        while let Some(ancestor) = current {
            self.seen_from[ancestor] = node;
            let TreeNode { dominator, origin, .. } = &self.tree.nodes[ancestor];
            if dominator.is_some_and(|dominator| self.seen_from[dominator] != node) {
                return true;
            }
            current = origin.map(|(parent, _)| parent);
        }
        false
    }

    /// Whether the marking is below an active label.
    fn is_known(&self, entries: &[(Place, u64)]) -> Budgeted<bool> {
        self.budget.spend(entries.len())?;
        Ok(self.labels.contains(entries)
            || self.active.find_strictly_above(entries, &Signature::of(entries), self.budget)?.is_some())
    }

    /// The label raised by all repetitions of sequences that end in it: from each ancestor that is below it.
    fn accelerate(
        &mut self,
        mut label: OmegaMarking,
        parent: usize,
        transition: usize,
    ) -> Budgeted<(OmegaMarking, Vec<Acceleration>)> {
        let mut accelerations = Vec::new();
        // With transfers, two sequences might raise in turns for ever: each counts once.
        let mut repeated = Vec::new();
        'again: loop {
            let signature = Signature::of(label.entries());
            let mut current = Some(parent);
            while let Some(ancestor) = current {
                self.budget.spend(1)?;
                let node = &self.tree.nodes[ancestor];
                if self.tree.signatures[ancestor].may_be_below(&signature)
                    && !repeated.contains(&ancestor)
                    && node.label.is_at_most(&label)
                {
                    let (raised, movement) =
                        self.repeat(&label, parent, transition, ancestor, &accelerations)?;
                    if raised != label {
                        accelerations.push(repetition(ancestor, label, &raised, movement));
                        label = raised;
                        repeated.push(ancestor);
                        continue 'again;
                    }
                }
                current = self.tree.nodes[ancestor].origin.map(|(parent, _)| parent);
            }
            self.statistics.accelerations += accelerations.len();
            return Ok((label, accelerations));
        }
    }

    /// The least upper bound of the repetitions of the sequence from the ancestor to the label.
    fn repeat(
        &mut self,
        label: &OmegaMarking,
        parent: usize,
        transition: usize,
        ancestor: usize,
        accelerations: &[Acceleration],
    ) -> Budgeted<(OmegaMarking, Option<Arc<super::movement::Movement>>)> {
        let from = &self.tree.nodes[ancestor].label;
        if !self.moves {
            self.budget.spend(label.entries().len())?;
            let rise = |(place, tokens): &(Place, u64)| {
                (*place, if from.tokens(*place) < *tokens { OMEGA } else { *tokens })
            };
            return Ok((label.entries().iter().map(rise).collect(), None));
        }
        let net = self.images.net;
        let mut movement = self.tree.movement(net, ancestor, parent);
        movement.then_transition(&net.transitions[transition]);
        let repeated = accelerations.iter().filter_map(|acceleration| acceleration.movement.as_ref());
        repeated.for_each(|repeated| movement.then(repeated));
        self.budget.spend(net.places.len() * 4)?;
        let raised = movement.limit(from, label, &mut self.fidelity);
        Ok((raised, Some(Arc::new(movement.repeated()))))
    }

    /// Adds a node whose label is not below an active one.
    fn accept(
        &mut self,
        label: OmegaMarking,
        origin: Option<(usize, usize)>,
        accelerations: Vec<Acceleration>,
    ) -> Budgeted<()> {
        let signature = Signature::of(label.entries());
        let omegas = label.omegas().count();
        let node = self.tree.push(TreeNode { label: label.clone(), origin, accelerations, dominator: None });
        for below in self.active.remove_below(&label, &signature, self.budget)? {
            self.tree.nodes[below].dominator = Some(node);
            self.dominated = true;
        }
        self.active.insert(label.clone(), signature, node, self.budget)?;
        self.labels.insert(label);
        if self.waiting.len() <= omegas {
            self.waiting.resize(omegas + 1, VecDeque::new());
        }
        self.waiting[omegas].push_back(node);
        self.statistics.nodes += 1;
        if self.statistics.nodes.is_multiple_of(1024) {
            self.budget.hold(self.tree.bytes() as u64 * 2);
            self.budget.iterate(self.statistics.expanded as u64, self.active.len() as u64);
        }
        Ok(())
    }
}

fn repetition(
    ancestor: usize,
    before: OmegaMarking,
    raised: &OmegaMarking,
    movement: Option<Arc<super::movement::Movement>>,
) -> Acceleration {
    let more = raised.entries().iter().filter(|(place, tokens)| before.tokens(*place) < *tokens);
    Acceleration { ancestor, raised: more.map(|(place, _)| *place).collect(), before, movement }
}
