//! Canonical simplification: implicit equalities, redundant constraints, empty and contained disjuncts.
//!
//! # The algorithm
//!
//! An inequality `e >= 0` is an equality if `e >= 1` is impossible, and redundant if `e <= −1` is impossible
//! beside the others; both are questions to the rational simplex. A disjunct is dropped if it has no integer
//! point or lies in another one.
//!
//! # Why it is right
//!
//! The values of `e` are integers, so `e >= 0 ∧ ¬(e = 0)` is `e >= 1` and `¬(e >= 0)` is `e <= −1`: rational
//! emptiness of those proves the rule. The converse can fail, so a constraint that is redundant for integers only
//! may stay; the set is the same either way. Constraints are examined one after the other against those that
//! remain, so no two can justify each other's removal.
//!
//! # Reference
//!
//! Verdoolaege: *isl: An Integer Set Library for the Polyhedral Model*, ICMS 2010,
//! doi:10.1007/978-3-642-15582-6_49.

use crate::budget::{Budget, Budgeted};
use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::row::{self, Row};
use crate::sample;
use crate::set::Set;
use crate::simplex::Dictionary;
use crate::system::System;

impl Conjunction {
    /// The conjunction without redundant constraints, or none if it has no integer point.
    pub fn simplified(self, budget: &Budget) -> Budgeted<Option<Conjunction>> {
        let Some(mut conjunction) = self.normalized() else { return Ok(None) };
        loop {
            if sample::is_empty(conjunction.system(), budget)? {
                return Ok(None);
            }
            let found = implicit_equalities(&conjunction, budget)?;
            if found.is_empty() {
                break;
            }
            conjunction.equalities.extend(found);
            let Some(next) = conjunction.normalized() else { return Ok(None) };
            conjunction = next;
        }
        let mut index = 0;
        while index < conjunction.inequalities.len() {
            if is_redundant(&conjunction, index, budget)? {
                conjunction.inequalities.remove(index);
            } else {
                index += 1;
            }
        }
        Ok(conjunction.normalized())
    }

    /// Does the system with this inequality added have no rational point?
    pub(crate) fn excludes(&self, inequality: Row, budget: &Budget) -> Budgeted<bool> {
        let mut system = self.system();
        system.inequalities.push(inequality);
        rationally_empty(&system, budget)
    }
}

impl Set {
    /// The same set with fewer and simpler constraints: no empty and no contained disjuncts, no redundant
    /// constraints, every implied equality an equality.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let set = Set::parse("{ [x] : x >= 1 and x >= -3 and 2x <= 3 or x = 1 or 2x = 5 }").unwrap();
    /// let simple = set.simplified(&Budget::unlimited()).unwrap();
    /// assert_eq!(simple.to_string(), "{ [x] : x = 1 }");
    /// ```
    pub fn simplified(&self, budget: &Budget) -> Budgeted<Set> {
        let mut disjuncts: Vec<Conjunction> = Vec::new();
        for disjunct in &self.disjuncts {
            if let Some(simple) = disjunct.clone().simplified(budget)?
                && !disjuncts.contains(&simple)
            {
                disjuncts.push(simple);
            }
        }
        let mut index = 0;
        while index < disjuncts.len() {
            let mut contained = false;
            for (other, container) in disjuncts.iter().enumerate() {
                if other != index && disjuncts[index].implies(container, budget)? {
                    contained = true;
                    break;
                }
            }
            if contained {
                disjuncts.remove(index);
            } else {
                index += 1;
            }
        }
        Ok(Set { space: self.space.clone(), disjuncts })
    }
}

/// Does the system have no rational point?
pub(crate) fn rationally_empty(system: &System, budget: &Budget) -> Budgeted<bool> {
    Ok(Dictionary::feasible(system, budget)?.is_none())
}

/// The row that is not negative exactly where the integer row is negative.
pub(crate) fn violation(inequality: &[Integer]) -> Row {
    let mut result = row::negated(inequality);
    result[0] -= &Integer::ONE;
    result
}

fn implicit_equalities(conjunction: &Conjunction, budget: &Budget) -> Budgeted<Vec<Row>> {
    let mut found = Vec::new();
    for inequality in &conjunction.inequalities {
        let mut strict = inequality.clone();
        strict[0] -= &Integer::ONE;
        if conjunction.excludes(strict, budget)? {
            found.push(inequality.clone());
        }
    }
    Ok(found)
}

fn is_redundant(conjunction: &Conjunction, index: usize, budget: &Budget) -> Budgeted<bool> {
    let mut system = conjunction.system();
    let inequality = system.inequalities.remove(index);
    system.inequalities.push(violation(&inequality));
    rationally_empty(&system, budget)
}
