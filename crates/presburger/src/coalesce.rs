//! Coalescing: two disjuncts become one where their union is one.
//!
//! # The algorithm
//!
//! For two conjunctions the *template hull* is computed: every direction that bounds one of them is a constraint,
//! moved outwards until it holds on both, or dropped if it cannot, and the equalities of their common affine hull
//! are added. If the template hull lies in the union of the two, it replaces them.
//!
//! ```text
//!   +---+---+        +-------+         +---+                 +---+
//!   | a | b |   →    | a ∪ b |         | a +---+     stays   | a +---+
//!   +---+---+        +-------+         +---+ b |             +---+ b |
//!                                          +---+                 +---+
//! ```
//!
//! # Why it is right
//!
//! The template hull contains both by construction, and the exact subset test shows that it contains nothing
//! else. Where the union of two polyhedra is convex, its facets are among the facets of the two, so rational
//! convex unions are found always; the moved and added constraints find unions that are convex over the integers
//! only, such as `x = 0 or x = 1`.
//!
//! # Reference
//!
//! Verdoolaege: *Integer Set Coalescing*, IMPACT 2015. Bemporad, Fukuda, Torrisi: *Convexity Recognition of the
//! Union of Polyhedra*, Comput. Geom. 2001, doi:10.1016/S0925-7721(01)00004-9, for the fact on facets.

use crate::affine_hull::affine_hull;
use crate::budget::{Budget, Budgeted};
use crate::compare::covered;
use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::row::{self, Row};
use crate::set::Set;
use crate::simplex::{self, Minimum};
use crate::system::System;

impl Set {
    /// The same set with pairs of disjuncts replaced by one wherever that is possible.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let set = Set::parse("{ [x] : 0 <= x <= 3 or x = 4 or 5 <= x <= 9 }").unwrap();
    /// let one = set.coalesced(&Budget::unlimited()).unwrap();
    /// assert_eq!(one.disjuncts().len(), 1);
    /// ```
    pub fn coalesced(&self, budget: &Budget) -> Budgeted<Set> {
        let mut disjuncts = self.simplified(budget)?.disjuncts;
        // Pairs before `settled` have been tried: a new disjunct is put at the end and tried with all others.
        let mut settled = 1;
        while settled < disjuncts.len() {
            let mut merged = None;
            for other in 0..settled {
                if let Some(hull) = merge(&disjuncts[other], &disjuncts[settled], budget)? {
                    merged = Some((other, hull));
                    break;
                }
            }
            match merged {
                Some((other, hull)) => {
                    disjuncts.remove(settled);
                    disjuncts.remove(other);
                    disjuncts.push(hull);
                    settled = (settled - 1).max(1);
                }
                None => settled += 1,
            }
        }
        Ok(Set { space: self.space.clone(), disjuncts })
    }
}

/// The conjunction that is the union of the two, if it is found.
pub(crate) fn merge(a: &Conjunction, b: &Conjunction, budget: &Budget) -> Budgeted<Option<Conjunction>> {
    let hull = template_hull(a, b, budget)?;
    if !covered(&hull, &[a, b], budget)? {
        return Ok(None);
    }
    hull.simplified(budget)
}

/// The least conjunction above both whose inequalities have the directions of theirs.
///
/// Both must have a rational point.
pub(crate) fn template_hull(a: &Conjunction, b: &Conjunction, budget: &Budget) -> Budgeted<Conjunction> {
    let mut frame = Conjunction::universe(a.visible);
    let columns_a = frame.import_divisions(a);
    let columns_b = frame.import_divisions(b);
    let (first, mut directions) = placed(&frame, a, &columns_a);
    let (second, more) = placed(&frame, b, &columns_b);
    directions.extend(more);
    for direction in &mut directions {
        direction[0] = Integer::ZERO;
    }
    directions.sort();
    directions.dedup();
    for direction in directions {
        let bounds = [rounded(&first, &direction, budget)?, rounded(&second, &direction, budget)?];
        if let [Some(x), Some(y)] = bounds {
            let mut inequality = direction;
            inequality[0] = -&x.min(y);
            frame.inequalities.push(inequality);
        }
    }
    let pair = [a.clone(), b.clone()];
    for equality in affine_hull(&pair, a.visible, budget)?.unwrap_or_default() {
        frame.add_equality(equality);
    }
    Ok(frame)
}

/// The conjunction's constraints over the frame's columns, and its directions.
fn placed(frame: &Conjunction, conjunction: &Conjunction, columns: &[usize]) -> (System, Vec<Row>) {
    let mut result = frame.clone();
    result.equalities = conjunction.equalities.iter().map(|r| frame.import_row(r, columns)).collect();
    result.inequalities = conjunction.inequalities.iter().map(|r| frame.import_row(r, columns)).collect();
    let mut directions = result.inequalities.clone();
    for equality in &result.equalities {
        directions.push(equality.clone());
        directions.push(row::negated(equality));
    }
    (result.system(), directions)
}

/// The least integer value that the direction can take, if it has a lower bound.
fn rounded(system: &System, direction: &Row, budget: &Budget) -> Budgeted<Option<Integer>> {
    Ok(match simplex::minimum(system, direction, budget)? {
        Minimum::Value(numerator, denominator) => Some(numerator.ceiling_divide(&denominator)),
        Minimum::Unbounded | Minimum::Infeasible => None,
    })
}
