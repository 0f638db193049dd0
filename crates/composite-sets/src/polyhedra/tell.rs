//! Integer sets as formulas: one conjunction for each polyhedron, divisions as numbers that exist.

use super::{Polyhedra, translate};
use presburger::{Conjunction, Integer, Set};
use state_sets::{Cell, Formula, Kind, Limited, Linear, Local, Tell, Term, Variable};

impl Tell for Polyhedra<'_> {
    fn told(&self, set: &Set) -> Limited<Option<Formula>> {
        let simple = self.limited(set.simplified(&self.budget))?;
        let mut parts = Vec::new();
        let mut locals = 0;
        for part in simple.disjuncts() {
            let Some(formula) = conjunction(part, locals) else { return Ok(None) };
            parts.push(formula);
            locals += part.divisions().len() as u32;
        }
        Ok(Some(Formula::any(parts)))
    }
}

/// The formula of a polyhedron, whose divisions get numbers from `first` on; nothing if a number is too large.
fn conjunction(part: &Conjunction, first: u32) -> Option<Formula> {
    let local = |division: usize| Local(first + division as u32);
    let cell = |column: usize| match column.checked_sub(part.visible()) {
        None => Cell::now(Variable(column as u32)),
        Some(division) => Cell::Local(local(division)),
    };
    let linear = |row: &[Integer]| -> Option<Linear> {
        let mut sum = Linear::constant(translate::small(&row[0])?);
        for (column, factor) in row[1..].iter().enumerate().filter(|(_, factor)| !factor.is_zero()) {
            sum.terms.push((translate::small(factor)?, Term::Cell(cell(column))));
        }
        Some(sum)
    };
    let mut parts = Vec::new();
    for (number, division) in part.divisions().iter().enumerate() {
        // The rest of the division lies between zero and the divisor.
        let divisor = translate::small(&division.denominator)?;
        let quotient = Linear::cell(Cell::Local(local(number))).times(divisor)?;
        let rest = linear(&division.numerator)?.minus(&quotient)?;
        parts.push(Formula::not_positive(rest.times(-1)?));
        parts.push(Formula::not_positive(rest.minus(&Linear::constant(divisor - 1))?));
    }
    for row in part.equalities() {
        parts.push(Formula::zero(linear(row)?));
    }
    for row in part.inequalities() {
        parts.push(Formula::not_positive(linear(row)?.times(-1)?));
    }
    let body = Formula::all(parts);
    let locals: Vec<(Local, Kind)> =
        (0..part.divisions().len()).map(|number| (local(number), Kind::INTEGER)).collect();
    Some(if locals.is_empty() { body } else { Formula::Exists(locals, Box::new(body)) })
}
