//! From integer sets back to the formulas of state sets.

use super::{Polyhedra, PolyhedraRelation};
use presburger::{Conjunction, Integer};
use state_sets::{Cell, Describe, Formula, Halt, Kind, Limited, Linear, Local, Term};

impl Polyhedra<'_> {
    /// What holds between the states before and after the steps of a relation.
    pub fn relation_formula(&self, relation: &PolyhedraRelation) -> Limited<Formula> {
        let now = self.space.all().map(Cell::now);
        let cells: Vec<Cell> = now.chain(relation.changed.iter().copied().map(Cell::next)).collect();
        formula(&relation.pairs, &cells)
    }
}

impl Describe for Polyhedra<'_> {
    fn describe(&self, set: &presburger::Set) -> Limited<Option<Formula>> {
        let simple = self.limited(set.simplified(&self.budget))?;
        let cells: Vec<Cell> = self.space.all().map(Cell::now).collect();
        // Numbers that formulas cannot hold are all that stands in the way.
        Ok(formula(&simple, &cells).ok())
    }
}

/// The formula of a set whose dimensions are these cells.
fn formula(set: &presburger::Set, cells: &[Cell]) -> Limited<Formula> {
    let mut next = 0;
    let parts: Limited<Vec<Formula>> =
        set.disjuncts().iter().map(|disjunct| conjunction(disjunct, cells, &mut next)).collect();
    Ok(Formula::any(parts?))
}

/// The formula of a conjunction. Each division `⌊e/d⌋` becomes a bound variable `q` with `0 ≤ e − dq < d`.
fn conjunction(part: &Conjunction, cells: &[Cell], next: &mut u32) -> Limited<Formula> {
    let mut columns = cells.to_vec();
    let mut bound = Vec::new();
    for _ in part.divisions() {
        columns.push(Cell::Local(Local(*next)));
        bound.push((Local(*next), Kind::INTEGER));
        *next += 1;
    }
    let mut parts = Vec::new();
    for (place, division) in part.divisions().iter().enumerate() {
        let numerator = sum(&division.numerator, &columns)?;
        let denominator = number(&division.denominator)?;
        let multiple = Linear::cell(columns[cells.len() + place]).times(denominator).ok_or_else(too_large)?;
        let rest = numerator.minus(&multiple).ok_or_else(too_large)?;
        let most = denominator.checked_sub(1).ok_or_else(too_large)?;
        let below = rest.minus(&Linear::constant(most)).ok_or_else(too_large)?;
        parts.push(Formula::not_positive(rest.times(-1).ok_or_else(too_large)?));
        parts.push(Formula::not_positive(below));
    }
    for row in part.equalities() {
        parts.push(Formula::zero(sum(row, &columns)?));
    }
    for row in part.inequalities() {
        parts.push(Formula::not_positive(sum(row, &columns)?.times(-1).ok_or_else(too_large)?));
    }
    let body = Formula::all(parts);
    Ok(Formula::exists(bound, body))
}

/// A row: the constant, then the coefficients of the columns.
fn sum(row: &[Integer], columns: &[Cell]) -> Limited<Linear> {
    let mut result = Linear::constant(number(&row[0])?);
    for (coefficient, cell) in row[1..].iter().zip(columns) {
        let coefficient = number(coefficient)?;
        if coefficient != 0 {
            result.terms.push((coefficient, Term::Cell(*cell)));
        }
    }
    Ok(result)
}

fn number(integer: &Integer) -> Limited<i128> {
    integer.to_string().parse().map_err(|_| too_large())
}

fn too_large() -> Halt {
    Halt::Unsupported("a number is too large".into())
}
