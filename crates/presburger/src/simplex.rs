//! Rational linear programming, exactly.
//!
//! # The algorithm
//!
//! A dictionary writes each basic quantity as a linear expression of the non-basic ones, which are all zero at
//! the current vertex. All entries are integers over one common denominator, and a pivot on entry `p` is
//!
//! ```text
//! t[i][j] := (t[i][j]·p − t[i][c]·t[r][j]) / d        d := p
//! ```
//!
//! where the division is exact (Bareiss: every entry is a minor of the original matrix), so numbers stay as
//! small as exact numbers can be. Unknowns are free, so they are pivoted into the basis first and never leave;
//! slacks of equalities are pivoted out first and their columns deleted. Feasibility is then repaired row by row
//! and the objective improved column by column, both by the least-index rule.
//!
//! # Why it is right
//!
//! A pivot is an equivalence of linear systems. The least-index rule never cycles, in the repair as well as in
//! the improvement. A row that is negative with no positive coefficient cannot be repaired, so the system has no
//! rational point; a column that improves and is blocked by no row is an unbounded direction.
//!
//! # Reference
//!
//! Bland: *New Finite Pivoting Rules for the Simplex Method*, Math. Oper. Res. 1977, doi:10.1287/moor.2.2.103.
//! Dutertre, de Moura: *A Fast Linear-Arithmetic Solver for DPLL(T)*, CAV 2006, doi:10.1007/11817963_11, for the
//! repair. Bareiss: *Sylvester's Identity and Multistep Integer-Preserving Gaussian Elimination*, Math. Comp.
//! 1968, doi:10.1090/S0025-5718-1968-0226829-0.

use crate::budget::{Budget, Budgeted};
use crate::integer::Integer;
use crate::row::Row;
use crate::system::System;

/// The greatest lower bound of an expression over the rational points of a system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Minimum {
    /// The system has no rational point.
    Infeasible,
    /// The expression has no lower bound.
    Unbounded,
    /// The minimum, as a fraction with a positive denominator.
    Value(Integer, Integer),
}

/// What a row or a column of the dictionary stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quantity {
    /// An unknown, which has no sign.
    Unknown(usize),
    /// The slack of an inequality, which is not negative.
    Slack(usize),
    /// The slack of an equality, which is zero.
    Fixed,
    /// The expression to minimise.
    Objective,
}

/// A dictionary at a vertex of a system.
#[derive(Debug, Clone)]
pub(crate) struct Dictionary {
    denominator: Integer,
    rows: Vec<Row>,
    basic: Vec<Quantity>,
    columns: Vec<Quantity>,
}

/// The minimum of the expression over the rational points of the system.
pub(crate) fn minimum(system: &System, objective: &[Integer], budget: &Budget) -> Budgeted<Minimum> {
    match Dictionary::feasible(system, budget)? {
        None => Ok(Minimum::Infeasible),
        Some(mut dictionary) => dictionary.minimum(objective, budget),
    }
}

impl Dictionary {
    /// A dictionary at some vertex of the system, or none if the system has no rational point.
    pub fn feasible(system: &System, budget: &Budget) -> Budgeted<Option<Dictionary>> {
        let mut rows = system.equalities.clone();
        rows.extend(system.inequalities.iter().cloned());
        let mut basic = vec![Quantity::Fixed; system.equalities.len()];
        basic.extend((0..system.inequalities.len()).map(Quantity::Slack));
        let columns = (0..system.width - 1).map(Quantity::Unknown).collect();
        let mut dictionary = Dictionary { denominator: Integer::ONE, rows, basic, columns };
        if !dictionary.remove_fixed(budget)? {
            return Ok(None);
        }
        dictionary.enter_unknowns(budget)?;
        Ok(dictionary.repair(budget)?.then_some(dictionary))
    }

    /// The minimum of the expression, from the vertex reached so far.
    pub fn minimum(&mut self, objective: &[Integer], budget: &Budget) -> Budgeted<Minimum> {
        let place = self.rows.len();
        let row = self.express(objective);
        self.rows.push(row);
        self.basic.push(Quantity::Objective);
        let bounded = self.improve(place, budget)?;
        let row = self.rows.pop().expect("the objective was pushed");
        self.basic.pop();
        Ok(if bounded {
            Minimum::Value(row[0].clone(), self.denominator.clone())
        } else {
            Minimum::Unbounded
        })
    }

