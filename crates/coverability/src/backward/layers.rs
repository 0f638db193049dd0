//! Backward search in rounds, over any representation of upward-closed sets.
//!
//! # The algorithm
//!
//! The first layer is the targets; each next one is what is new among the predecessors of the last, less what the filter
//! excludes. If a layer contains a start, a run goes down through the layers: from a marking of one layer, some transition leads
//! into the layer before. If a layer is empty, the union of all is closed under predecessors, and contains no start.
//!
//! # Why it ends
//!
//! Layers that are not empty make the union larger, and an increasing sequence of upward-closed sets is finite by Dickson's
//! lemma. (Where a representation compares its parts one by one only, its own module says why that is enough.)
//!
//! # Limits
//!
//! A layer may contain markings that are there only because limits were ignored above a least predecessor. So the way down is
//! searched, with all choices, within the limits; if there is none the start is a spurious one, and the search goes on.
//!
//! # Reference
//!
//! Abdulla, Čerāns, Jonsson, Tsay: *General decidability theorems for infinite-state systems*, LICS 1996,
//! doi:10.1109/LICS.1996.561359.

use super::outcome::{BackwardStatistics, CoverabilityAnswer, UncoveredProof};
use super::replay::{Replay, replay};
use crate::interrupted::Interrupted;
use crate::pruning::{Filter, FilterAnswer};
use crate::sets::{Demand, Predecessors, UpwardClosed};
use budget::Budget;
use nets::{Cube, Marking, Net, Run};

/// The markings that a search for a way down through the layers may look at.
const MOST_MARKINGS: usize = 20_000;

/// The search.
pub struct LayeredSearch<'a, 'n, S> {
    predecessors: Predecessors<'n>,
    targets: &'a [Cube],
    filter: Filter<'n>,
    layers: Vec<S>,
    statistics: BackwardStatistics,
    exact: bool,
    spurious: Option<Run>,
    spurious_left: usize,
}

impl<'a, 'n, S: UpwardClosed> LayeredSearch<'a, 'n, S> {
    /// A search for the targets.
    pub fn new(
        predecessors: Predecessors<'n>,
        targets: &'a [Cube],
        filter: Filter<'n>,
        spurious_runs: usize,
    ) -> LayeredSearch<'a, 'n, S> {
        LayeredSearch {
            predecessors,
            targets,
            filter,
            layers: Vec::new(),
            statistics: BackwardStatistics::default(),
            exact: targets.iter().all(Cube::is_upward_closed),
            spurious: None,
            spurious_left: spurious_runs,
        }
    }

    /// Searches until there is an answer; with it, whether nothing was approximated, and how much was done.
    pub fn run(
        mut self,
        budget: &Budget<'_>,
    ) -> Result<(CoverabilityAnswer, bool, BackwardStatistics), Interrupted> {
        let mut demands = Vec::new();
        for target in self.targets {
            let demand = Demand::of_cube(target);
            if self.filter.ask_target(&demand, budget)? != FilterAnswer::Excluded {
                demands.push(demand);
            }
        }
        let mut all = S::of_demands(self.predecessors.net().places.len(), &demands, budget)?;
        let mut layer = all.clone();
        let answer = loop {
            if layer.is_empty() {
                break None;
            }
            self.layers.push(layer.clone());
            if let Some(answer) = self.look_for_start(budget)? {
                break Some(answer);
            }
            self.statistics.iterations += 1;
            budget.iterate(self.statistics.iterations, all.size() as u64);
            layer = self.next_layer(&mut all, &layer, budget)?;
        };
        self.statistics.basis = all.size() as u64;
        self.statistics.pruned = self.filter.counts();
        let answer = match (answer, self.spurious) {
            (Some(answer), _) => answer,
            (None, Some(run)) => CoverabilityAnswer::Spurious(run),
            (None, None) => {
                let (bounds, empty, excluded) = self.filter.into_arguments();
                let basis = all.basis(budget)?;
                CoverabilityAnswer::Uncovered(UncoveredProof {
                    basis,
                    cubes: Vec::new(),
                    empty,
                    bounds,
                    excluded,
                })
            }
        };
        Ok((answer, self.exact, self.statistics))
    }

    /// What is new among the predecessors of a layer; it is added to the union of all.
    fn next_layer(&mut self, all: &mut S, layer: &S, budget: &Budget<'_>) -> Result<S, Interrupted> {
        let mut next: Option<S> = None;
        for transition in layer.useful(&self.predecessors) {
            let before = layer.predecessors(&self.predecessors, transition, budget)?;
            self.statistics.predecessors += before.size() as u64;
            let filter = &mut self.filter;
            let mut keeps = |demand: &Demand| Ok(filter.ask(demand, budget)? != FilterAnswer::Excluded);
            let kept = all.new_of(before, budget)?.retain(&mut keeps, budget)?;
            all.add(kept.clone(), budget)?;
            budget.hold(all.bytes().saturating_mul(2));
            if kept.is_empty() {
                continue;
            }
            self.exact &= self.predecessors.net().transitions[transition].limits.is_empty();
            match &mut next {
                None => next = Some(kept),
                Some(next) => next.add(kept, budget)?,
            }
        }
        match next {
            Some(next) => Ok(next),
            None => S::of_demands(self.predecessors.net().places.len(), &[], budget),
        }
    }

    fn look_for_start(&mut self, budget: &Budget<'_>) -> Result<Option<CoverabilityAnswer>, Interrupted> {
        let net = self.predecessors.net();
        let Some(last) = self.layers.last() else { return Ok(None) };
        for start in &net.starts {
            let Some(marking) = last.start_in(start) else { continue };
            let run = match self.way_down(net, &marking, budget)? {
                Some(fired) => match replay(net, self.targets, Run { start: marking, fired })? {
                    Replay::Covers(run) => return Ok(Some(CoverabilityAnswer::Covered(run))),
                    Replay::Fails(run) => run,
                },
                None => {
                    let mut relaxed = net.clone();
                    relaxed.transitions.iter_mut().for_each(|transition| transition.limits.clear());
                    let fired = self.way_down(&relaxed, &marking, budget)?.unwrap_or_default();
                    Run { start: marking, fired }
                }
            };
            self.spurious.get_or_insert(run);
            if self.spurious_left == 0 {
                return Ok(self.spurious.take().map(CoverabilityAnswer::Spurious));
            }
            self.spurious_left -= 1;
        }
        Ok(None)
    }

    /// Transitions from a marking of the last layer into the first one, each into the layer before.
    fn way_down(
        &self,
        net: &Net,
        marking: &Marking,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<usize>>, Interrupted> {
        // The marking on each layer so far, and the next transition to be tried from it.
        let mut way: Vec<(Marking, usize)> = vec![(marking.clone(), 0)];
        let mut looked_at = 0;
        while let Some((marking, next)) = way.last_mut() {
            let (marking, transition) = (marking.clone(), *next);
            *next += 1;
            if way.len() == self.layers.len() {
                return Ok(Some(way[..way.len() - 1].iter().map(|(_, next)| next - 1).collect()));
            }
            if transition >= net.transitions.len() {
                way.pop();
                continue;
            }
            budget.spend(1)?;
            let lower = &self.layers[self.layers.len() - 1 - way.len()];
            if let Some(after) = net.fire(&marking, transition)?
                && lower.contains(&after)
            {
                looked_at += 1;
                if looked_at > MOST_MARKINGS {
                    return Ok(None);
                }
                way.push((after, 0));
            }
        }
        Ok(None)
    }
}
