//! Backward search over single demands, the nearest to a start first.
//!
//! # The algorithm
//!
//! All demands found so far that are above no other are kept in a trie. One after the other is taken from a queue, and its least
//! predecessors are added, unless they are above a demand that is there, or the filter excludes them. Demands above a new one are
//! removed; they are not expanded any more, since the predecessors of the smaller demand are below theirs. If a demand contains a
//! start, the transitions on the way back to a target are a run; if the queue becomes empty, no start is in the set, which then
//! is closed under predecessors apart from what cannot be reached.
//!
//! # Why it ends
//!
//! Each demand that is added is above none of those that were ever added: a removed demand is above another that is there, or was
//! removed for one below it. By Dickson's lemma such a sequence is finite.
//!
//! # Order
//!
//! The order does not matter for the answer. The demand is taken first whose way from a start is shortest by the state equation,
//! and the one with fewer tokens among equals. That finds runs soon. The state equation is asked when a demand is about to be taken: until then it
//! counts as one step nearer than what it leads to, and nearer it cannot be, since one more step leads there. Where there are none, small demands should come first, since
//! they remove others: so once the state equation has cost so much that it is asked rarely, seven of eight demands are those with
//! the fewest tokens.
//!
//! # Reference
//!
//! Abdulla, Čerāns, Jonsson, Tsay: *General decidability theorems for infinite-state systems*, LICS 1996,
//! doi:10.1109/LICS.1996.561359. The order by distances: Blondin, Haase, Offtermatt: *Directed reachability for infinite-state
//! systems*, TACAS 2021, doi:10.1007/978-3-030-72013-1_1, who search forward.

use super::outcome::{BackwardStatistics, CoverabilityAnswer, UncoveredProof};
use super::replay::{Replay, replay};
use crate::interrupted::Interrupted;
use crate::pruning::{Filter, FilterAnswer};
use crate::sets::{Demand, DemandTrie, Predecessors};
use budget::Budget;
use nets::{Cube, Run};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Of how many demands one is chosen by its distance, once distances are not computed any more for all.
const SMALLEST: u64 = 8;

/// A demand that was found, and the step from it toward a target.
struct FoundDemand {
    demand: Demand,
    /// The transition, and the demand that it leads to.
    toward: Option<(usize, u32)>,
    /// How many steps it is away from a start, at least and as far as is known.
    distance: u64,
    /// Whether the filter was asked with all its rules.
    asked: bool,
    /// Whether it is still in the trie.
    present: bool,
    /// Whether its predecessors were computed.
    expanded: bool,
}

/// The search.
pub struct BestFirstSearch<'a, 'n> {
    predecessors: Predecessors<'n>,
    targets: &'a [Cube],
    filter: Filter<'n>,
    found: Vec<FoundDemand>,
    trie: DemandTrie,
    /// Those that were not expanded, by their distance; and by their tokens.
    nearest: BinaryHeap<Reverse<(u64, u64, u32)>>,
    smallest: BinaryHeap<Reverse<(u64, u64, u32)>>,
    statistics: BackwardStatistics,
    bytes: u64,
    exact: bool,
    spurious: Option<Run>,
    spurious_left: usize,
    is_too_wide: bool,
}

impl<'a, 'n> BestFirstSearch<'a, 'n> {
    /// A search for the targets.
    pub fn new(
        predecessors: Predecessors<'n>,
        targets: &'a [Cube],
        filter: Filter<'n>,
        spurious_runs: usize,
    ) -> BestFirstSearch<'a, 'n> {
        BestFirstSearch {
            predecessors,
            targets,
            filter,
            found: Vec::new(),
            trie: DemandTrie::default(),
            nearest: BinaryHeap::new(),
            smallest: BinaryHeap::new(),
            statistics: BackwardStatistics::default(),
            bytes: 0,
            exact: targets.iter().all(Cube::is_upward_closed),
            spurious: None,
            spurious_left: spurious_runs,
            is_too_wide: false,
        }
    }

    /// Searches until there is an answer; with it, whether nothing was approximated, and how much was done. Nothing if transfers distribute
    /// tokens in more ways than should be looked at one by one.
    pub fn run(
        mut self,
        budget: &Budget<'_>,
    ) -> Result<Option<(CoverabilityAnswer, bool, BackwardStatistics)>, Interrupted> {
        let answer = self.search(budget)?;
        if self.is_too_wide {
            return Ok(None);
        }
        let present = self.found.into_iter().filter(|found| found.present);
        let basis: Vec<Demand> = present.map(|found| found.demand).collect();
        let mut statistics = self.statistics;
        statistics.basis = basis.len() as u64;
        statistics.pruned = self.filter.counts();
        let answer = match (answer, self.spurious) {
            (Some(answer), _) => answer,
            (None, Some(run)) => CoverabilityAnswer::Spurious(run),
            (None, None) => {
                let (bounds, empty, excluded) = self.filter.into_arguments();
                CoverabilityAnswer::Uncovered(UncoveredProof {
                    basis,
                    cubes: Vec::new(),
                    empty,
                    bounds,
                    excluded,
                })
            }
        };
        Ok(Some((answer, self.exact, statistics)))
    }

