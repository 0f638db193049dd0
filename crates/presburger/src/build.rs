//! From formulas to sets.
//!
//! # The algorithm
//!
//! Bottom-up: ∧ is intersection, ∨ is union, ∃ is projection, ∀ is ¬∃¬. Negations are pushed inwards on the way
//! down, so that complements are taken only of projections. Floors and remainders become divisions; they are
//! total, so they need no quantifier.
//!
//! # Why it is right
//!
//! Each operation on sets is exact, so by induction the set of a formula is the set of its models.
//!
//! # Reference
//!
//! Pugh, Wonnacott: *Going Beyond Integer Programming with the Omega Test to Eliminate False Data Dependences*,
//! IEEE TPDS 1995, doi:10.1109/71.342135.

use crate::conjunction::Conjunction;
use crate::formula::{Comparison, Formula, Term};
use crate::integer::Integer;
use crate::row::{self, Row};
use crate::set::Set;
use crate::space::Space;
use budget::{Budget, Budgeted, OutOfBudget};
use std::fmt;

/// Why a formula does not denote a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BuildError {
    /// A variable that is neither in the space nor quantified.
    UnknownVariable(String),
    /// A division or remainder by a number that is not positive.
    BadDivisor(Integer),
    /// The budget was spent.
    OutOfBudget,
}

impl From<OutOfBudget> for BuildError {
    fn from(_: OutOfBudget) -> BuildError {
        BuildError::OutOfBudget
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::UnknownVariable(name) => write!(formatter, "the variable '{name}' is not declared"),
            BuildError::BadDivisor(divisor) => write!(formatter, "cannot divide by {divisor}"),
            BuildError::OutOfBudget => fmt::Display::fmt(&OutOfBudget, formatter),
        }
    }
}

impl std::error::Error for BuildError {}

impl Set {
    /// The points at which the formula holds.
    ///
    /// ```
    /// use presburger::{Budget, Formula, Set, Space};
    /// let formula = Formula::parse("forall y: y > x => 2y > x + 1").unwrap();
    /// let set = Set::from_formula(Space::new(&[], &["x"]), &formula, &Budget::unlimited()).unwrap();
    /// assert!(set.contains(&[0]) && !set.contains(&[-1]));
    /// ```
    pub fn from_formula(space: Space, formula: &Formula, budget: &Budget) -> Result<Set, BuildError> {
        let mut scope: Vec<String> = space.names().cloned().collect();
        let set = build(formula, true, &mut scope, budget)?;
        Ok(Set { space, disjuncts: set.disjuncts })
    }
}

/// The set, over the variables in scope, where the formula has the given truth value.
fn build(
    formula: &Formula,
    wanted: bool,
    scope: &mut Vec<String>,
    budget: &Budget,
) -> Result<Set, BuildError> {
    match formula {
        Formula::True | Formula::False => {
            let space = Space::from_names(Vec::new(), scope.clone());
            let holds = (*formula == Formula::True) == wanted;
            Ok(if holds { Set::universe(space) } else { Set::empty(space) })
        }
        Formula::Compare(left, comparison, right) => {
            let comparison = if wanted { *comparison } else { comparison.negated() };
            compare(left, comparison, right, scope, budget)
        }
        Formula::And(parts) => join(parts.iter().map(|f| (f, wanted)), wanted, scope, budget),
        Formula::Or(parts) => join(parts.iter().map(|f| (f, wanted)), !wanted, scope, budget),
        Formula::Not(inner) => build(inner, !wanted, scope, budget),
        Formula::Implies(premise, conclusion) => {
            let parts = [(&**premise, !wanted), (&**conclusion, wanted)];
            join(parts.into_iter(), !wanted, scope, budget)
        }
        Formula::Exists(names, body) => quantified(names, body, true, wanted, scope, budget),
        Formula::Forall(names, body) => quantified(names, body, false, wanted, scope, budget),
    }
}

/// The intersection of the parts, or their union.
fn join<'a>(
    parts: impl Iterator<Item = (&'a Formula, bool)>,
    intersect: bool,
    scope: &mut Vec<String>,
    budget: &Budget,
) -> Result<Set, BuildError> {
    let space = Space::from_names(Vec::new(), scope.clone());
    let mut result = if intersect { Set::universe(space) } else { Set::empty(space) };
    for (part, wanted) in parts {
        let set = build(part, wanted, scope, budget)?;
        result = if intersect { meet(&result, &set, budget)? } else { result.union(&set, budget)? };
    }
    Ok(result)
}

