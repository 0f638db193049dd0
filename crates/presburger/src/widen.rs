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
//! Of the candidates for the answer, from the most to the least precise, the first is taken that does not grow or that
//! lowers the [`measure`]: the union of the above, coalesced; the same as it stands; the widening of the hulls; the
//! constraints of the simplest old disjunct that hold on everything; all points.
//!
//! # Why it is right
//!
//! Every constraint that is kept holds on both arguments, and everything that is not widened is copied, so every
//! candidate contains both. Each step of a chain that changes the set lowers the measure, which cannot go on for ever,
//! so every chain ends whatever the bound; see [`measure`], also for why the first candidate is taken nearly always.
//!
//! # Reference
//!
//! Cousot, Halbwachs: *Automatic Discovery of Linear Restraints Among Variables of a Program*, POPL 1978,
//! doi:10.1145/512760.512770. Bultan, Gerber, Pugh: *Model-Checking Concurrent Systems with Unbounded Integer
//! Variables: Symbolic Representations, Approximations, and Experimental Results*, TOPLAS 1999,
//! doi:10.1145/325478.325480. Departures: beyond the bound, hulls are widened and not only joined, since joining alone
//! need not end; and the measure is checked, as Bagnara, Hill and Zaffanella do (*Widening Operators for Powerset
//! Domains*, STTT 2006, doi:10.1007/s10009-005-0215-8).

mod measure;

use crate::conjunction::Conjunction;
use crate::row;
use crate::set::Set;
use budget::{Budget, Budgeted};
use measure::{Measure, codimension};

impl Conjunction {
    /// The constraints of this conjunction that also hold on the next, which contains both.
    ///
    /// An equality counts as two inequalities.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let before = Set::parse("{ [x] : 0 <= x <= 1 }").unwrap();
    /// let after = Set::parse("{ [x] : 0 <= x <= 2 }").unwrap();
    /// let widened = before.disjuncts()[0].widened(&after.disjuncts()[0], &Budget::unlimited()).unwrap();
    /// assert_eq!(widened.inequalities().len(), 1);
    /// ```
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

    /// The multi-polyhedra widening: a set of at most `bound` disjuncts that contains both sets, or this set as it is
    /// where it contains the other.
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
    ///
    /// A sequence in which each set is the widening of the one before, as it stands, with any other set ends: from
    /// some place on it stays the same.
    pub fn widened(&self, next: &Set, bound: usize, budget: &Budget) -> Budgeted<Set> {
        let (before, after) = self.aligned(next);
        let after = before.union(&after, budget)?.coalesced(budget)?;
        if after.is_subset(&before, budget)? {
            return Ok(before);
        }
        let before = before.simplified(budget)?;
        let measure = Measure::of(&before, budget)?;
        let pieces = widened_pieces(&before, &after, budget)?;
        for candidate in [pieces.coalesced(budget)?, pieces.simplified(budget)?] {
            if candidate.disjuncts.len() <= bound.max(1) && Measure::of(&candidate, budget)? < measure {
                return Ok(candidate);
            }
        }
        let hulls = before.widened_hull(&pieces, budget)?;
        if Measure::of(&hulls, budget)? < measure {
            return Ok(hulls);
        }
        let simplest = simplest_widened(&before, &pieces, budget)?;
        if Measure::of(&simplest, budget)? < measure {
            return Ok(simplest);
        }
        Ok(Set::universe(before.space))
    }
}

/// The new disjuncts, each widened against the old ones of the same dimension inside it.
fn widened_pieces(before: &Set, after: &Set, budget: &Budget) -> Budgeted<Set> {
    let mut old = Vec::new();
    for disjunct in &before.disjuncts {
        old.push((codimension(disjunct, budget)?, disjunct));
    }
    let mut result = Set::empty(before.space.clone());
    for new in &after.disjuncts {
        let codimension = codimension(new, budget)?;
        let mut widened = false;
        for (old_codimension, old) in &old {
            if *old_codimension == codimension && old.implies(new, budget)? {
                result.push(old.widened(new, budget)?, budget)?;
                widened = true;
            }
        }
        if !widened {
            result.push(new.clone(), budget)?;
        }
    }
    Ok(result)
}

/// The constraints of the simplest old disjunct that hold on every piece.
fn simplest_widened(before: &Set, pieces: &Set, budget: &Budget) -> Budgeted<Set> {
    let mut simplest: Option<(Measure, &Conjunction)> = None;
    for disjunct in &before.disjuncts {
        let measure = Measure::of_one(disjunct, budget)?;
        if simplest.as_ref().is_none_or(|(least, _)| measure < *least) {
            simplest = Some((measure, disjunct));
        }
    }
    let mut result =
        simplest.map_or_else(|| Conjunction::universe(before.space.visible()), |(_, d)| d.clone());
    for piece in &pieces.disjuncts {
        result = result.widened(piece, budget)?;
    }
    Set::from_disjuncts(before.space.clone(), result.simplified(budget)?, budget)
}
