//! Coalescing: two disjuncts become one where their union is one.
//!
//! # The algorithm
//!
//! A pair with a whole layer of points between them is left alone. For any other pair the *template hull* is
//! computed: every direction that bounds one of them is a constraint, moved outwards until it holds on both, or
//! dropped if it cannot, and the equalities that follow from both are added. If the template hull lies in the union
//! of the two, it replaces them. If not, a point of it outside shows which constraints are lacking; those that arise
//! from turning a moved constraint around an edge ([`template`]) and cut off the point are added, and again.
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
//! convex unions are found always; the moved and turned constraints find unions that are convex over the integers
//! only, such as `x = 0 or x = 1`, or `p < c or p = c and q >= 1` where `q >= 0`, which is `p < c + q and p <= c`.
//!
//! # Reference
//!
//! Verdoolaege: *Integer Set Coalescing*, IMPACT 2015. Bemporad, Fukuda, Torrisi: *Convexity Recognition of the
//! Union of Polyhedra*, Comput. Geom. 2001, doi:10.1016/S0925-7721(01)00004-9, for the fact on facets.

mod template;

use crate::compare::uncovered;
use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::row::{self, Row};
use crate::set::Set;
use crate::simplex::{Dictionary, Minimum};
use crate::simplify::remove_contained_in;
use budget::{Budget, Budgeted};
use template::Template;

/// How often the template hull of a pair is cut down before the pair is left alone.
const WRAPPINGS: usize = 3;

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
        let simple = self.simplified(budget)?;
        Ok(Set { space: simple.space, disjuncts: merged(simple.disjuncts, 1, budget)? })
    }

    /// The union of two sets that are coalesced already, coalesced: only pairs with a disjunct of each are tried.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let low = Set::parse("{ [x] : 0 <= x <= 3 or x = 9 }").unwrap();
    /// let high = Set::parse("{ [x] : 4 <= x <= 6 }").unwrap();
    /// let one = low.coalesced_union(&high, &Budget::unlimited()).unwrap();
    /// assert_eq!(one.disjuncts().len(), 2);
    /// ```
    pub fn coalesced_union(&self, other: &Set, budget: &Budget) -> Budgeted<Set> {
        let (left, right) = self.aligned(other);
        let (mut old, mut new) = (left.disjuncts, right.disjuncts);
        new.retain(|disjunct| !old.contains(disjunct));
        remove_contained_in(&mut new, &old, budget)?;
        remove_contained_in(&mut old, &new, budget)?;
        let settled = old.len().max(1);
        old.append(&mut new);
        budget.limits().allow_disjuncts(old.len())?;
        Ok(Set { space: left.space, disjuncts: merged(old, settled, budget)? })
    }
}

/// The disjuncts with pairs replaced by one wherever that is possible; those before `settled` have been tried.
fn merged(disjuncts: Vec<Conjunction>, settled: usize, budget: &Budget) -> Budgeted<Vec<Conjunction>> {
    if settled >= disjuncts.len() {
        return Ok(disjuncts);
    }
    let mut parts = Vec::with_capacity(disjuncts.len());
    for disjunct in disjuncts {
        parts.extend(Part::new(disjunct, budget)?);
    }
    // A new disjunct is put at the end and tried with all others.
    let mut settled = settled;
    while settled < parts.len() {
        let mut merged = None;
        let (before, after) = parts.split_at_mut(settled);
        for (other, part) in before.iter_mut().enumerate() {
            if let Some(hull) = merge_parts(part, &mut after[0], budget)? {
                merged = Some((other, hull));
                break;
            }
        }
        match merged {
            Some((other, hull)) => {
                parts.remove(settled);
                parts.remove(other);
                parts.extend(Part::new(hull, budget)?);
                settled = (settled - 1).max(1);
            }
            None => settled += 1,
        }
    }
    Ok(parts.into_iter().map(|part| part.conjunction).collect())
}

/// A conjunction with a dictionary that is kept from pair to pair.
struct Part {
    conjunction: Conjunction,
    dictionary: Dictionary,
}

impl Part {
    /// None if the conjunction has no rational point.
    fn new(conjunction: Conjunction, budget: &Budget) -> Budgeted<Option<Part>> {
        let dictionary = Dictionary::feasible(conjunction.system(), budget)?;
        Ok(dictionary.map(|dictionary| Part { conjunction, dictionary }))
    }

    /// The same points over the columns of a frame that has all their divisions.
    fn placed(&self, frame: &Conjunction, columns: &[usize], budget: &Budget) -> Budgeted<Option<Part>> {
        let mut conjunction = frame.clone();
        let place = |rows: &[Row]| rows.iter().map(|r| frame.import_row(r, columns)).collect();
        conjunction.equalities = place(&self.conjunction.equalities);
        conjunction.inequalities = place(&self.conjunction.inequalities);
        Part::new(conjunction, budget)
    }

    /// The visible coordinates of some integer point, if one is at hand.
    fn point(&self) -> Option<Vec<Integer>> {
        let mut point = self.dictionary.integer_point()?;
        point.truncate(self.conjunction.visible);
        Some(point)
    }

    /// The rows that are not negative: inequalities, and equalities from both sides.
    fn sides(&self) -> Vec<Row> {
        let equalities = &self.conjunction.equalities;
        let mut result: Vec<Row> = equalities.iter().map(|row| row::negated(row)).collect();
        result.extend(equalities.iter().chain(&self.conjunction.inequalities).cloned());
        result
    }

    /// Is there a whole layer between this part and one of the sides of the other?
    fn is_apart_from(&mut self, sides: &[Row], budget: &Budget) -> Budgeted<bool> {
        for side in sides {
            // side <= −2 everywhere here, and side >= 0 everywhere there.
            let mut beyond = row::negated(side);
            beyond[0] -= &Integer::from(2);
            if self.dictionary.forces(&beyond, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The least integer value that the direction can take, if it has a lower bound.
    fn least(&mut self, direction: &Row, budget: &Budget) -> Budgeted<Option<Integer>> {
        Ok(match self.dictionary.minimum(direction, budget)? {
            Minimum::Value(numerator, denominator) => Some(numerator.ceiling_divide(&denominator)),
            Minimum::Unbounded | Minimum::Infeasible => None,
        })
    }
}

/// The conjunction that is the union of the two, if it is found.
fn merge_parts(a: &mut Part, b: &mut Part, budget: &Budget) -> Budgeted<Option<Conjunction>> {
    let mut frame = Conjunction::universe(a.conjunction.visible);
    let template = if a.conjunction.divisions == b.conjunction.divisions {
        frame.divisions.clone_from(&a.conjunction.divisions);
        Template::new(frame, a, b, budget)?
    } else {
        let columns_a = frame.import_divisions(&a.conjunction);
        let columns_b = frame.import_divisions(&b.conjunction);
        match (a.placed(&frame, &columns_a, budget)?, b.placed(&frame, &columns_b, budget)?) {
            (Some(mut first), Some(mut second)) => Template::new(frame, &mut first, &mut second, budget)?,
            _ => None,
        }
    };
    let Some(mut template) = template else { return Ok(None) };
    let union = [&a.conjunction, &b.conjunction];
    let inside = a.point();
    for _ in 0..=WRAPPINGS {
        let Some(hull) = template.hull.clone().normalized() else { return Ok(None) };
        match uncovered(&hull, inside.clone(), &union, budget)? {
            None => return hull.simplified(budget),
            Some(point) if template.cut_off(&point) => {}
            Some(_) => return Ok(None),
        }
    }
    Ok(None)
}
