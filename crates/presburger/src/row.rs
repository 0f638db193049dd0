//! Rows: linear expressions with integer coefficients.
//!
//! A row is `c₀ + c₁·x₁ + … + cₙ·xₙ`: the constant first, then one coefficient for each column. What the columns
//! mean is up to whoever holds the row.

use crate::integer::Integer;

/// A linear expression: its constant, then the coefficient of each column.
pub type Row = Vec<Integer>;

/// The row of that width with only zeros.
pub fn zero(width: usize) -> Row {
    vec![Integer::ZERO; width]
}

/// The greatest common divisor of the coefficients, without the constant.
pub fn content(row: &[Integer]) -> Integer {
    let mut divisor = Integer::ZERO;
    for coefficient in &row[1..] {
        if !coefficient.is_zero() {
            divisor = divisor.gcd(coefficient);
            if divisor.is_one() {
                break;
            }
        }
    }
    divisor
}

/// Does the row have no coefficient but its constant?
pub fn is_constant(row: &[Integer]) -> bool {
    row[1..].iter().all(Integer::is_zero)
}

/// `−row`.
pub fn negated(row: &[Integer]) -> Row {
    row.iter().map(|c| -c).collect()
}

/// `a·first + b·second`.
pub fn combination(a: &Integer, first: &[Integer], b: &Integer, second: &[Integer]) -> Row {
    first.iter().zip(second).map(|(x, y)| a.combine(x, b, y)).collect()
}

/// Adds `factor·other` to the row.
pub fn add_multiple(row: &mut [Integer], factor: &Integer, other: &[Integer]) {
    for (x, y) in row.iter_mut().zip(other) {
        if !y.is_zero() {
            *x = Integer::ONE.combine(x, factor, y);
        }
    }
}

/// Replaces the column by an expression, `column := value`, where `value` may mention the column itself.
pub fn substitute(row: &mut [Integer], column: usize, value: &[Integer]) {
    let factor = std::mem::take(&mut row[column]);
    if !factor.is_zero() {
        add_multiple(row, &factor, value);
    }
}

/// The value of the row at a point, given as one value for each column.
pub fn value_at(row: &[Integer], point: &[Integer]) -> Integer {
    let mut value = row[0].clone();
    for (coefficient, x) in row[1..].iter().zip(point) {
        if !coefficient.is_zero() {
            value = Integer::ONE.combine(&value, coefficient, x);
        }
    }
    value
}

/// The row whose column `j` is the old column `order[j]`, or zero where there was none.
///
/// The constant stays first; `order` counts columns from one, as positions in a row do.
pub fn rearranged(row: &[Integer], order: &[Option<usize>]) -> Row {
    let mut result = Vec::with_capacity(order.len() + 1);
    result.push(row[0].clone());
    result.extend(order.iter().map(|from| from.map_or(Integer::ZERO, |j| row[j].clone())));
    result
}
