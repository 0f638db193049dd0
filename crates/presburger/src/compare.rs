//! Emptiness, subset, equality, disjointness, and a sample point.
//!
//! # The algorithm
//!
//! Emptiness asks [`crate::sample`] for a point of each disjunct. A conjunction `a` lies in a union `b₁ ∪ … ∪ bₙ` if
//! some point of `a` lies in a `bᵢ` and each piece of `a \ bᵢ` lies in the union of the others. The point chooses
//! the `bᵢ`, and a point that lies in none ends the search.
//!
//! # Why it is right
//!
//! The pieces are those of [`crate::difference`], which are exact because divisions are defined.
//!
//! # Reference
//!
//! Pugh: *The Omega Test: a Fast and Practical Integer Programming Algorithm for Dependence Analysis*,
//! Supercomputing 1991, doi:10.1145/125826.125848.

use crate::conjunction::Conjunction;
use crate::difference::{self, Piece};
use crate::integer::Integer;
use crate::row::{self, Row};
use crate::sample;
use crate::set::Set;
use crate::simplex::Dictionary;
use crate::simplify::violation;
use budget::{Budget, Budgeted};

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
            if let Some(point) = sample::visible_point(disjunct, budget)? {
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
        if self.space.parameters() != other.space.parameters() {
            let (left, right) = self.aligned(other);
            return left.is_subset(&right, budget);
        }
        assert_eq!(
            self.dimension_count(),
            other.dimension_count(),
            "sets must have the same number of dimensions"
        );
        let (left, right) = (self, other);
        let others: Vec<&Conjunction> = right.disjuncts.iter().collect();
        for disjunct in &left.disjuncts {
            if !right.disjuncts.contains(disjunct) && !covered(disjunct, &others, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The disjuncts of this set that have a point outside the other.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let found = Set::parse("{ [x] : 0 <= x <= 4 or 10 <= x <= 14 }").unwrap();
    /// let known = Set::parse("{ [x] : 0 <= x <= 12 }").unwrap();
    /// let new = found.disjuncts_outside(&known, &Budget::unlimited()).unwrap();
    /// assert!(new.contains(&[14]) && new.contains(&[10]) && !new.contains(&[4]));
    /// ```
    pub fn disjuncts_outside(&self, other: &Set, budget: &Budget) -> Budgeted<Set> {
        let (left, right) = self.aligned(other);
        let others: Vec<&Conjunction> = right.disjuncts.iter().collect();
        let mut result = Set::empty(left.space);
        for disjunct in left.disjuncts {
            if !right.disjuncts.contains(&disjunct) && !covered(&disjunct, &others, budget)? {
                result.disjuncts.push(disjunct);
            }
        }
        Ok(result)
    }

    /// Do the two sets have the same points?
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let one = Set::parse("{ [x] : 2x >= 5 }").unwrap();
    /// let other = Set::parse("{ [x] : x >= 3 }").unwrap();
    /// assert!(one.is_equal(&other, &Budget::unlimited()).unwrap());
    /// ```
    pub fn is_equal(&self, other: &Set, budget: &Budget) -> Budgeted<bool> {
        Ok(self.is_subset(other, budget)? && other.is_subset(self, budget)?)
    }

    /// Do the two sets have no point in common?
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let even = Set::parse("{ [x, y] : x + y = 2 * floor((x + y)/2) }").unwrap();
    /// let odd = Set::parse("{ [x, y] : exists k: x - y = 2k + 1 }").unwrap();
    /// assert!(even.is_disjoint(&odd, &Budget::unlimited()).unwrap());
    /// ```
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
        let mut rows = Vec::new();
        for equality in &other.equalities {
            let row = base.import_row(equality, &columns);
            if !base.equalities.contains(&row) {
                rows.push(row::negated(&row));
                rows.push(row);
            }
        }
        rows.extend(other.inequalities.iter().map(|inequality| base.import_row(inequality, &columns)));
        rows.retain(|row| !base.states(row));
        if rows.is_empty() {
            return Ok(true);
        }
        let Some(mut dictionary) = Dictionary::feasible(base.system(), budget)? else { return Ok(true) };
        for row in &rows {
            if !forced(&mut dictionary, row, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Is the row non-negative at every integer point?
    pub(crate) fn forces(&self, row: &Row, budget: &Budget) -> Budgeted<bool> {
        if self.states(row) {
            return Ok(true);
        }
        let Some(mut dictionary) = Dictionary::feasible(self.system(), budget)? else { return Ok(true) };
        forced(&mut dictionary, row, budget)
    }

    /// Is the row, or a stronger one with its direction, among the inequalities?
    fn states(&self, row: &Row) -> bool {
        self.inequalities.iter().any(|own| own[1..] == row[1..] && own[0] <= row[0])
    }
}

/// Is the row non-negative at every integer point of the dictionary's system?
fn forced(dictionary: &mut Dictionary, row: &Row, budget: &Budget) -> Budgeted<bool> {
    if dictionary.forces(row, budget)? {
        return Ok(true);
    }
    if dictionary.integer_point().is_some_and(|point| row::value_at(row, &point).is_negative()) {
        return Ok(false);
    }
    let mut system = dictionary.system().clone();
    system.inequalities.push(violation(row));
    sample::is_empty(system, budget)
}

/// Does every integer point of the conjunction lie in one of the others?
pub(crate) fn covered(conjunction: &Conjunction, others: &[&Conjunction], budget: &Budget) -> Budgeted<bool> {
    Ok(uncovered(conjunction, None, others, budget)?.is_none())
}

/// The visible coordinates of an integer point of the conjunction that lies in none of the others, if there is one.
///
/// Some point of the conjunction lies in one of the others, or it is the answer. What that one leaves over must lie
/// in the rest.
pub(crate) fn uncovered(
    conjunction: &Conjunction,
    known: Option<Vec<Integer>>,
    others: &[&Conjunction],
    budget: &Budget,
) -> Budgeted<Option<Vec<Integer>>> {
    budget.spend(1 + others.len())?;
    let point = match known {
        None => sample::visible_point(conjunction, budget)?,
        point => point,
    };
    let Some(point) = point else { return Ok(None) };
    let Some(place) = others.iter().position(|other| other.contains(&point)) else { return Ok(Some(point)) };
    let mut rest = others.to_vec();
    let chosen = rest.remove(place);
    let mut found = None;
    difference::visit_pieces(conjunction, chosen, budget, &mut |Piece { conjunction, point }| {
        if point.as_ref().is_some_and(|point| !rest.iter().any(|other| other.contains(point))) {
            found = point;
        } else if let Some(piece) = conjunction.normalized() {
            found = uncovered(&piece, point, &rest, budget)?;
        }
        Ok(found.is_none())
    })?;
    Ok(found)
}
