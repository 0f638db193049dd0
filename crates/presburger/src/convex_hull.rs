//! The convex hull of the rational relaxation, tightened to integers.
//!
//! # The algorithm
//!
//! A point of the closed convex hull of `{A·y + a >= 0}` and `{B·z + b >= 0}` is a sum `x = y + z` with
//!
//! ```text
//! A·y + a·λ >= 0        B·z + b·(1 − λ) >= 0        0 <= λ <= 1
//! ```
//!
//! so it is the rational projection of that polyhedron on `x`. Unknowns are removed by Gauss and by Fourier and
//! Motzkin, with redundant rows removed by linear programming after each. Divisions are unknowns like the others.
//!
//! # Why it is right
//!
//! For two polyhedra that are not empty the lifted system describes the closure of the hull (Balas). Rounding the
//! constants of the result keeps every integer point of it.
//!
//! # Reference
//!
//! Balas: *Disjunctive Programming: Properties of the Convex Hull of Feasible Points*, Discrete Appl. Math. 1998,
//! doi:10.1016/S0166-218X(98)00136-X.

use crate::conjunction::Conjunction;
use crate::eliminate::{self, Shadow};
use crate::integer::Integer;
use crate::row::{self, Row};
use crate::set::Set;
use crate::simplex::{self, Minimum};
use crate::system::System;
use budget::{Budget, Budgeted};

impl Set {
    /// The convex hull of the rational relaxation of the disjuncts, without its fractional margins.
    ///
    /// ```
    /// use presburger::{Budget, Set};
    /// let budget = Budget::unlimited();
    /// let set = Set::parse("{ [x, y] : x = 0 and y = 0 or x = 4 and 0 <= y <= 4 }").unwrap();
    /// let hull = set.convex_hull(&budget).unwrap();
    /// let expected = Set::parse("{ [x, y] : 0 <= y <= x <= 4 }").unwrap();
    /// assert!(hull.is_equal(&expected, &budget).unwrap());
    /// ```
    pub fn convex_hull(&self, budget: &Budget) -> Budgeted<Set> {
        let mut hull: Option<Conjunction> = None;
        for disjunct in &self.disjuncts {
            if disjunct.is_empty(budget)? {
                continue;
            }
            let next = relaxed(disjunct, budget)?;
            hull = Some(match hull {
                None => next,
                Some(before) => join(&before, &next, budget)?,
            });
        }
        match hull {
            None => Ok(Set::empty(self.space.clone())),
            Some(hull) => Set::from_disjuncts(self.space.clone(), hull.simplified(budget)?, budget),
        }
    }
}

/// The closed convex hull of two conjunctions without divisions, each with a rational point.
pub(crate) fn join(a: &Conjunction, b: &Conjunction, budget: &Budget) -> Budgeted<Conjunction> {
    let n = a.visible;
    let mut lifted = System::new(2 * n + 2);
    // Columns: x, then y, then λ.
    let portion = |row: &Row| {
        let mut result = row::zero(2 * n + 2);
        result[n + 1..=2 * n].clone_from_slice(&row[1..]);
        result[2 * n + 1] = row[0].clone();
        result
    };
    let remainder = |row: &Row| {
        let mut result = row::zero(2 * n + 2);
        for j in 1..=n {
            result[j] = row[j].clone();
            result[n + j] = -&row[j];
        }
        result[0] = row[0].clone();
        result[2 * n + 1] = -&row[0];
        result
    };
    lifted.equalities.extend(a.equalities.iter().map(portion));
    lifted.inequalities.extend(a.inequalities.iter().map(portion));
    lifted.equalities.extend(b.equalities.iter().map(remainder));
    lifted.inequalities.extend(b.inequalities.iter().map(remainder));
    let mut weight = row::zero(2 * n + 2);
    weight[2 * n + 1] = Integer::ONE;
    lifted.inequalities.push(weight.clone());
    weight = row::negated(&weight);
    weight[0] = Integer::ONE;
    lifted.inequalities.push(weight);
    rational_shadow(lifted, n, budget)
}

/// The rational projection of a conjunction on its visible columns, tightened to integers.
pub(crate) fn relaxed(conjunction: &Conjunction, budget: &Budget) -> Budgeted<Conjunction> {
    rational_shadow(conjunction.system(), conjunction.visible, budget)
}

/// The rational projection of a system on its first columns.
fn rational_shadow(mut system: System, visible: usize, budget: &Budget) -> Budgeted<Conjunction> {
    for column in (visible + 1..system.width).rev() {
        if let Some(place) = system.equalities.iter().position(|row| !row[column].is_zero()) {
            let equality = system.equalities.swap_remove(place);
            for row in system.equalities.iter_mut().chain(&mut system.inequalities) {
                budget.spend(1)?;
                cancel(row, &equality, column);
            }
        } else {
            system.inequalities = eliminate::shadow(&system.inequalities, column, Shadow::Real, budget)?;
        }
        for row in system.equalities.iter_mut().chain(&mut system.inequalities) {
            row.remove(column);
        }
        system.width -= 1;
        reduce(&mut system, budget)?;
    }
    Ok(Conjunction {
        visible,
        divisions: Vec::new(),
        equalities: system.equalities,
        inequalities: system.inequalities,
    })
}

/// Removes a column from a row with the help of an equality, keeping the row's direction.
fn cancel(row: &mut Row, equality: &Row, column: usize) {
    if row[column].is_zero() {
        return;
    }
    let scale = equality[column].abs();
    let sign = Integer::from(equality[column].signum());
    let factor = -&(&row[column] * &sign);
    *row = row::combination(&scale, row, &factor, equality);
}

/// Divides every row by its numbers' common divisor and drops rows that are rationally redundant.
fn reduce(system: &mut System, budget: &Budget) -> Budgeted<()> {
    for row in system.equalities.iter_mut().chain(&mut system.inequalities) {
        let divisor = row::content(row).gcd(&row[0]);
        if !divisor.is_zero() && !divisor.is_one() {
            row.iter_mut().for_each(|c| *c = c.floor_divide(&divisor));
        }
    }
    system.equalities.retain(|row| row.iter().any(|c| !c.is_zero()));
    system.inequalities.sort();
    system.inequalities.dedup();
    let mut index = 0;
    while index < system.inequalities.len() {
        let row = system.inequalities.remove(index);
        let redundant = match simplex::minimum(system, &row, budget)? {
            Minimum::Value(numerator, _) => !numerator.is_negative(),
            Minimum::Unbounded | Minimum::Infeasible => false,
        };
        if !redundant {
            system.inequalities.insert(index, row);
            index += 1;
        }
    }
    Ok(())
}