    fn search(&mut self, budget: &Budget<'_>) -> Result<Option<CoverabilityAnswer>, Interrupted> {
        for target in self.targets {
            if let Some(answer) = self.add(Demand::of_cube(target), None, budget)? {
                return Ok(Some(answer));
            }
        }
        while let Some(at) = self.next(budget)? {
            self.statistics.iterations += 1;
            budget.iterate(self.statistics.iterations, self.trie.len() as u64);
            if let Some(answer) = self.expand(at, budget)? {
                return Ok(Some(answer));
            }
            if self.is_too_wide {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// The next demand to be expanded.
    fn next(&mut self, budget: &Budget<'_>) -> Result<Option<u32>, Interrupted> {
        loop {
            let by_distance =
                !self.filter.is_sparing() || self.statistics.iterations.is_multiple_of(SMALLEST);
            let queue = if by_distance { &mut self.nearest } else { &mut self.smallest };
            // Both queues have all demands that were not expanded.
            let Some(Reverse((_, _, at))) = queue.pop() else { return Ok(None) };
            let FoundDemand { present, expanded, .. } = self.found[at as usize];
            if !present || expanded {
                continue;
            }
            let nearer = self.distance_of(at, budget)?;
            if !self.found[at as usize].present {
                continue;
            }
            if !nearer && by_distance {
                let FoundDemand { demand, distance, .. } = &self.found[at as usize];
                self.nearest.push(Reverse((*distance, demand.total(), at)));
                continue;
            }
            self.found[at as usize].expanded = true;
            return Ok(Some(at));
        }
    }

    /// Asks the filter with all its rules, if that was not done; whether the demand is as near as was believed. What the filter excludes is
    /// there no longer.
    fn distance_of(&mut self, at: u32, budget: &Budget<'_>) -> Result<bool, Interrupted> {
        let found = &mut self.found[at as usize];
        if std::mem::replace(&mut found.asked, true) {
            return Ok(true);
        }
        match self.filter.ask(&found.demand, budget)? {
            FilterAnswer::Excluded => {
                found.present = false;
                let (_, visited) = self.trie.remove_above(found.demand.amounts());
                budget.spend(visited)?;
                Ok(false)
            }
            FilterAnswer::Possible(Some(distance)) if distance > found.distance => {
                found.distance = distance;
                Ok(false)
            }
            FilterAnswer::Possible(_) => Ok(true),
        }
    }

    fn expand(&mut self, at: u32, budget: &Budget<'_>) -> Result<Option<CoverabilityAnswer>, Interrupted> {
        let demand = self.found[at as usize].demand.clone();
        for transition in self.predecessors.useful(demand.amounts().iter().map(|(place, _)| *place)) {
            if self.predecessors.are_many(&demand, transition) {
                self.is_too_wide = true;
                return Ok(None);
            }
            let least = self.predecessors.of(&demand, transition, budget)?;
            for predecessor in least {
                if let Some(answer) = self.add(predecessor, Some((transition, at)), budget)? {
                    return Ok(Some(answer));
                }
            }
            if !self.found[at as usize].present {
                break;
            }
        }
        Ok(None)
    }

    /// Adds a demand, if nothing speaks against it; the answer if it contains a start.
    fn add(
        &mut self,
        demand: Demand,
        toward: Option<(usize, u32)>,
        budget: &Budget<'_>,
    ) -> Result<Option<CoverabilityAnswer>, Interrupted> {
        self.statistics.predecessors += 1;
        let (below, visited) = self.trie.find_below(demand.amounts());
        budget.spend(visited)?;
        if below.is_some() {
            self.statistics.subsumed += 1;
            return Ok(None);
        }
        let said = match toward {
            Some(_) => self.filter.ask_quickly(&demand, budget)?,
            None => self.filter.ask_target(&demand, budget)?,
        };
        let FilterAnswer::Possible(distance) = said else { return Ok(None) };
        // One step leads from it to where that demand is met.
        let before = toward.map_or(0, |(_, next)| self.found[next as usize].distance.saturating_sub(1));
        let distance = distance.unwrap_or(before);
        let net = self.predecessors.net();
        let limited = |(transition, _): (usize, u32)| !net.transitions[transition].limits.is_empty();
        self.exact &= !toward.is_some_and(limited);
        let (above, visited) = self.trie.remove_above(demand.amounts());
        budget.spend(visited)?;
        above.into_iter().for_each(|number| self.found[number as usize].present = false);
        let number = u32::try_from(self.found.len()).map_err(|_| Interrupted::OutOfBudget)?;
        self.trie.insert(&demand, number);
        self.nearest.push(Reverse((distance, demand.total(), number)));
        self.smallest.push(Reverse((demand.total(), distance, number)));
        self.bytes = self.bytes.saturating_add(160 + 40 * demand.amounts().len() as u64);
        budget.hold(self.bytes);
        self.found.push(FoundDemand {
            demand,
            toward,
            distance,
            asked: toward.is_none(),
            present: true,
            expanded: false,
        });
        self.look_for_start(number)
    }

    fn look_for_start(&mut self, number: u32) -> Result<Option<CoverabilityAnswer>, Interrupted> {
        let net = self.predecessors.net();
        for start in &net.starts {
            let Some(marking) = self.found[number as usize].demand.least_start(start) else { continue };
            let run = Run { start: marking, fired: self.way(number) };
            match replay(net, self.targets, run)? {
                Replay::Covers(run) => return Ok(Some(CoverabilityAnswer::Covered(run))),
                Replay::Fails(run) => {
                    self.spurious.get_or_insert(run);
                    if self.spurious_left == 0 {
                        return Ok(self.spurious.take().map(CoverabilityAnswer::Spurious));
                    }
                    self.spurious_left -= 1;
                }
            }
        }
        Ok(None)
    }

    /// The transitions from a demand to a target.
    fn way(&self, mut number: u32) -> Vec<usize> {
        let mut fired = Vec::new();
        while let Some((transition, next)) = self.found[number as usize].toward {
            fired.push(transition);
            number = next;
        }
        fired
    }
}
