//! Upward-closed sets as disjunctions of L-constraints: lower bounds on sums of places.
//!
//! # The representation
//!
//! A constraint is a conjunction of rows `x₁ + … + xₙ ≥ c`; the set is the union of the solutions of all constraints. One row
//! stands for all distributions of `c` tokens on its places, which are exponentially many least elements. L-constraints are
//! closed under transitions with transfers: what a sum of places holds afterwards is what the places that feed it held before,
//! plus a constant. So predecessors are a substitution, and their number does not grow.
//!
//! Limits: of the solutions of a row, those count that are above one with at most `k` tokens on a limited place `q`, that is, the
//! sum with `min(q, k)` instead of `q` must be large enough. Written out, that is the row itself and the row without `q` whose
//! bound is smaller by `k`; for several limited places, one row for each choice of them.
//!
//! # Entailment
//!
//! Whether a set of constraints contains another is hard to decide. Two simplifications make it a few linear programs: a
//! constraint is compared with single constraints, not with their union; and over the reals. Each makes the test stronger than
//! needed, so more constraints than necessary are kept, but only finitely many: an infinite sequence of constraints has one that
//! is above an earlier one row by row (Dickson's and Higman's lemmas), which either test notices. We use a little of the
//! integers: a row `s ≥ d` is entailed if no real solution has `s ≤ d − 1`.
//!
//! # Reference
//!
//! Delzanno, Esparza, Podelski: *Constraint-based analysis of broadcast protocols*, CSL 1999, doi:10.1007/3-540-48168-0_5.
//! Delzanno:
//! *Automatic verification of parameterized cache coherence protocols*, CAV 2000, doi:10.1007/10722167_8.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::antichain::Antichain;
use super::demand::Demand;
use super::predecessor::Predecessors;
use super::sum_constraint::{SumConstraint, SumRow};
use super::upward_closed::UpwardClosed;
use crate::interrupted::Interrupted;
use budget::Budget;
use nets::{Amount, Marking, Place, Start};

/// A union of conjunctions of lower bounds on sums of places.
#[derive(Debug, Clone, Default)]
pub struct SumConstraints(Vec<SumConstraint>);

impl SumConstraints {
    /// Whether a single constraint contains another one.
    fn contains_all_of(&self, constraint: &SumConstraint, budget: &Budget<'_>) -> Result<bool, Interrupted> {
        for own in &self.0 {
            if constraint.entails(own, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds a constraint, unless a single one contains it.
    fn insert(&mut self, constraint: SumConstraint, budget: &Budget<'_>) -> Result<(), Interrupted> {
        if self.contains_all_of(&constraint, budget)? {
            return Ok(());
        }
        let mut kept = Vec::with_capacity(self.0.len().saturating_add(1));
        for other in self.0.drain(..) {
            if !other.entails(&constraint, budget)? {
                kept.push(other);
            }
        }
        kept.push(constraint);
        self.0 = kept;
        Ok(())
    }
}

impl UpwardClosed for SumConstraints {
    fn of_demands(_: usize, demands: &[Demand], budget: &Budget<'_>) -> Result<SumConstraints, Interrupted> {
        let mut set = SumConstraints::default();
        for demand in demands {
            set.insert(SumConstraint::of_demand(demand), budget)?;
        }
        Ok(set)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn size(&self) -> usize {
        self.0.len()
    }

    fn bytes(&self) -> u64 {
        let rows = self.0.iter().flat_map(|constraint| constraint.rows());
        rows.fold(0u64, |sum, row| {
            sum.saturating_add(48).saturating_add((row.places.len() as u64).saturating_mul(8))
        })
    }

    fn contains(&self, marking: &[u64]) -> bool {
        self.0.iter().any(|constraint| constraint.rows().iter().all(|row| row.missing(marking) == 0))
    }

    fn start_in(&self, start: &Start) -> Option<Marking> {
        self.0.iter().find_map(|constraint| start_of(constraint, start))
    }

    fn predecessors(
        &self,
        predecessors: &Predecessors<'_>,
        transition: usize,
        budget: &Budget<'_>,
    ) -> Result<SumConstraints, Interrupted> {
        let mut set = SumConstraints::default();
        for constraint in &self.0 {
            if let Some(before) = constraint.before(predecessors, transition, budget)? {
                set.insert(before, budget)?;
            }
        }
        Ok(set)
    }

    fn useful(&self, predecessors: &Predecessors<'_>) -> Vec<usize> {
        let rows = self.0.iter().flat_map(|constraint| constraint.rows());
        predecessors.useful(rows.flat_map(|row| row.places.iter().copied()))
    }

    fn new_of(&self, other: SumConstraints, budget: &Budget<'_>) -> Result<SumConstraints, Interrupted> {
        let mut new = SumConstraints::default();
        for constraint in other.0 {
            if !self.contains_all_of(&constraint, budget)? {
                new.0.push(constraint);
            }
        }
        Ok(new)
    }

    fn add(&mut self, other: SumConstraints, budget: &Budget<'_>) -> Result<(), Interrupted> {
        for constraint in other.0 {
            self.insert(constraint, budget)?;
        }
        Ok(())
    }

    /// A constraint is left out if what it demands of single places is enough for that.
    fn retain(
        mut self,
        keeps: &mut dyn FnMut(&Demand) -> Result<bool, Interrupted>,
        budget: &Budget<'_>,
    ) -> Result<SumConstraints, Interrupted> {
        let mut kept = Vec::new();
        for constraint in self.0 {
            budget.spend(constraint.rows().len())?;
            if keeps(&constraint.single_places())? {
                kept.push(constraint);
            }
        }
        self.0 = kept;
        Ok(self)
    }

    fn basis(&self, budget: &Budget<'_>) -> Result<Vec<Demand>, Interrupted> {
        let mut least = Antichain::default();
        for constraint in &self.0 {
            for demand in constraint.least_solutions(budget)? {
                least.insert(demand, budget)?;
            }
        }
        least.basis(budget)
    }
}

/// A start marking that solves the constraint: what a row misses is put on a place with any number of tokens.
fn start_of(constraint: &SumConstraint, start: &Start) -> Option<Marking> {
    let mut marking = start.least();
    for row in constraint.rows() {
        let missing = row.missing(&marking);
        if missing > 0 {
            let any = |place: &&Place| matches!(start.0[**place], Amount::AtLeast(_));
            let place = row.places.iter().find(any)?;
            marking[*place] = marking[*place].checked_add(missing)?;
        }
    }
    let solves = |row: &SumRow| row.missing(&marking) == 0;
    constraint.rows().iter().all(solves).then_some(marking)
}
