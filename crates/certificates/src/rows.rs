//! Sums of numbered columns, as lists of factors.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::Refusal;
use crate::numbers::{add, common_divisor, divide_up, multiply, negate};

/// The constant of a sum and behind it the factors of the columns one, two and so on. Values are rows, too, and begin with a one.
pub(crate) type Row = Vec<i128>;

/// The factor of a column.
pub(crate) fn get(row: &Row, column: usize) -> i128 {
    row.get(column).copied().unwrap_or(0)
}

/// Sets the factor of a column.
pub(crate) fn set(row: &mut Row, column: usize, value: i128) {
    if let Some(place) = row.get_mut(column) {
        *place = value;
    }
}

/// The greatest common divisor of the factors; zero if there is none.
pub(crate) fn divisor_of_factors(row: &Row) -> Result<i128, Refusal> {
    let mut divisor = 0;
    for factor in row.iter().skip(1).filter(|factor| **factor != 0) {
        divisor = common_divisor(divisor, *factor)?;
        if divisor == 1 {
            break;
        }
    }
    Ok(divisor)
}

/// Divides by a divisor of the factors, the constant rounded up.
pub(crate) fn divide_row(row: &mut Row, divisor: i128) -> Result<(), Refusal> {
    if divisor != 1 {
        for value in row.iter_mut() {
            *value = divide_up(*value, divisor)?;
        }
    }
    Ok(())
}

/// Turns it into its opposite.
pub(crate) fn negate_row(row: &mut Row) -> Result<(), Refusal> {
    for value in row.iter_mut() {
        *value = negate(*value)?;
    }
    Ok(())
}

/// The multiple.
pub(crate) fn times(row: &Row, factor: i128) -> Result<Row, Refusal> {
    row.iter().map(|value| multiply(*value, factor)).collect()
}

/// Adds a multiple of another one.
pub(crate) fn add_multiple(row: &mut Row, factor: i128, other: &Row) -> Result<(), Refusal> {
    for (value, other) in row.iter_mut().zip(other) {
        if *other != 0 {
            *value = add(*value, multiply(factor, *other)?)?;
        }
    }
    Ok(())
}

/// The value of a sum for values, which begin with a one.
pub(crate) fn product(left: &Row, right: &Row) -> Result<i128, Refusal> {
    let mut total = 0;
    for (left, right) in left.iter().zip(right).filter(|(left, _)| **left != 0) {
        total = add(total, multiply(*left, *right)?)?;
    }
    Ok(total)
}
