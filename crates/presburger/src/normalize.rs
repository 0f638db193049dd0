//! The cheap normal form of a conjunction.
//!
//! # The algorithm
//!
//! The rules below are applied until none changes anything. They need no search, so every operation ends with
//! them.
//!
//! ```text
//! match:  ⌊(d·f + e)/d⌋                       result:  f + ⌊e/d⌋
//! match:  ⌊(g·e + c)/(g·d)⌋                   result:  ⌊(e + ⌊c/g⌋)/d⌋
//! match:  ⌊e/1⌋                               result:  e
//! match:  two divisions with one definition   result:  one division
//! match:  q + e = 0, q = ⌊f/d⌋, e before q    result:  0 <= f + d·e <= d − 1, without q
//! match:  a·x + e = 0 and a row with c·x      result:  the row without x
//! match:  a division that no row mentions     result:  no division
//! ```
//!
//! and the tightening of [`crate::system`]. Each rule is an equivalence over the integers. The rules end: each
//! removes a division or a column from a row, or makes the coefficients of a numerator smaller.
//!
//! # Reference
//!
//! Verdoolaege: *isl: An Integer Set Library for the Polyhedral Model*, ICMS 2010,
//! doi:10.1007/978-3-642-15582-6_49; Pugh: *The Omega Test*, Supercomputing 1991, doi:10.1145/125826.125848, for
//! the tightening.

use crate::conjunction::{Conjunction, division_bounds};
use crate::integer::Integer;
use crate::row::{self, Row};
use crate::system;

impl Conjunction {
    /// The normal form, or none if the rules show that no point satisfies the conjunction.
    pub fn normalized(mut self) -> Option<Conjunction> {
        loop {
            simplify_divisions(&mut self);
            if !solve(&mut self) {
                return None;
            }
            if self.divisions.is_empty() {
                break;
            }
            drop_bounds(&mut self);
            if !drop_unused(&mut self) && !replace_division(&mut self) {
                break;
            }
        }
        self.equalities.sort();
        self.inequalities.sort();
        Some(self)
    }
}

/// Reduces every numerator, and removes divisions that are linear or that repeat an earlier one.
fn simplify_divisions(conjunction: &mut Conjunction) {
    let mut index = 0;
    while index < conjunction.divisions.len() {
        let column = 1 + conjunction.visible + index;
        let division = &mut conjunction.divisions[index];
        let common = row::content(&division.numerator).gcd(&division.denominator);
        if !common.is_one() {
            for coefficient in division.numerator.iter_mut() {
                *coefficient = coefficient.floor_divide(&common);
            }
            division.denominator = division.denominator.floor_divide(&common);
        }
        let mut whole = row::zero(division.numerator.len());
        for (part, coefficient) in whole.iter_mut().zip(division.numerator.iter_mut()) {
            *part = coefficient.floor_divide(&division.denominator);
            *coefficient = coefficient.modulo(&division.denominator);
        }
        let constant = row::is_constant(&division.numerator);
        let twin = conjunction.divisions[..index].iter().position(|d| *d == conjunction.divisions[index]);
        match twin {
            Some(earlier) => whole[1 + conjunction.visible + earlier] += &Integer::ONE,
            None if !constant => whole[column] = Integer::ONE,
            None => {}
        }
        let removable = constant || twin.is_some();
        if whole.iter().enumerate().any(|(j, c)| if j == column { !c.is_one() } else { !c.is_zero() }) {
            for (place, division) in conjunction.divisions.iter_mut().enumerate() {
                if place != index {
                    row::substitute(&mut division.numerator, column, &whole);
                }
            }
            for row in conjunction.equalities.iter_mut().chain(&mut conjunction.inequalities) {
                row::substitute(row, column, &whole);
            }
        }
        if removable { remove_division(conjunction, index) } else { index += 1 }
    }
}

/// Removes a division that no other row mentions.
fn remove_division(conjunction: &mut Conjunction, index: usize) {
    let column = 1 + conjunction.visible + index;
    conjunction.divisions.remove(index);
    for row in conjunction.rows_mut() {
        row.remove(column);
    }
}

/// Tightens the constraints and removes the pivots of equalities from all others; false if they clash.
fn solve(conjunction: &mut Conjunction) -> bool {
    loop {
        if !system::tighten_equalities(&mut conjunction.equalities) {
            return false;
        }
        bring_into_echelon_form(conjunction);
        if !system::tighten_equalities(&mut conjunction.equalities) {
            return false;
        }
        let known = conjunction.equalities.len();
        if !system::tighten_inequalities(&mut conjunction.equalities, &mut conjunction.inequalities) {
            return false;
        }
        if conjunction.equalities.len() == known {
            return true;
        }
    }
}

