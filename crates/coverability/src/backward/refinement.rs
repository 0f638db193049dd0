//! Backward search whose abstraction becomes finer where a run of it is no run of the net.
//!
//! # The algorithm
//!
//! A search that [keeps](super::constrained) no upper bounds forgets the limits of transitions and the upper bounds of targets above the least
//! predecessors (monotone abstraction). If it finds a way from a start to a target, the way is followed backward once more with
//! all upper bounds kept. If a start is left at its end, it is a run. Otherwise upper bounds exclude it: all that there were
//! on the way are kept from now on, less those without which the way is excluded as well, place by place. Then the search begins again.
//!
//! # Why it is right
//!
//! Each search is right whatever it keeps. A way that was excluded once is not found again, since what is kept never becomes less. Each search ends;
//! that their sequence ends cannot be promised, since nets with limits can do what any program can.
//!
//! # Reference
//!
//! Abdulla, Chen, Delzanno, Haziza, Hong, Rezine: *Constrained monotonic abstraction: a CEGAR for parameterized verification*, CONCUR 2010,
//! doi:10.1007/978-3-642-15375-4_7. Departure: upper bounds of places are found by leaving out what is not needed, instead of formulas by
//! interpolation.

use super::constrained::{Constrained, ConstrainedSearch, is_empty, proof, start_in};
use super::outcome::{BackwardOptions, BackwardOutcome, BackwardStatistics, CoverabilityAnswer};
use super::precision::Precision;
use super::replay::{Replay, replay};
use crate::interrupted::Interrupted;
use crate::pruning::Filter;
use crate::sets::Predecessors;
use budget::{Budget, Budgeted, OutOfBudget};
use nets::{Cube, Marking, Net, Run};

/// The cubes that are followed along a way.
const MOST_CUBES: usize = 2_000;

/// A search that is refined from attempt to attempt: what it has learnt stays.
pub struct RefinedSearch<'n> {
    net: &'n Net,
    targets: &'n [Cube],
    options: BackwardOptions,
    precision: Precision,
    statistics: BackwardStatistics,
    /// How often the abstraction became finer.
    refinements: u64,
    /// A run to a target, once it is known.
    run: Option<Run>,
}

/// What following a way with all that is kept says.
enum Followed {
    /// It leads from this start to a target.
    From(Marking),
    /// What is kept excludes it.
    Excluded,
    /// It is not known: too many cases, or one that was approximated.
    Unclear,
}

impl<'n> RefinedSearch<'n> {
    /// A search for the targets that keeps nothing yet.
    pub fn new(net: &'n Net, targets: &'n [Cube], options: &BackwardOptions) -> RefinedSearch<'n> {
        RefinedSearch {
            net,
            targets,
            options: options.clone(),
            precision: Precision::default(),
            statistics: BackwardStatistics::default(),
            refinements: 0,
            run: None,
        }
    }

    /// How often the abstraction became finer.
    pub fn refinements(&self) -> u64 {
        self.refinements
    }

    /// Searches until it is known whether a target can be covered. Whoever runs out of budget may go on with another one.
    pub fn run(&mut self, budget: &Budget<'_>) -> Budgeted<BackwardOutcome> {
        let answer = match self.search(budget) {
            Ok(answer) => answer,
            Err(Interrupted::OutOfBudget) => return Err(OutOfBudget),
            Err(Interrupted::Overflow) => CoverabilityAnswer::TooLarge,
        };
        Ok(BackwardOutcome { answer, exact: false, statistics: self.statistics })
    }

    /// Learns from a way of another search, from a start to a target, that seemed to be no run.
    pub fn learn(&mut self, fired: &[usize], budget: &Budget<'_>) -> Budgeted<()> {
        match self.judge(fired, budget) {
            Ok(Judged::Run(run)) => self.run = Some(run),
            Ok(_) | Err(Interrupted::Overflow) => {}
            Err(Interrupted::OutOfBudget) => return Err(OutOfBudget),
        }
        Ok(())
    }

    fn search(&mut self, budget: &Budget<'_>) -> Result<CoverabilityAnswer, Interrupted> {
        if let Some(run) = &self.run {
            return Ok(CoverabilityAnswer::Covered(run.clone()));
        }
        let mut filter = Filter::new(self.net, &self.options.pruning, budget)?;
        let predecessors = Predecessors::new(self.net, |transition| filter.fires(self.net, transition));
        loop {
            let search =
                ConstrainedSearch::new(&predecessors, &mut filter, &self.precision, &mut self.statistics);
            let found = search.run(self.targets, budget)?;
            self.statistics.pruned = filter.counts();
            let fired = match found {
                Constrained::Reaches(fired) => fired,
                Constrained::Closed(cubes) => {
                    self.statistics.basis = cubes.len() as u64;
                    return Ok(CoverabilityAnswer::Uncovered(proof(filter, cubes)));
                }
            };
            match self.judge(&fired, budget)? {
                Judged::Run(run) => return Ok(CoverabilityAnswer::Covered(run)),
                Judged::Refined => {}
                Judged::Unclear => {
                    let start = self.net.starts.first().map(|start| start.least()).unwrap_or_default();
                    return Ok(CoverabilityAnswer::Spurious(Run { start, fired }));
                }
            }
        }
    }

    /// Whether the way is a run; if not, keeps what excludes it.
    fn judge(&mut self, fired: &[usize], budget: &Budget<'_>) -> Result<Judged, Interrupted> {
        let predecessors = Predecessors::new(self.net, |_| true);
        let mut way = Way { predecessors: &predecessors, targets: self.targets, fired, most: None };
        let mut finer = self.precision.clone();
        let start = match way.follow(None, Some(&mut finer), budget)? {
            Followed::From(start) => start,
            Followed::Excluded if finer != self.precision => {
                self.precision = way.coarsest(&self.precision, finer, budget)?;
                self.refinements += 1;
                return Ok(Judged::Refined);
            }
            Followed::Excluded | Followed::Unclear => return Ok(Judged::Unclear),
        };
        Ok(match replay(self.net, self.targets, Run { start, fired: fired.to_vec() })? {
            Replay::Covers(run) => Judged::Run(run),
            Replay::Fails(_) => Judged::Unclear,
        })
    }
}

