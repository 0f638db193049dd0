//! The steps that eliminations share: Euclid on an equality, and the shadows of an unknown.
//!
//! Used by [`crate::sample`], where every column is an unknown, and by [`crate::project`], where only some are.
//! See [`crate::sample`] for the picture, the argument and the reference.

use crate::integer::Integer;
use crate::row::{self, Row};
use budget::{Budget, Budgeted};
use std::ops::Range;

/// Which of the two convex shadows of an unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shadow {
    /// The rational projection, which contains the integer one.
    Real,
    /// The part of it over which an integer value surely exists.
    Dark,
}

/// An unknown to eliminate next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Choice {
    /// Its column.
    pub column: usize,
    /// Is its real shadow its integer shadow?
    pub exact: bool,
}

/// The unknown among the columns whose elimination costs least; none if no inequality mentions one.
pub(crate) fn choose(inequalities: &[Row], columns: Range<usize>) -> Option<Choice> {
    let mut best: Option<((bool, i64), Choice)> = None;
    for column in columns {
        let (mut lower, mut upper) = (0i64, 0i64);
        let (mut lower_units, mut upper_units) = (true, true);
        for inequality in inequalities {
            match inequality[column].signum() {
                1 => {
                    lower += 1;
                    lower_units &= inequality[column].is_unit();
                }
                -1 => {
                    upper += 1;
                    upper_units &= inequality[column].is_unit();
                }
                _ => {}
            }
        }
        if lower + upper == 0 {
            continue;
        }
        let exact = lower == 0 || upper == 0 || lower_units || upper_units;
        let price = (!exact, lower * upper - lower - upper);
        if best.as_ref().is_none_or(|(least, _)| price < *least) {
            best = Some((price, Choice { column, exact }));
        }
    }
    best.map(|(_, choice)| choice)
}

/// The inequalities that mention the column.
pub(crate) fn mentioning(inequalities: &[Row], column: usize) -> Vec<Row> {
    inequalities.iter().filter(|row| !row[column].is_zero()).cloned().collect()
}

/// The shadow that the inequalities cast along the column.
pub(crate) fn shadow(
    inequalities: &[Row],
    column: usize,
    kind: Shadow,
    budget: &Budget,
) -> Budgeted<Vec<Row>> {
    let mut result: Vec<Row> = inequalities.iter().filter(|row| row[column].is_zero()).cloned().collect();
    for lower in inequalities.iter().filter(|row| row[column].is_positive()) {
        for upper in inequalities.iter().filter(|row| row[column].is_negative()) {
            budget.spend(1)?;
            let (a, b) = (&lower[column], -&upper[column]);
            let mut combined = row::combination(&b, lower, a, upper);
            if kind == Shadow::Dark {
                combined[0] -= &(&(a - &Integer::ONE) * &(&b - &Integer::ONE));
            }
            result.push(combined);
        }
    }
    Ok(result)
}

/// Equalities one of which holds wherever the column has a value outside the dark shadow.
///
/// They lie close above the lower bounds or close below the upper ones, whichever takes fewer.
pub(crate) fn splinters(inequalities: &[Row], column: usize, budget: &Budget) -> Budgeted<Vec<Row>> {
    let above = splinter_counts(inequalities, column, 1);
    let below = splinter_counts(inequalities, column, -1);
    let total = |counts: &[(Row, Integer)]| counts.iter().fold(Integer::ZERO, |sum, (_, count)| &sum + count);
    let chosen = if total(&above) <= total(&below) { above } else { below };
    let mut result = Vec::new();
    for (bound, count) in chosen {
        let mut distance = Integer::ZERO;
        while distance < count {
            budget.spend(1)?;
            let mut equality = bound.clone();
            equality[0] -= &distance;
            result.push(equality);
            distance += &Integer::ONE;
        }
    }
    Ok(result)
}

/// The bounds of one side of the column, each with the number of equalities that it needs.
fn splinter_counts(inequalities: &[Row], column: usize, side: i32) -> Vec<(Row, Integer)> {
    let opposite = inequalities.iter().filter(|row| row[column].signum() == -side);
    let greatest = opposite.map(|row| row[column].abs()).max().unwrap_or(Integer::ONE);
    let mut result = Vec::new();
    for bound in inequalities.iter().filter(|row| row[column].signum() == side) {
        let a = bound[column].abs();
        let numerator = &(&(&a * &greatest) - &a) - &greatest;
        if !numerator.is_negative() {
            result.push((bound.clone(), &numerator.floor_divide(&greatest) + &Integer::ONE));
        }
    }
    result
}

/// One step of Euclid's algorithm on an equality, over the unknowns in the columns.
///
/// Returns an unknown and its new value. If the flag is set, the equality is solved by this assignment;
/// otherwise the assignment is a change of basis that makes the coefficients smaller.
/// The content of the equality over the columns must divide the other coefficients, or there must be more than
/// one unknown in it.
pub(crate) fn euclid_step(equality: &[Integer], columns: Range<usize>) -> (usize, Row, bool) {
    let column = columns
        .clone()
        .filter(|&j| !equality[j].is_zero())
        .min_by_key(|&j| equality[j].abs())
        .expect("the equality mentions an unknown");
    let coefficient = &equality[column];
    if coefficient.is_unit() {
        let mut value = if coefficient.is_negative() { equality.to_vec() } else { row::negated(equality) };
        value[column] = Integer::ZERO;
        return (column, value, true);
    }
    let mut value = row::zero(equality.len());
    value[column] = Integer::ONE;
    for j in columns {
        if j != column && !equality[j].is_zero() {
            value[j] = -&equality[j].floor_divide(coefficient);
        }
    }
    (column, value, false)
}
