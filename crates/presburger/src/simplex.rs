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
//! and the objective improved column by column, in the end both by the least-index rule. A dictionary is kept and
//! asked many questions, each from the vertex that the one before reached.
//!
//! The entries are machine words. Where one overflows, the dictionary is built anew with integers of any size.
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

use crate::integer::Integer;
use crate::row::Row;
use crate::scalar::Scalar;
use crate::system::System;
use crate::tableau::{End, Halt, Tableau};
use budget::{Budget, Budgeted, OutOfBudget};

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

/// A system with a rational point, and a dictionary at one of its vertices.
#[derive(Debug, Clone)]
pub(crate) struct Dictionary {
    system: System,
    form: TableauForm,
}

#[derive(Debug, Clone)]
enum TableauForm {
    Word(Tableau<i64>),
    Big(Tableau<Integer>),
}

/// The minimum of the expression over the rational points of the system.
pub(crate) fn minimum(system: &System, objective: &[Integer], budget: &Budget) -> Budgeted<Minimum> {
    match Dictionary::feasible(system.clone(), budget)? {
        None => Ok(Minimum::Infeasible),
        Some(mut dictionary) => dictionary.minimum(objective, budget),
    }
}

/// Does the system have no rational point?
pub(crate) fn rationally_empty(system: &System, budget: &Budget) -> Budgeted<bool> {
    match vertex::<i64>(system, budget) {
        Err(Halt::Overflow) => {}
        other => return unhalted(other.map(|vertex| vertex.is_none())),
    }
    unhalted(vertex::<Integer>(system, budget).map(|vertex| vertex.is_none()))
}

/// A dictionary at a vertex of the system, or none if the system has no rational point.
pub(crate) fn vertex<S: Scalar>(system: &System, budget: &Budget) -> Result<Option<Tableau<S>>, Halt> {
    let equalities = system.equalities.iter().map(Vec::as_slice);
    let inequalities = system.inequalities.iter().map(Vec::as_slice);
    let Some(mut tableau) = Tableau::new(system.width, equalities, inequalities, budget)? else {
        return Ok(None);
    };
    Ok(tableau.repair(budget)?.then_some(tableau))
}

/// The result of a computation that cannot overflow.
pub(crate) fn unhalted<T>(result: Result<T, Halt>) -> Budgeted<T> {
    result.map_err(|_| OutOfBudget)
}

impl Dictionary {
    /// A dictionary at some vertex of the system, or none if the system has no rational point.
    pub fn feasible(system: System, budget: &Budget) -> Budgeted<Option<Dictionary>> {
        match vertex(&system, budget) {
            Err(Halt::Overflow) => {}
            other => {
                let word = unhalted(other)?.map(TableauForm::Word);
                return Ok(word.map(|form| Dictionary { system, form }));
            }
        }
        let big = unhalted(vertex(&system, budget))?.map(TableauForm::Big);
        Ok(big.map(|form| Dictionary { system, form }))
    }

    /// The system.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// The minimum of the expression, from the vertex reached so far.
    pub fn minimum(&mut self, objective: &[Integer], budget: &Budget) -> Budgeted<Minimum> {
        if let TableauForm::Word(tableau) = &mut self.form {
            match minimum_of(tableau, objective, budget) {
                Err(Halt::Overflow) => self.widen(budget)?,
                other => return unhalted(other),
            }
        }
        let TableauForm::Big(tableau) = &mut self.form else { return Err(OutOfBudget) };
        unhalted(minimum_of(tableau, objective, budget))
    }

    /// Is the row, whose values are integers, above −1 at every rational point?
    pub fn forces(&mut self, row: &[Integer], budget: &Budget) -> Budgeted<bool> {
        if let TableauForm::Word(tableau) = &mut self.form {
            match tableau.minimise(row, Some(&-1), budget) {
                Err(Halt::Overflow) => self.widen(budget)?,
                other => return Ok(unhalted(other)?.0 == End::Minimum),
            }
        }
        let TableauForm::Big(tableau) = &mut self.form else { return Err(OutOfBudget) };
        Ok(unhalted(tableau.minimise(row, Some(&Integer::from(-1)), budget))?.0 == End::Minimum)
    }

    /// Adds an inequality; false if no rational point is left, and the dictionary must not be used any more.
    pub fn add(&mut self, inequality: Row, budget: &Budget) -> Budgeted<bool> {
        self.system.inequalities.push(inequality);
        let inequality = &self.system.inequalities[self.system.inequalities.len() - 1];
        if let TableauForm::Word(tableau) = &mut self.form {
            match added(tableau, inequality, budget) {
                Err(Halt::Overflow) => {}
                other => return unhalted(other),
            }
        } else if let TableauForm::Big(tableau) = &mut self.form {
            return unhalted(added(tableau, inequality, budget));
        }
        match unhalted(vertex(&self.system, budget))? {
            None => Ok(false),
            Some(tableau) => {
                self.form = TableauForm::Big(tableau);
                Ok(true)
            }
        }
    }

    /// The vertex, if it is an integer point.
    pub fn integer_point(&self) -> Option<Vec<Integer>> {
        let unknowns = self.system.width - 1;
        match &self.form {
            TableauForm::Word(tableau) => tableau.integer_point(unknowns),
            TableauForm::Big(tableau) => tableau.integer_point(unknowns),
        }
    }

    /// The vertex, as numerators over one positive denominator.
    pub fn rational_point(&self) -> (Vec<Integer>, Integer) {
        let unknowns = self.system.width - 1;
        match &self.form {
            TableauForm::Word(tableau) => tableau.rational_point(unknowns),
            TableauForm::Big(tableau) => tableau.rational_point(unknowns),
        }
    }

    /// Builds the dictionary anew with integers of any size, after a word did not suffice.
    fn widen(&mut self, budget: &Budget) -> Budgeted<()> {
        let tableau = unhalted(vertex(&self.system, budget))?;
        self.form = TableauForm::Big(tableau.expect("the system has a rational point"));
        Ok(())
    }
}

fn minimum_of<S: Scalar>(
    tableau: &mut Tableau<S>,
    objective: &[Integer],
    budget: &Budget,
) -> Result<Minimum, Halt> {
    let (end, value) = tableau.minimise(objective, None, budget)?;
    Ok(match end {
        End::Unbounded => Minimum::Unbounded,
        End::Minimum | End::BelowLimit => {
            Minimum::Value(value.to_integer(), tableau.denominator().to_integer())
        }
    })
}

fn added<S: Scalar>(tableau: &mut Tableau<S>, inequality: &[Integer], budget: &Budget) -> Result<bool, Halt> {
    tableau.add_inequality(inequality, budget)?;
    tableau.repair(budget)
}

#[cfg(test)]
mod tests {
    use super::{Minimum, minimum};
    use crate::integer::Integer;
    use crate::system::System;
    use budget::Budget;

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
        let Ok(Minimum::Value(numerator, denominator)) = minimum(&system, &row(&[0, -6, -6]), &budget) else {
            panic!("the maximum of the sum is 9");
        };
        assert_eq!(numerator, &denominator * &Integer::from(-54));
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
