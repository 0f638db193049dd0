//! Why linear inequalities have no common solution: multiples of them that add up to a contradiction.
//!
//! The general simplex method looks for rational values between the bounds of all rows. Where a row is outside its bounds and nothing in it
//! can move, the row and those it consists of contradict each other, and their coefficients are the multiples.
//!
//! # Reference
//! Dutertre, de Moura: *A Fast Linear-Arithmetic Solver for DPLL(T)*, CAV 2006, doi:10.1007/11817963_11, for the method; the lemma is
//! that of Farkas, 1902.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::fraction::Fraction;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A sum of unknowns that is at most zero, or zero.
#[derive(Debug, Clone, Default)]
pub(crate) struct Inequality {
    /// The unknowns with their coefficients.
    pub terms: BTreeMap<usize, i128>,
    /// What is added to them.
    pub constant: i128,
    /// Whether the sum is zero.
    pub is_equality: bool,
}

/// The most exchanges.
const EXCHANGES: usize = 4_000;

/// Multiples of the rows whose sum says that a positive number is at most zero; equalities may have negative ones. Nothing if there is a
/// common rational solution, or numbers become too large.
pub(crate) fn multiples(rows: &[Inequality], unknowns: usize) -> Option<Vec<Fraction>> {
    let mut simplex = RowSimplex::new(rows, unknowns);
    for _ in 0..EXCHANGES {
        let (basic, is_above) = simplex.outside()?;
        match simplex.helping(basic, is_above) {
            Some(entering) => simplex.exchange(basic, entering, is_above)?,
            None => return simplex.contradiction(basic, is_above),
        }
    }
    None
}

/// Columns: the unknowns, which have no bounds, and behind them one for each row.
struct RowSimplex {
    unknowns: usize,
    /// For each column, its bounds.
    bounds: Vec<(Option<Fraction>, Option<Fraction>)>,
    values: Vec<Fraction>,
    /// Each basic column as a sum of others.
    rows: BTreeMap<usize, BTreeMap<usize, Fraction>>,
}

impl RowSimplex {
    fn new(given: &[Inequality], unknowns: usize) -> RowSimplex {
        let mut bounds = vec![(None, None); unknowns];
        let mut rows = BTreeMap::new();
        for (place, row) in given.iter().enumerate() {
            let most = row.constant.checked_neg().map(Fraction::whole);
            bounds.push((most.filter(|_| row.is_equality), most));
            let terms = row.terms.iter().map(|(unknown, factor)| (*unknown, Fraction::whole(*factor)));
            rows.insert(unknowns.saturating_add(place), terms.collect());
        }
        let values = vec![Fraction::ZERO; bounds.len()];
        RowSimplex { unknowns, bounds, values, rows }
    }

    /// The first basic column outside its bounds, and whether it is above.
    fn outside(&self) -> Option<(usize, bool)> {
        self.rows.keys().find_map(|column| {
            let (least, most) = self.bounds[*column];
            let value = self.values[*column];
            if most.is_some_and(|most| is_less(most, value)) {
                return Some((*column, true));
            }
            least.is_some_and(|least| is_less(value, least)).then_some((*column, false))
        })
    }

    /// The first column of the row that can move in the direction that helps.
    fn helping(&self, basic: usize, is_above: bool) -> Option<usize> {
        let can_move = |(column, factor): (&usize, &Fraction)| {
            let falls = (factor.sign() == Ordering::Greater) == is_above;
            let (least, most) = self.bounds[*column];
            let value = self.values[*column];
            let free = match falls {
                true => least.is_none_or(|least| is_less(least, value)),
                false => most.is_none_or(|most| is_less(value, most)),
            };
            (!factor.is_zero() && free).then_some(*column)
        };
        self.rows[&basic].iter().find_map(can_move)
    }

    /// Puts the basic column on its bound, and another column into the basis for it.
    fn exchange(&mut self, basic: usize, entering: usize, is_above: bool) -> Option<()> {
        let (least, most) = self.bounds[basic];
        let target = if is_above { most } else { least }?;
        let mut row = self.rows.remove(&basic)?;
        let factor = row.remove(&entering)?;
        let shift = target.minus(self.values[basic])?.over(factor)?;
        // entering = (basic - others) / factor
        let mut solved = BTreeMap::from([(basic, Fraction::whole(1).over(factor)?)]);
        for (column, own) in row {
            solved.insert(column, own.over(factor)?.negated()?);
        }
        self.values[basic] = target;
        self.values[entering] = self.values[entering].plus(shift)?;
        let places: Vec<usize> = self.rows.keys().copied().collect();
        for place in places {
            let other = self.rows.get_mut(&place)?;
            let Some(times) = other.remove(&entering) else { continue };
            for (column, own) in &solved {
                let sum = other.get(column).copied().unwrap_or(Fraction::ZERO).plus(own.times(times)?)?;
                match sum.is_zero() {
                    true => other.remove(column),
                    false => other.insert(*column, sum),
                };
            }
            self.values[place] = self.values[place].plus(times.times(shift)?)?;
        }
        self.rows.insert(entering, solved);
        Some(())
    }

    /// The multiples of the given rows.
    fn contradiction(&self, basic: usize, is_above: bool) -> Option<Vec<Fraction>> {
        let count = self.bounds.len().checked_sub(self.unknowns)?;
        let mut found = vec![Fraction::ZERO; count];
        let own = Fraction::whole(if is_above { 1 } else { -1 });
        found[basic.checked_sub(self.unknowns)?] = own;
        for (column, factor) in &self.rows[&basic] {
            found[column.checked_sub(self.unknowns)?] = factor.times(own)?.negated()?;
        }
        Some(found)
    }
}

fn is_less(left: Fraction, right: Fraction) -> bool {
    // What is too large to compare is taken for equal: the search then ends without a contradiction.
    left.minus(right).is_some_and(|difference| difference.sign() == Ordering::Less)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(terms: &[(usize, i128)], constant: i128, is_equality: bool) -> Inequality {
        Inequality { terms: terms.iter().copied().collect(), constant, is_equality }
    }

    #[test]
    fn multiples_add_up_to_a_contradiction() {
        // x = y + 1, y >= 4, 2x <= 9
        let rows = [row(&[(0, 1), (1, -1)], -1, true), row(&[(1, -1)], 4, false), row(&[(0, 2)], -9, false)];
        let found = multiples(&rows, 2).unwrap();
        let mut sums = [Fraction::ZERO; 2];
        let mut constant = Fraction::ZERO;
        for (row, times) in rows.iter().zip(&found) {
            assert!(row.is_equality || times.sign() != Ordering::Less);
            constant = constant.plus(times.times(Fraction::whole(row.constant)).unwrap()).unwrap();
            for (unknown, factor) in &row.terms {
                let own = times.times(Fraction::whole(*factor)).unwrap();
                sums[*unknown] = sums[*unknown].plus(own).unwrap();
            }
        }
        assert_eq!(sums, [Fraction::ZERO; 2]);
        assert_eq!(constant.sign(), Ordering::Greater);
    }

    #[test]
    fn what_has_a_solution_has_none() {
        let rows = [row(&[(0, 1), (1, 1)], -5, false), row(&[(0, -1)], 2, false), row(&[(1, -1)], 3, true)];
        assert!(multiples(&rows, 2).is_none());
    }
}
