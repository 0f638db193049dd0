//! Gist: what a set says beyond what is known already.
//!
//! # The algorithm
//!
//! Disjuncts that do not meet the context are dropped. From each other disjunct the constraints are dropped, one
//! after the other, that follow from the context and the constraints that remain.
//!
//! # Why it is right
//!
//! At every step the disjunct intersected with the context stays the same set: a dropped constraint holds at
//! every point of the context that satisfies the rest.
//!
//! # Reference
//!
//! Pugh, Wonnacott: *Going Beyond Integer Programming with the Omega Test to Eliminate False Data Dependences*,
//! IEEE TPDS 1995, doi:10.1109/71.342135.

use crate::conjunction::Conjunction;
use crate::row::{self, Row};
use crate::set::Set;
use crate::simplify::violation;
use budget::{Budget, Budgeted};

impl Set {
    /// A set, as simple as it can be made by dropping constraints, with the same points as this one inside the
    /// context.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let budget = Budget::unlimited();
    /// let set = Set::parse("{ [x, y] : 0 <= x <= 9 and y >= x }").unwrap();
    /// let context = Set::parse("{ [x, y] : 0 <= x and y <= 9 }").unwrap();
    /// assert_eq!(set.gist(&context, &budget).unwrap().to_string(), "{ [x, y] : y >= x }");
    /// ```
    pub fn gist(&self, context: &Set, budget: &Budget) -> Budgeted<Set> {
        let (set, context) = self.aligned(context);
        let mut result = Set::empty(set.space.clone());
        for disjunct in set.simplified(budget)?.disjuncts {
            let meets = Set { space: set.space.clone(), disjuncts: vec![disjunct.clone()] };
            if !meets.is_disjoint(&context, budget)? {
                result.push(relative(disjunct, &context.disjuncts, budget)?, budget)?;
            }
        }
        Ok(result)
    }
}

fn relative(mut disjunct: Conjunction, context: &[Conjunction], budget: &Budget) -> Budgeted<Conjunction> {
    let mut index = 0;
    while index < disjunct.inequalities.len() {
        let inequality = disjunct.inequalities.remove(index);
        if !follows(&disjunct, &inequality, context, budget)? {
            disjunct.inequalities.insert(index, inequality);
            index += 1;
        }
    }
    let mut index = 0;
    while index < disjunct.equalities.len() {
        let equality = disjunct.equalities.remove(index);
        let implied = follows(&disjunct, &equality, context, budget)?
            && follows(&disjunct, &row::negated(&equality), context, budget)?;
        if !implied {
            disjunct.equalities.insert(index, equality);
            index += 1;
        }
    }
    Ok(disjunct)
}

/// Is the row non-negative wherever the rest and some disjunct of the context hold?
fn follows(rest: &Conjunction, row: &Row, context: &[Conjunction], budget: &Budget) -> Budgeted<bool> {
    let mut violated = rest.clone();
    violated.inequalities.push(violation(row));
    for known in context {
        if !violated.intersection(known).is_empty(budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}
