//! Emptiness, subset, equality, disjointness, and a sample point.
//!
//! # The algorithm
//!
//! Emptiness asks the Omega test for a point of each disjunct. A conjunction `a` lies in a union `b₁ ∪ … ∪ bₙ` if
//! each piece of `a \ b₁` lies in `b₂ ∪ … ∪ bₙ`; the search stops at the first piece that is not empty when the
//! list ends, and skips a `bᵢ` that the piece does not meet.
//!
//! # Why it is right
//!
//! The pieces are those of [`crate::difference`], which are exact because divisions are defined.
//!
//! # Reference
//!
//! Pugh: *The Omega Test: a Fast and Practical Integer Programming Algorithm for Dependence Analysis*,
//! Supercomputing 1991, doi:10.1145/125826.125848.

use crate::budget::{Budget, Budgeted};
use crate::conjunction::Conjunction;
use crate::difference;
use crate::integer::Integer;
use crate::row::Row;
use crate::sample;
use crate::set::Set;
use crate::simplify::violation;

impl Set {
    /// Does the set have no point, whatever the parameters?
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let set = Set::parse("{ [x, y] : 27 <= 11x + 13y <= 45 and -10 <= 7x - 9y <= 4 }").unwrap();
    /// assert!(set.is_empty(&Budget::unlimited()).unwrap());
    /// ```
    pub fn is_empty(&self, budget: &Budget) -> Budgeted<bool> {
        for disjunct in &self.disjuncts {
            if !disjunct.is_empty(budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Some point of the set, parameters first, or none if the set is empty.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let set = Set::parse("{ [x, y] : 3x + 5y = 1 and x >= 100 }").unwrap();
    /// let point = set.sample(&Budget::unlimited()).unwrap().unwrap();
    /// assert!(set.contains_point(&point));
    /// ```
    pub fn sample(&self, budget: &Budget) -> Budgeted<Option<Vec<Integer>>> {
        for disjunct in &self.disjuncts {
            if let Some(mut point) = sample::sample(disjunct.system(), budget)? {
                point.truncate(self.space.visible());
                return Ok(Some(point));
            }
        }
        Ok(None)
    }

    /// Is every point of this set in the other?
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let budget = Budget::unlimited();
    /// let fours = Set::parse("{ [x] : x mod 4 = 0 }").unwrap();
    /// let evens = Set::parse("{ [x] : x mod 2 = 0 }").unwrap();
    /// assert!(fours.is_subset(&evens, &budget).unwrap());
    /// assert!(!evens.is_subset(&fours, &budget).unwrap());
    /// ```
    pub fn is_subset(&self, other: &Set, budget: &Budget) -> Budgeted<bool> {
        let (left, right) = self.aligned(other);
        for disjunct in left.disjuncts {
            if !covered(disjunct, &right.disjuncts, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Do the two sets have the same points?
    pub fn is_equal(&self, other: &Set, budget: &Budget) -> Budgeted<bool> {
        Ok(self.is_subset(other, budget)? && other.is_subset(self, budget)?)
    }

    /// Do the two sets have no point in common?
    pub fn is_disjoint(&self, other: &Set, budget: &Budget) -> Budgeted<bool> {
        self.intersection(other, budget)?.is_empty(budget)
    }
}

impl Conjunction {
    /// Does no integer point satisfy the conjunction?
    pub fn is_empty(&self, budget: &Budget) -> Budgeted<bool> {
        sample::is_empty(self.system(), budget)
    }

    /// Does every integer point of this conjunction satisfy the other?
    pub fn implies(&self, other: &Conjunction, budget: &Budget) -> Budgeted<bool> {
        let mut base = self.clone();
        let columns = base.import_divisions(other);
        for equality in &other.equalities {
            let row = base.import_row(equality, &columns);
            let opposite = crate::row::negated(&row);
            if !base.forces(&row, budget)? || !base.forces(&opposite, budget)? {
                return Ok(false);
            }
        }
        for inequality in &other.inequalities {
            let row = base.import_row(inequality, &columns);
            if !base.forces(&row, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Is the row non-negative at every integer point?
    pub(crate) fn forces(&self, row: &Row, budget: &Budget) -> Budgeted<bool> {
        if self.inequalities.iter().any(|own| own[1..] == row[1..] && own[0] <= row[0]) {
            return Ok(true);
        }
        let mut system = self.system();
        system.inequalities.push(violation(row));
        sample::is_empty(system, budget)
    }
}

/// Does every integer point of the conjunction lie in one of the others?
pub(crate) fn covered(conjunction: Conjunction, others: &[Conjunction], budget: &Budget) -> Budgeted<bool> {
    budget.spend(1)?;
    let Some(conjunction) = conjunction.normalized() else { return Ok(true) };
    if conjunction.is_empty(budget)? {
        return Ok(true);
    }
    for (index, other) in others.iter().enumerate() {
        if conjunction.intersection(other).is_empty(budget)? {
            continue;
        }
        for piece in difference::pieces(&conjunction, other, budget)? {
            if !covered(piece, &others[index + 1..], budget)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    Ok(false)
}
