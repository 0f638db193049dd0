//! The maximal elements of what a net can cover.

use super::karp_miller::{CoverStatistics, KarpMiller};
use super::tree::Tree;
use super::witness::find_run;
use crate::downward::{OMEGA, OmegaMarking};
use budget::{Budget, Budgeted};
use nets::{Net, Place, Run};

/// A downward-closed set that contains all reachable markings of a net, with the tree that it was found by.
#[derive(Debug, Clone)]
pub struct Cover {
    /// Its maximal elements.
    pub markings: Vec<OmegaMarking>,
    /// Whether every marking below them is below a reachable one: then it is the least such set.
    pub exact: bool,
    /// What the search did.
    pub statistics: CoverStatistics,
    pub(crate) tree: Tree,
}

/// The coverability set of a net.
///
/// It is exact for nets without limits whose numbers of tokens stay in range. For plain nets the search ends, if the budget allows;
/// with transfers it may not.
pub fn cover(net: &Net, budget: &Budget) -> Budgeted<Cover> {
    let mut search = KarpMiller::new(net, budget)?;
    while search.step()? {}
    Ok(Cover::of(net, search))
}

/// The coverability set of a net while it is searched for.
pub struct GrowingCover<'n, 'b> {
    net: &'n Net,
    search: KarpMiller<'n, 'b>,
    budget: &'b Budget<'b>,
}

impl<'n, 'b> GrowingCover<'n, 'b> {
    /// The beginning of a net's.
    pub fn new(net: &'n Net, budget: &'b Budget<'b>) -> Budgeted<GrowingCover<'n, 'b>> {
        Ok(GrowingCover { net, search: KarpMiller::new(net, budget)?, budget })
    }

    /// Searches on for about so many operations; whether all is found.
    pub fn grow(&mut self, operations: u64) -> Budgeted<bool> {
        let end = self.budget.spent().saturating_add(operations);
        while self.budget.spent() < end {
            if !self.search.step()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether there can be any number of tokens on one of these places. Each label is the limit of markings that can be covered, whether or not
    /// all labels are there; but for nets with limits it may be more.
    pub fn is_unlimited(&self, mut places: impl Iterator<Item = Place>) -> bool {
        let is_exact = self.net.is_monotone() && !self.search.fidelity.overflowed;
        let labels = || self.search.active.iter().map(|(node, _)| &self.search.tree.nodes[node].label);
        is_exact && places.any(|place| labels().any(|label| label.tokens(place) == OMEGA))
    }

    /// What was done so far.
    pub fn statistics(&self) -> CoverStatistics {
        self.search.statistics
    }

    /// The set, once all is found.
    pub fn finished(self) -> Cover {
        Cover::of(self.net, self.search)
    }
}

impl Cover {
    pub(crate) fn of(net: &Net, search: KarpMiller) -> Cover {
        let KarpMiller { tree, active, statistics, fidelity, .. } = search;
        // With limits, a label is a reachable marking as long as nothing was cut off, raised, or left open at the start.
        let definite = tree.nodes.iter().all(|node| node.label.is_finite() && node.accelerations.is_empty());
        let exact = !fidelity.overflowed && (net.is_monotone() || (definite && !fidelity.capped));
        let mut nodes: Vec<usize> = active.iter().map(|(node, _)| node).collect();
        nodes.sort_unstable();
        let markings = nodes.iter().map(|node| tree.nodes[*node].label.clone()).collect();
        Cover { markings, exact, statistics, tree }
    }

    /// The maximal element that has at least these tokens, sorted by place; nothing if no reachable marking has them.
    pub fn above(&self, demand: &[(Place, u64)]) -> Option<&OmegaMarking> {
        self.markings.iter().find(|marking| marking.covers(demand))
    }

    /// Whether the marking is below one of the set.
    pub fn contains(&self, marking: &[u64]) -> bool {
        self.markings.iter().any(|maximal| maximal.contains(marking))
    }

    /// A run of the net to a marking with at least these tokens, sorted by place, with the fewest tokens at the start that the run needs.
    ///
    /// For plain nets there is one if and only if a maximal element has these tokens, apart from runs of more than four million steps.
    /// Otherwise one may exist though none was found.
    pub fn run_to(&self, net: &Net, demand: &[(Place, u64)], budget: &Budget) -> Budgeted<Option<Run>> {
        if self.above(demand).is_none() {
            return Ok(None);
        }
        let mut attempts = 0;
        for (number, node) in self.tree.nodes.iter().enumerate() {
            budget.spend(1)?;
            if node.label.covers(demand) {
                attempts += 1;
                let run = find_run(net, &self.tree, number, demand, budget)?;
                if run.is_some() || attempts >= 10 {
                    return Ok(run);
                }
            }
        }
        Ok(None)
    }
}