/// The intersection, without empty disjuncts where there are several.
fn meet(left: &Set, right: &Set, budget: &Budget) -> Budgeted<Set> {
    let mut result = left.intersection(right, budget)?;
    if result.disjuncts.len() > 2 {
        let mut kept = Vec::new();
        for disjunct in result.disjuncts {
            if !disjunct.is_empty(budget)? {
                kept.push(disjunct);
            }
        }
        result.disjuncts = kept;
    }
    Ok(result)
}

fn quantified(
    names: &[String],
    body: &Formula,
    exists: bool,
    wanted: bool,
    scope: &mut Vec<String>,
    budget: &Budget,
) -> Result<Set, BuildError> {
    let outer = scope.len();
    scope.extend(names.iter().cloned());
    let inside = build(body, exists, scope, budget);
    let dimensions: Vec<usize> = (outer..scope.len()).collect();
    scope.truncate(outer);
    let shadow = inside?.project_out(&dimensions, budget)?;
    // A universal body was built negated, so its shadow is where the formula fails.
    if exists == wanted { Ok(shadow) } else { Ok(shadow.simplified(budget)?.complement(budget)?) }
}

fn compare(
    left: &Term,
    comparison: Comparison,
    right: &Term,
    scope: &[String],
    budget: &Budget,
) -> Result<Set, BuildError> {
    let mut base = Conjunction::universe(scope.len());
    let difference = left.clone().minus(right.clone());
    let row = linear(&difference, scope, &mut base)?;
    let less = || shifted(&row::negated(&row), -1);
    let greater = || shifted(&row, -1);
    let inequalities = match comparison {
        Comparison::Equal => {
            base.add_equality(row);
            let space = Space::from_names(Vec::new(), scope.to_vec());
            return Ok(Set::from_disjuncts(space, [base], budget)?);
        }
        Comparison::NotEqual => vec![less(), greater()],
        Comparison::Less => vec![less()],
        Comparison::Greater => vec![greater()],
        Comparison::AtMost => vec![row::negated(&row)],
        Comparison::AtLeast => vec![row],
    };
    let disjuncts = inequalities.into_iter().map(|inequality| {
        let mut disjunct = base.clone();
        disjunct.add_inequality(inequality);
        disjunct
    });
    Ok(Set::from_disjuncts(Space::from_names(Vec::new(), scope.to_vec()), disjuncts, budget)?)
}

fn shifted(row: &Row, by: i64) -> Row {
    let mut result = row.clone();
    result[0] += &Integer::from(by);
    result
}

/// The term as a row over the conjunction's columns, to which it adds the divisions that it needs.
fn linear(term: &Term, scope: &[String], base: &mut Conjunction) -> Result<Row, BuildError> {
    let mut result = match term {
        Term::Constant(value) => {
            let mut row = row::zero(base.width());
            row[0] = value.clone();
            row
        }
        Term::Variable(name) => {
            let place = scope.iter().rposition(|other| other == name);
            let place = place.ok_or_else(|| BuildError::UnknownVariable(name.clone()))?;
            let mut row = row::zero(base.width());
            row[place + 1] = Integer::ONE;
            row
        }
        Term::Sum(parts) => {
            let mut sum = row::zero(base.width());
            for part in parts {
                let row = linear(part, scope, base)?;
                sum.resize(row.len(), Integer::ZERO);
                row::add_multiple(&mut sum, &Integer::ONE, &row);
            }
            sum
        }
        Term::Scaled(factor, inner) => linear(inner, scope, base)?.iter().map(|c| c * factor).collect(),
        Term::Floor(inner, divisor) | Term::Remainder(inner, divisor) => {
            if !divisor.is_positive() {
                return Err(BuildError::BadDivisor(divisor.clone()));
            }
            let inner = linear(inner, scope, base)?;
            let column = base.add_division(inner.clone(), divisor.clone());
            let mut row = row::zero(base.width());
            row[column] = Integer::ONE;
            if matches!(term, Term::Remainder(..)) {
                row[column] = -divisor;
                row::add_multiple(&mut row, &Integer::ONE, &inner);
            }
            row
        }
    };
    result.resize(base.width(), Integer::ZERO);
    Ok(result)
}