    /// The integer point at the vertex, if its coordinates are integers.
    pub fn integer_point(&self, unknowns: usize) -> Option<Vec<Integer>> {
        let mut point = vec![Integer::ZERO; unknowns];
        for (row, quantity) in self.rows.iter().zip(&self.basic) {
            if let Quantity::Unknown(unknown) = quantity {
                if !self.denominator.divides(&row[0]) {
                    return None;
                }
                point[*unknown] = row[0].floor_divide(&self.denominator);
            }
        }
        Some(point)
    }

    /// The expression over the unknowns as a row over the current columns.
    fn express(&self, objective: &[Integer]) -> Row {
        let mut result = vec![Integer::ZERO; self.columns.len() + 1];
        result[0] = &objective[0] * &self.denominator;
        for (row, quantity) in self.rows.iter().zip(&self.basic) {
            if let Quantity::Unknown(unknown) = quantity {
                crate::row::add_multiple(&mut result, &objective[unknown + 1], row);
            }
        }
        for (column, quantity) in self.columns.iter().enumerate() {
            if let Quantity::Unknown(unknown) = quantity {
                result[column + 1] += &(&objective[unknown + 1] * &self.denominator);
            }
        }
        result
    }

    /// Pivots the slacks of equalities out and deletes them; false if an equality cannot hold.
    fn remove_fixed(&mut self, budget: &Budget) -> Budgeted<bool> {
        while let Some(row) = self.basic.iter().position(|q| *q == Quantity::Fixed) {
            match self.rows[row][1..].iter().position(|c| !c.is_zero()) {
                Some(column) => {
                    self.pivot(row, column, budget)?;
                    for other in &mut self.rows {
                        other.remove(column + 1);
                    }
                    self.columns.remove(column);
                }
                None => {
                    if !self.rows[row][0].is_zero() {
                        return Ok(false);
                    }
                    self.rows.remove(row);
                    self.basic.remove(row);
                }
            }
        }
        Ok(true)
    }

    /// Pivots each unknown that some inequality restricts into the basis.
    fn enter_unknowns(&mut self, budget: &Budget) -> Budgeted<()> {
        for column in 0..self.columns.len() {
            if matches!(self.columns[column], Quantity::Unknown(_)) {
                let row = (0..self.rows.len()).find(|&i| {
                    matches!(self.basic[i], Quantity::Slack(_)) && !self.rows[i][column + 1].is_zero()
                });
                if let Some(row) = row {
                    self.pivot(row, column, budget)?;
                }
            }
        }
        Ok(())
    }

    /// Makes every slack non-negative; false if that is impossible.
    fn repair(&mut self, budget: &Budget) -> Budgeted<bool> {
        loop {
            let broken = (0..self.rows.len())
                .filter(|&i| self.rows[i][0].is_negative())
                .filter_map(|i| slack(self.basic[i]).map(|index| (index, i)))
                .min();
            let Some((_, row)) = broken else { return Ok(true) };
            let entering = (0..self.columns.len())
                .filter(|&j| self.rows[row][j + 1].is_positive())
                .filter_map(|j| slack(self.columns[j]).map(|index| (index, j)))
                .min();
            let Some((_, column)) = entering else { return Ok(false) };
            self.pivot(row, column, budget)?;
        }
    }

    /// Minimises the objective in row `place`; false if it has no minimum.
    fn improve(&mut self, place: usize, budget: &Budget) -> Budgeted<bool> {
        loop {
            let free = |j: &usize| slack(self.columns[*j]).is_none() && !self.rows[place][j + 1].is_zero();
            if (0..self.columns.len()).any(|j| free(&j)) {
                return Ok(false);
            }
            let entering = (0..self.columns.len())
                .filter(|&j| self.rows[place][j + 1].is_negative())
                .filter_map(|j| slack(self.columns[j]).map(|index| (index, j)))
                .min();
            let Some((_, column)) = entering else { return Ok(true) };
            let Some(row) = self.blocking_row(column) else { return Ok(false) };
            self.pivot(row, column, budget)?;
        }
    }

