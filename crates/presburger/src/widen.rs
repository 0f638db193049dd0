//! Widening: upper bounds that make growing sequences end.
//!
//! # The algorithm
//!
//! On one polyhedron (Cousot and Halbwachs): `P ∇ Q` keeps the constraints of `P` that hold on `Q`. On unions
//! (Bultan, Gerber and Pugh, their figure 9): the disjuncts of the new set are first coalesced; every new disjunct
//! `r` that contains an old disjunct `q` **of the same dimension** is replaced by `q ∇ r`; the others are copied.
//!
//! ```text
//!    q        r            q ∇ r
//!   +--+    +------+      +-------
//!   |  |    |      |      |            the right side did not hold on r, so it goes
//!   +--+    +------+      +-------
//! ```
//!
//! The dimension rule keeps a point that grew to a segment from growing to the whole line at once. Where the
//! result has more disjuncts than allowed, it is replaced by the widening of the two convex hulls.
//!
//! # Why it is right
//!
//! Every constraint that is kept holds on both arguments, and everything that is not widened is copied, so the
//! result contains both. With a bound of one disjunct every sequence ends: each change raises the dimension or
//! loses a facet. With a larger bound each disjunct that is widened loses a constraint and the number of disjuncts
//! is bounded, which ended all sequences we have met; it is not a proof, so a caller who needs one lowers the
//! bound to one after a number of rounds.
//!
//! # Reference
//!
//! Cousot, Halbwachs: *Automatic Discovery of Linear Restraints Among Variables of a Program*, POPL 1978,
//! doi:10.1145/512760.512770. Bultan, Gerber, Pugh: *Model-Checking Concurrent Systems with Unbounded Integer
//! Variables: Symbolic Representations, Approximations, and Experimental Results*, TOPLAS 1999,
//! doi:10.1145/325478.325480. Departure: beyond the bound, hulls are widened and not only joined.

use crate::affine_hull::affine_hull;
use crate::budget::{Budget, Budgeted};
use crate::conjunction::Conjunction;
use crate::row;
use crate::set::Set;

impl Conjunction {
    /// The constraints of this conjunction that also hold on the next, which contains both.
    ///
    /// An equality counts as two inequalities.
    pub fn widened(&self, next: &Conjunction, budget: &Budget) -> Budgeted<Conjunction> {
        let mut result = Conjunction::universe(self.visible);
        result.divisions = self.divisions.clone();
        let mut base = next.clone();
        let columns = base.import_divisions(self);
        let mut constraints = self.inequalities.clone();
        for equality in &self.equalities {
            constraints.push(equality.clone());
            constraints.push(row::negated(equality));
        }
        for constraint in constraints {
            let there = base.import_row(&constraint, &columns);
            if base.forces(&there, budget)? {
                result.inequalities.push(constraint);
            }
        }
        Ok(result.normalized().unwrap_or_else(|| self.clone()))
    }
}

impl Set {
    /// The widening of the convex hulls of the two sets: a single disjunct that contains both.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let budget = Budget::unlimited();
    /// let before = Set::parse("{ [x, y] : 0 <= x <= 1 and 0 <= y <= 1 }").unwrap();
    /// let after = Set::parse("{ [x, y] : 0 <= x <= 2 and 0 <= y <= 1 }").unwrap();
    /// let bound = before.widened_hull(&after, &budget).unwrap();
    /// let expected = Set::parse("{ [x, y] : 0 <= x and 0 <= y <= 1 }").unwrap();
    /// assert!(bound.is_equal(&expected, &budget).unwrap());
    /// ```
    pub fn widened_hull(&self, next: &Set, budget: &Budget) -> Budgeted<Set> {
        let (before, after) = self.aligned(next);
        let after = before.union(&after, budget)?.convex_hull(budget)?;
        let before = before.convex_hull(budget)?;
        match (before.disjuncts.first(), after.disjuncts.first()) {
            (Some(p), Some(q)) => {
                let widened = p.widened(q, budget)?;
                Set::from_disjuncts(before.space.clone(), widened.simplified(budget)?, budget)
            }
            _ => Ok(after),
        }
    }

    /// The multi-polyhedra widening: a set of at most `bound` disjuncts that contains both sets.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let budget = Budget::unlimited();
    /// let before = Set::parse("{ [x, y] : y = 0 and 0 <= x <= 1 or y = 5 and x = 9 }").unwrap();
    /// let after = Set::parse("{ [x, y] : y = 0 and 0 <= x <= 2 or y = 5 and 9 <= x <= 10 }").unwrap();
    /// let bound = before.widened(&after, 8, &budget).unwrap();
    /// let expected = Set::parse("{ [x, y] : y = 0 and 0 <= x or y = 5 and 9 <= x <= 10 }").unwrap();
    /// assert!(bound.is_equal(&expected, &budget).unwrap());
    /// ```
    pub fn widened(&self, next: &Set, bound: usize, budget: &Budget) -> Budgeted<Set> {
        let (before, after) = self.aligned(next);
        let after = before.union(&after, budget)?.coalesced(budget)?;
        let before = before.simplified(budget)?;
        let mut result = Set::empty(before.space.clone());
        for new in &after.disjuncts {
            let mut widened = false;
            for old in &before.disjuncts {
                if same_dimension(old, new, budget)? && old.implies(new, budget)? {
                    result.push(old.widened(new, budget)?, budget)?;
                    widened = true;
                }
            }
            if !widened {
                result.push(new.clone(), budget)?;
            }
        }
        let result = result.coalesced(budget)?;
        if result.disjuncts.len() <= bound { Ok(result) } else { before.widened_hull(&result, budget) }
    }
}

/// Do the affine hulls of the two have the same dimension?
fn same_dimension(a: &Conjunction, b: &Conjunction, budget: &Budget) -> Budgeted<bool> {
    let rank = |c: &Conjunction| affine_hull(std::slice::from_ref(c), c.visible, budget);
    Ok(rank(a)?.map(|rows| rows.len()) == rank(b)?.map(|rows| rows.len()))
}
