//! Backward search that keeps some upper bounds.
//!
//! # The algorithm
//!
//! As over single [demands](super::best_first), but with cubes: a step backward is exact first, limits and all, and then those upper bounds are
//! forgotten that the [`Precision`] does not keep.
//!
//! # Why it ends, and what it finds
//!
//! With the upper bounds that are kept, which are finitely many, markings fall into finitely many classes, and a cube contains with a marking
//! all larger ones of its class. "Larger, and in the same class" is a well-quasi-order as "larger" is, so that the sets
//! cannot grow for ever. Each cube contains all predecessors that were asked for, so a set without a start excludes all runs; its
//! complement is an inductive invariant.
//!
//! # Reference
//!
//! Abdulla, Chen, Delzanno, Haziza, Hong, Rezine: *Constrained monotonic abstraction: a CEGAR for parameterized verification*, CONCUR 2010,
//! doi:10.1007/978-3-642-15375-4_7. Departure: the classes are those of upper bounds of single places, and not of any formula.

use super::outcome::{BackwardStatistics, UncoveredProof};
use super::precision::Precision;
use crate::interrupted::Interrupted;
use crate::pruning::{Filter, FilterAnswer};
use crate::sets::{Cubes, Demand, Predecessors};
use budget::Budget;
use nets::{Amount, Cube, Marking, Start};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A cube that was found, and the step from it toward a target.
struct FoundCube {
    cube: Cube,
    toward: Option<(usize, u32)>,
    present: bool,
}

/// What a search with a fixed precision finds.
pub(super) enum Constrained {
    /// These transitions lead from a start to a target, if what was forgotten does not matter.
    Reaches(Vec<usize>),
    /// Nothing leads there; the cubes that are closed under predecessors, the filter's arguments apart.
    Closed(Vec<Cube>),
}

/// The search.
pub(super) struct ConstrainedSearch<'s, 'n> {
    pub predecessors: &'s Predecessors<'n>,
    pub filter: &'s mut Filter<'n>,
    pub precision: &'s Precision,
    pub statistics: &'s mut BackwardStatistics,
    found: Vec<FoundCube>,
    cubes: Cubes,
    /// By the distance from a start, the number of tokens, the number of the cube.
    waiting: BinaryHeap<Reverse<(u64, u64, u32)>>,
    distances: Vec<u64>,
    bytes: u64,
}

impl<'s, 'n> ConstrainedSearch<'s, 'n> {
    /// A search that has not begun.
    pub fn new(
        predecessors: &'s Predecessors<'n>,
        filter: &'s mut Filter<'n>,
        precision: &'s Precision,
        statistics: &'s mut BackwardStatistics,
    ) -> ConstrainedSearch<'s, 'n> {
        ConstrainedSearch {
            predecessors,
            filter,
            precision,
            statistics,
            found: Vec::new(),
            cubes: Cubes::default(),
            waiting: BinaryHeap::new(),
            distances: Vec::new(),
            bytes: 0,
        }
    }

    /// Searches until a start is found or nothing new.
    pub fn run(mut self, targets: &[Cube], budget: &Budget<'_>) -> Result<Constrained, Interrupted> {
        for target in targets {
            if let Some(fired) = self.add(target.clone(), None, budget)? {
                return Ok(Constrained::Reaches(fired));
            }
        }
        while let Some(Reverse((_, _, at))) = self.waiting.pop() {
            if !self.found[at as usize].present {
                continue;
            }
            self.statistics.iterations += 1;
            budget.iterate(self.statistics.iterations, self.waiting.len() as u64);
            if let Some(fired) = self.expand(at, budget)? {
                return Ok(Constrained::Reaches(fired));
            }
        }
        let present = self.found.into_iter().filter(|found| found.present);
        Ok(Constrained::Closed(present.map(|found| found.cube).collect()))
    }

    fn expand(&mut self, at: u32, budget: &Budget<'_>) -> Result<Option<Vec<usize>>, Interrupted> {
        let cube = self.found[at as usize].cube.clone();
        let demand = Demand::of_cube(&cube);
        for transition in self.predecessors.useful_for_cube(&cube) {
            if self.predecessors.are_many(&demand, transition) {
                return Err(Interrupted::Overflow);
            }
            for before in self.predecessors.of_cube(&cube, transition, budget)?.cubes {
                if let Some(fired) = self.add(before, Some((transition, at)), budget)? {
                    return Ok(Some(fired));
                }
            }
            if !self.found[at as usize].present {
                break;
            }
        }
        Ok(None)
    }

    /// Adds a cube, if nothing speaks against it; the transitions to a target if it contains a start.
    fn add(
        &mut self,
        cube: Cube,
        toward: Option<(usize, u32)>,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<usize>>, Interrupted> {
        self.statistics.predecessors += 1;
        if is_empty(&cube) {
            return Ok(None);
        }
        let cube = self.precision.abstracted(cube);
        if self.cubes.contains(&cube, budget)? {
            self.statistics.subsumed += 1;
            return Ok(None);
        }
        let demand = Demand::of_cube(&cube);
        let said = match toward {
            Some(_) => self.filter.ask(&demand, budget)?,
            None => self.filter.ask_target(&demand, budget)?,
        };
        let FilterAnswer::Possible(distance) = said else { return Ok(None) };
        let number = u32::try_from(self.found.len()).map_err(|_| Interrupted::OutOfBudget)?;
        for part in self.cubes.add(&cube, number, budget)? {
            self.found[part as usize].present = false;
        }
        let before = toward.map_or(0, |(_, next)| self.distances[next as usize]);
        let distance = distance.unwrap_or(before);
        self.distances.push(distance);
        self.waiting.push(Reverse((distance, demand.total(), number)));
        let bounds = cube.at_least.len() + cube.at_most.len();
        self.bytes = self.bytes.saturating_add(160 + 40 * bounds as u64);
        budget.hold(self.bytes);
        let starts = &self.predecessors.net().starts;
        let is_start = starts.iter().any(|start| start_in(&cube, start).is_some());
        self.found.push(FoundCube { cube, toward, present: true });
        Ok(is_start.then(|| self.way(number)))
    }

    /// The transitions from a cube to a target.
    fn way(&self, mut number: u32) -> Vec<usize> {
        let mut fired = Vec::new();
        while let Some((transition, next)) = self.found[number as usize].toward {
            fired.push(transition);
            number = next;
        }
        fired
    }
}

/// Whether no marking is between the bounds.
pub(super) fn is_empty(cube: &Cube) -> bool {
    cube.at_most.iter().any(|(place, most)| {
        let at = cube.at_least.binary_search_by_key(place, |(place, _)| *place);
        at.is_ok_and(|at| cube.at_least[at].1 > *most)
    })
}

/// The least start marking in the cube.
pub(super) fn start_in(cube: &Cube, start: &Start) -> Option<Marking> {
    let marking = Demand::of_cube(cube).least_start(start)?;
    let fits = |(place, most): &(usize, u64)| match start.0[*place] {
        Amount::Exactly(tokens) => tokens <= *most,
        Amount::AtLeast(_) => marking[*place] <= *most,
    };
    cube.at_most.iter().all(fits).then_some(marking)
}

/// What the filter and the cubes prove.
pub(super) fn proof(filter: Filter<'_>, cubes: Vec<Cube>) -> UncoveredProof {
    let (bounds, empty, excluded) = filter.into_arguments();
    let (demands, cubes): (Vec<Cube>, Vec<Cube>) = cubes.into_iter().partition(Cube::is_upward_closed);
    UncoveredProof { basis: demands.iter().map(Demand::of_cube).collect(), cubes, empty, bounds, excluded }
}