    /// The slack that first reaches zero as the column grows; the least index among equals.
    fn blocking_row(&self, column: usize) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        for (i, row) in self.rows.iter().enumerate() {
            let Some(index) = slack(self.basic[i]) else { continue };
            if !row[column + 1].is_negative() {
                continue;
            }
            let better = match best {
                None => true,
                Some((other_index, other)) => {
                    let other = &self.rows[other];
                    let here = &row[0] * &other[column + 1];
                    let there = &other[0] * &row[column + 1];
                    // Both coefficients are negative, so the order of the two ratios is turned round.
                    match here.cmp(&there) {
                        std::cmp::Ordering::Greater => true,
                        std::cmp::Ordering::Equal => index < other_index,
                        std::cmp::Ordering::Less => false,
                    }
                }
            };
            if better {
                best = Some((index, i));
            }
        }
        best.map(|(_, row)| row)
    }

    /// Exchanges the basic quantity of the row with the non-basic quantity of the column.
    fn pivot(&mut self, row: usize, column: usize, budget: &Budget) -> Budgeted<()> {
        budget.spend(self.rows.len())?;
        let c = column + 1;
        let mut pivot_row = std::mem::take(&mut self.rows[row]);
        let flip = pivot_row[c].is_negative();
        let pivot = pivot_row[c].clone();
        for (i, other) in self.rows.iter_mut().enumerate() {
            if i == row {
                continue;
            }
            let factor = other[c].clone();
            for (j, entry) in other.iter_mut().enumerate() {
                if j != c {
                    let numerator = entry.combine(&pivot, &factor, &-&pivot_row[j]);
                    *entry = if self.denominator.is_one() {
                        numerator
                    } else {
                        numerator.floor_divide(&self.denominator)
                    };
                }
                if flip {
                    *entry = -&*entry;
                }
            }
        }
        for (j, entry) in pivot_row.iter_mut().enumerate() {
            if j == c {
                *entry = self.denominator.clone();
            } else {
                *entry = -&*entry;
            }
            if flip {
                *entry = -&*entry;
            }
        }
        self.rows[row] = pivot_row;
        self.denominator = pivot.abs();
        std::mem::swap(&mut self.basic[row], &mut self.columns[column]);
        Ok(())
    }
}

fn slack(quantity: Quantity) -> Option<usize> {
    match quantity {
        Quantity::Slack(index) => Some(index),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Minimum, minimum};
    use crate::budget::Budget;
    use crate::integer::Integer;
    use crate::system::System;

    fn row(values: &[i64]) -> Vec<Integer> {
        values.iter().map(|&v| Integer::from(v)).collect()
    }

    #[test]
    fn the_minimum_is_a_fraction_where_the_vertex_is() {
        let system = System {
            width: 3,
            equalities: vec![],
            inequalities: vec![row(&[-1, 2, 0]), row(&[-1, 0, 3]), row(&[9, -1, -1])],
        };
        let budget = Budget::unlimited();
        assert_eq!(minimum(&system, &row(&[0, 1, 1]), &budget), Ok(Minimum::Value(5.into(), 6.into())));
        assert_eq!(
            minimum(&system, &row(&[0, -6, -6]), &budget),
            Ok(Minimum::Value((-162).into(), 3.into()))
        );
    }

    #[test]
    fn a_free_direction_is_unbounded_and_a_contradiction_infeasible() {
        let budget = Budget::unlimited();
        let mut system =
            System { width: 3, equalities: vec![row(&[0, 1, -1])], inequalities: vec![row(&[0, 1, 0])] };
        assert_eq!(minimum(&system, &row(&[0, 0, -1]), &budget), Ok(Minimum::Unbounded));
        assert_eq!(minimum(&system, &row(&[3, 0, 1]), &budget), Ok(Minimum::Value(3.into(), 1.into())));
        let line = System { width: 3, equalities: vec![row(&[1, 1, -2])], inequalities: vec![] };
        assert_eq!(minimum(&line, &row(&[0, -1, 0]), &budget), Ok(Minimum::Unbounded));
        system.inequalities.push(row(&[-1, 0, -1]));
        assert_eq!(minimum(&system, &row(&[0, 0, 1]), &budget), Ok(Minimum::Infeasible));
    }
}
