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

use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::row::{self, Row};
use crate::sample;
use crate::scalar::Scalar;
use crate::set::Set;
use crate::simplex::{self, unhalted};
use crate::system::System;
use crate::tableau::{End, Halt, Tableau};
use budget::{Budget, Budgeted};

impl Conjunction {
    /// The conjunction without redundant constraints, or none if it has no integer point.
    pub fn simplified(self, budget: &Budget) -> Budgeted<Option<Conjunction>> {
        let Some(mut conjunction) = self.normalized() else { return Ok(None) };
        let mut inhabited = false;
        loop {
            let system = conjunction.system();
            let Some(trimming) = trimming(&system, conjunction.inequalities.len(), budget)? else {
                return Ok(None);
            };
            if !inhabited && !trimming.whole_vertex && sample::is_empty(system, budget)? {
                return Ok(None);
            }
            inhabited = true;
            if trimming.equalities.is_empty() {
                let mut redundant = trimming.redundant.into_iter();
                conjunction.inequalities.retain(|_| redundant.next() != Some(true));
                // A division may be left that no constraint mentions.
                let settled = conjunction.divisions.is_empty();
                return Ok(if settled { Some(conjunction) } else { conjunction.normalized() });
            }
            for place in trimming.equalities {
                conjunction.equalities.push(conjunction.inequalities[place].clone());
            }
            let Some(next) = conjunction.normalized() else { return Ok(None) };
            conjunction = next;
        }
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
        remove_contained(&mut disjuncts, budget)?;
        Ok(Set { space: self.space.clone(), disjuncts })
    }
}

/// Removes each disjunct that lies in another one.
fn remove_contained(disjuncts: &mut Vec<Conjunction>, budget: &Budget) -> Budgeted<()> {
    if disjuncts.len() < 2 {
        return Ok(());
    }
    let mut points = Vec::with_capacity(disjuncts.len());
    for disjunct in disjuncts.iter() {
        points.push(sample::visible_point(disjunct, budget)?);
    }
    let mut index = 0;
    while index < disjuncts.len() {
        let mut contained = false;
        for (other, container) in disjuncts.iter().enumerate() {
            // A point outside settles most pairs.
            let possible = other != index && points[index].as_ref().is_none_or(|p| container.contains(p));
            if possible && disjuncts[index].implies(container, budget)? {
                contained = true;
                break;
            }
        }
        if contained {
            disjuncts.remove(index);
            points.remove(index);
        } else {
            index += 1;
        }
    }
    Ok(())
}

/// Removes each disjunct that lies in one of the others.
pub(crate) fn remove_contained_in(
    disjuncts: &mut Vec<Conjunction>,
    others: &[Conjunction],
    budget: &Budget,
) -> Budgeted<()> {
    let mut index = 0;
    while index < disjuncts.len() {
        let point = sample::visible_point(&disjuncts[index], budget)?;
        let mut contained = false;
        for other in others {
            // A point outside settles most pairs.
            let possible = point.as_ref().is_none_or(|point| other.contains(point));
            if possible && disjuncts[index].implies(other, budget)? {
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
    Ok(())
}

/// The row that is not negative exactly where the integer row is negative.
pub(crate) fn violation(inequality: &[Integer]) -> Row {
    let mut result = row::negated(inequality);
    result[0] -= &Integer::ONE;
    result
}

/// What the rational relaxation of a system says about its first inequalities.
struct Trimming {
    /// The places of those that are equalities.
    equalities: Vec<usize>,
    /// For each, whether the others imply it; empty if there are equalities.
    redundant: Vec<bool>,
    /// Is some vertex of the system an integer point?
    whole_vertex: bool,
}

/// Examines the first `count` inequalities; none if the system has no rational point.
fn trimming(system: &System, count: usize, budget: &Budget) -> Budgeted<Option<Trimming>> {
    match trimming_with::<i64>(system, count, budget) {
        Err(Halt::Overflow) => unhalted(trimming_with::<Integer>(system, count, budget)),
        other => unhalted(other),
    }
}

fn trimming_with<S: Scalar>(
    system: &System,
    count: usize,
    budget: &Budget,
) -> Result<Option<Trimming>, Halt> {
    let Some(mut tableau) = simplex::vertex::<S>(system, budget)? else { return Ok(None) };
    let whole_vertex = tableau.is_whole();
    let equalities = implicit_equalities(&mut tableau, system, count, budget)?;
    let redundant = if equalities.is_empty() { redundancies(tableau, count, budget)? } else { Vec::new() };
    Ok(Some(Trimming { equalities, redundant, whole_vertex }))
}

/// The places of the first inequalities that cannot reach one.
fn implicit_equalities<S: Scalar>(
    tableau: &mut Tableau<S>,
    system: &System,
    count: usize,
    budget: &Budget,
) -> Result<Vec<usize>, Halt> {
    let limit = S::one().negated();
    let mut found = Vec::new();
    let mut open = tableau.below_one();
    open.retain(|&place| place < count);
    while let Some(place) = open.pop() {
        let opposite = row::negated(&system.inequalities[place]);
        if tableau.minimise(&opposite, Some(&limit), budget)?.0 == End::Minimum {
            found.push(place);
        } else if !open.is_empty() {
            // The vertex reached lies off other inequalities, too.
            let below = tableau.below_one();
            open.retain(|place| below.contains(place));
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// For each of the first inequalities, whether those that remain imply it.
fn redundancies<S: Scalar>(
    mut tableau: Tableau<S>,
    count: usize,
    budget: &Budget,
) -> Result<Vec<bool>, Halt> {
    let mut result = Vec::with_capacity(count);
    for rank in 0..count {
        let mut trial = tableau.clone();
        let redundant = trial.remove_if_redundant(rank, budget)?;
        if redundant {
            tableau = trial;
        }
        result.push(redundant);
    }
    Ok(result)
}
