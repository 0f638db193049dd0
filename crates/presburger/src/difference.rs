//! Difference and complement.
//!
//! # The algorithm
//!
//! `a \ (c₁ ∧ … ∧ cₙ)` is the disjoint union of the pieces `a ∧ c₁ ∧ … ∧ cᵢ₋₁ ∧ ¬cᵢ`. A negated equality is two
//! pieces, one below and one above.
//!
//! ```text
//!      +-----------+            +--+--------+
//!      | a   +--+  |            |  |   3    |
//!      |     |b |  |     is     |1 +--+-----+
//!      |     +--+  |            |  |b |  2  |
//!      +-----------+            +--+--+-----+   and so on, one piece per side of b
//! ```
//!
//! # Why it is right
//!
//! The divisions of `b` are functions of the visible columns, so they may stand beside the negated constraint
//! with their definitions unchanged.
//!
//! # Reference
//!
//! Pugh, Wonnacott: *Experiences with Constraint-Based Array Dependence Analysis*, PPCP 1994,
//! doi:10.1007/3-540-58601-6_110.

use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::row::{self, Row};
use crate::set::Set;
use crate::simplex::Dictionary;
use crate::simplify::violation;
use budget::{Budget, Budgeted};

impl Set {
    /// The points of this set that are not in the other.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let budget = Budget::unlimited();
    /// let all = Set::parse("{ [x] : 0 <= x <= 9 }").unwrap();
    /// let thirds = Set::parse("{ [x] : x mod 3 = 0 }").unwrap();
    /// let rest = all.difference(&thirds, &budget).unwrap();
    /// assert!(rest.contains(&[4]) && rest.contains(&[5]) && !rest.contains(&[6]));
    /// ```
    pub fn difference(&self, other: &Set, budget: &Budget) -> Budgeted<Set> {
        let (left, right) = self.aligned(other);
        let mut current = left.disjuncts;
        for removed in &right.disjuncts {
            let mut next: Vec<Conjunction> = Vec::new();
            for conjunction in current {
                if conjunction.intersection(removed).is_empty(budget)? {
                    next.push(conjunction);
                } else {
                    visit_pieces(&conjunction, removed, budget, &mut |Piece { conjunction, point }| {
                        if let Some(piece) = conjunction.normalized()
                            && (point.is_some() || !piece.is_empty(budget)?)
                        {
                            next.push(piece);
                        }
                        Ok(true)
                    })?;
                }
                budget.limits().allow_disjuncts(next.len())?;
            }
            current = next;
        }
        Set::from_disjuncts(left.space, current, budget)
    }

    /// The points that are not in this set.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let budget = Budget::unlimited();
    /// let even = Set::parse("{ [x] : exists k: x = 2k }").unwrap();
    /// let odd = Set::parse("{ [x] : exists k: x = 2k + 1 }").unwrap();
    /// assert!(even.complement(&budget).unwrap().is_equal(&odd, &budget).unwrap());
    /// ```
    pub fn complement(&self, budget: &Budget) -> Budgeted<Set> {
        Set::universe(self.space.clone()).difference(self, budget)
    }
}

/// A part of a difference.
pub(crate) struct Piece {
    /// Its constraints.
    pub conjunction: Conjunction,
    /// The visible coordinates of one of its points, if one came up on the way.
    pub point: Option<Vec<Integer>>,
}

impl Piece {
    /// The base with one more inequality; the vertex of the base's dictionary may satisfy it.
    fn new(base: &Conjunction, inequality: Row, dictionary: &Dictionary) -> Piece {
        let reached = |point: &Vec<Integer>| !row::value_at(&inequality, point).is_negative();
        let mut point = dictionary.integer_point().filter(reached);
        if let Some(point) = &mut point {
            point.truncate(base.visible);
        }
        let mut conjunction = base.clone();
        conjunction.inequalities.push(inequality);
        Piece { conjunction, point }
    }
}

/// Disjoint conjunctions whose union is the difference of the two, one after the other until `visit` says false.
///
/// Pieces without a rational point are left out.
pub(crate) fn visit_pieces(
    conjunction: &Conjunction,
    removed: &Conjunction,
    budget: &Budget,
    visit: &mut dyn FnMut(Piece) -> Budgeted<bool>,
) -> Budgeted<()> {
    let mut base = conjunction.clone();
    let columns = base.import_divisions(removed);
    let Some(mut dictionary) = Dictionary::feasible(base.system(), budget)? else { return Ok(()) };
    for equality in &removed.equalities {
        let row = base.import_row(equality, &columns);
        let opposite = row::negated(&row);
        for side in [&opposite, &row] {
            if !dictionary.forces(side, budget)? && !visit(Piece::new(&base, violation(side), &dictionary))? {
                return Ok(());
            }
        }
        if !dictionary.add(row.clone(), budget)? || !dictionary.add(opposite, budget)? {
            return Ok(());
        }
        base.equalities.push(row);
    }
    for inequality in &removed.inequalities {
        let row = base.import_row(inequality, &columns);
        if dictionary.forces(&row, budget)? {
            continue;
        }
        if !visit(Piece::new(&base, violation(&row), &dictionary))? || !dictionary.add(row.clone(), budget)? {
            return Ok(());
        }
        base.inequalities.push(row);
    }
    Ok(())
}