/// What becomes of a way.
enum Judged {
    /// It is a run to a target.
    Run(Run),
    /// It is excluded from now on.
    Refined,
    /// Neither is known.
    Unclear,
}

/// Transitions from a start to a target, backward.
struct Way<'w, 'n> {
    predecessors: &'w Predecessors<'n>,
    targets: &'w [Cube],
    fired: &'w [usize],
    /// How many steps from its end are followed, if not all.
    most: Option<usize>,
}

impl Way<'_, '_> {
    /// Follows it with what the precision keeps, or with everything; notes all upper bounds on the way.
    fn follow(
        &mut self,
        precision: Option<&Precision>,
        mut seen: Option<&mut Precision>,
        budget: &Budget<'_>,
    ) -> Result<Followed, Interrupted> {
        let mut exact = true;
        let kept = |cube: Cube| precision.map_or(cube.clone(), |precision| precision.abstracted(cube));
        let mut cubes: Vec<Cube> =
            self.targets.iter().filter(|target| !is_empty(target)).cloned().map(kept).collect();
        for (steps, transition) in self.fired.iter().rev().enumerate() {
            if self.most == Some(steps) {
                return Ok(Followed::Unclear);
            }
            cubes.iter().for_each(|cube| seen.iter_mut().for_each(|seen| seen.keep_all(cube)));
            let mut before = Vec::new();
            for cube in &cubes {
                let found = self.predecessors.of_cube(cube, *transition, budget)?;
                exact &= found.exact;
                // The limit of the step itself may be what excludes it, but needs not be kept for that.
                before.extend(found.cubes.into_iter().map(kept));
            }
            before.sort_unstable_by(|one, other| {
                (&one.at_least, &one.at_most).cmp(&(&other.at_least, &other.at_most))
            });
            before.dedup();
            if before.is_empty() {
                self.most.get_or_insert(steps.saturating_add(1));
                return Ok(Followed::Excluded);
            }
            if before.len() > MOST_CUBES {
                return Ok(Followed::Unclear);
            }
            cubes = before;
        }
        cubes.iter().for_each(|cube| seen.iter_mut().for_each(|seen| seen.keep_all(cube)));
        let starts = &self.predecessors.net().starts;
        let start = cubes.iter().find_map(|cube| starts.iter().find_map(|start| start_in(cube, start)));
        Ok(match start {
            None => Followed::Excluded,
            Some(start) if exact => Followed::From(start),
            Some(_) => Followed::Unclear,
        })
    }

    /// Between two precisions, the second of which excludes the way, one that does so and keeps what is needed only.
    fn coarsest(
        &mut self,
        least: &Precision,
        most: Precision,
        budget: &Budget<'_>,
    ) -> Result<Precision, Interrupted> {
        let mut precision = most;
        let places: Vec<_> = precision.places().collect();
        for (place, _) in places {
            let coarser = precision.with_place_of(least, place);
            if coarser != precision
                && matches!(self.follow(Some(&coarser), None, budget)?, Followed::Excluded)
            {
                precision = coarser;
            }
        }
        Ok(precision)
    }
}