/// Brings the equalities into echelon form and removes their pivots from the inequalities.
fn bring_into_echelon_form(conjunction: &mut Conjunction) {
    let mut solved = 0;
    while solved < conjunction.equalities.len() {
        let pivot = (solved..conjunction.equalities.len())
            .filter_map(|i| {
                pivot_column(&conjunction.equalities[i]).map(|(price, column)| (price, i, column))
            })
            .min();
        let Some((_, chosen, column)) = pivot else { break };
        conjunction.equalities.swap(solved, chosen);
        let equality = conjunction.equalities[solved].clone();
        for (i, other) in conjunction.equalities.iter_mut().enumerate() {
            if i != solved {
                remove_column(other, &equality, column);
            }
        }
        for other in &mut conjunction.inequalities {
            remove_column(other, &equality, column);
        }
        for division in &mut conjunction.divisions {
            substitute_visible(&mut division.numerator, &equality, column, conjunction.visible);
        }
        solved += 1;
    }
}

/// The column to solve an equality for: a unit coefficient if there is one, the last such column.
fn pivot_column(equality: &[Integer]) -> Option<(Integer, usize)> {
    (1..equality.len())
        .filter(|&j| !equality[j].is_zero())
        .map(|j| (equality[j].abs(), std::cmp::Reverse(j)))
        .min()
        .map(|(size, column)| (size, column.0))
}

/// Adds a multiple of the equality to a positive multiple of the row so that the column vanishes from it.
fn remove_column(row: &mut Row, equality: &[Integer], column: usize) {
    if row[column].is_zero() {
        return;
    }
    let common = row[column].gcd(&equality[column]);
    let mut scale = equality[column].floor_divide(&common);
    let mut factor = -&row[column].floor_divide(&common);
    if scale.is_negative() {
        scale = -&scale;
        factor = -&factor;
    }
    *row = row::combination(&scale, row, &factor, equality);
}

/// Replaces a visible column of a numerator where the equality gives it as an expression of visible columns.
fn substitute_visible(numerator: &mut Row, equality: &[Integer], column: usize, visible: usize) {
    if column <= visible
        && equality[column].is_unit()
        && equality[visible + 1..].iter().all(Integer::is_zero)
        && !numerator[column].is_zero()
    {
        let factor = -&(&numerator[column] * &equality[column]);
        row::add_multiple(numerator, &factor, equality);
    }
}

/// Drops inequalities that merely repeat the bounds of a division.
fn drop_bounds(conjunction: &mut Conjunction) {
    for index in 0..conjunction.divisions.len() {
        let bounds = conjunction.division_bounds(index);
        conjunction.inequalities.retain(|row| !bounds.iter().any(|b| b[1..] == row[1..] && b[0] <= row[0]));
    }
}

/// Drops the last unused division; true if there was one.
fn drop_unused(conjunction: &mut Conjunction) -> bool {
    let used = |column: usize, conjunction: &Conjunction| {
        let numerators = conjunction.divisions.iter().map(|d| &d.numerator);
        let mut rows = numerators.chain(&conjunction.equalities).chain(&conjunction.inequalities);
        rows.any(|row| !row[column].is_zero())
    };
    let mut changed = false;
    for index in (0..conjunction.divisions.len()).rev() {
        if !used(1 + conjunction.visible + index, conjunction) {
            remove_division(conjunction, index);
            changed = true;
        }
    }
    changed
}

/// Replaces a division that an equality gives as an expression of earlier columns; true if there was one.
fn replace_division(conjunction: &mut Conjunction) -> bool {
    for place in 0..conjunction.equalities.len() {
        let equality = &conjunction.equalities[place];
        let Some(column) = (1..equality.len()).rev().find(|&j| !equality[j].is_zero()) else { continue };
        if column <= conjunction.visible || !equality[column].is_unit() {
            continue;
        }
        let equality = conjunction.equalities.remove(place);
        let sign = -&equality[column];
        let mut value: Row = equality.iter().map(|c| c * &sign).collect();
        value[column] = Integer::ZERO;
        let index = column - conjunction.visible - 1;
        let bounds = division_bounds(&conjunction.divisions[index], column);
        conjunction.inequalities.extend(bounds);
        for row in conjunction.rows_mut() {
            row::substitute(row, column, &value);
        }
        remove_division(conjunction, index);
        return true;
    }
    false
}
