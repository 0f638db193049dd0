//! Systems: conjunctions of linear constraints whose columns are all integer unknowns.
//!
//! This is the form that the deciding algorithms ([`crate::sample`], [`crate::simplex`]) work on. It knows no
//! names, no parameters and no divisions.
//!
//! # Tightening
//!
//! [`System::tighten`] brings the constraints into a form in which equal constraints look equal:
//!
//! ```text
//! match:  g·e + c >= 0        result:  e + ⌊c/g⌋ >= 0           (g the content of the row)
//! match:  g·e + c  = 0        result:  e + c/g = 0, or false where g does not divide c
//! match:  e + a >= 0, e + b >= 0        result:  e + min(a, b) >= 0
//! match:  e + a >= 0, −e + b >= 0       result:  e + a = 0 where a + b = 0, false where a + b < 0
//! ```
//!
//! Each is an equivalence over the integers: the value of `e` is an integer, so it reaches `−c/g` only at the
//! next whole number.

use crate::integer::Integer;
use crate::row::{self, Row};

/// A conjunction of `row = 0` and `row >= 0` over integer unknowns.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct System {
    /// How many columns each row has, the constant included.
    pub width: usize,
    /// Rows that are zero.
    pub equalities: Vec<Row>,
    /// Rows that are not negative.
    pub inequalities: Vec<Row>,
}

impl System {
    /// The system with no constraint.
    pub fn new(width: usize) -> System {
        System { width, equalities: Vec::new(), inequalities: Vec::new() }
    }

    /// Applies the tightening rules; false if they show that no point is left.
    pub fn tighten(&mut self) -> bool {
        tighten(&mut self.equalities, &mut self.inequalities)
    }
}

/// Applies the tightening rules to equalities and inequalities; false if they show that no point is left.
pub(crate) fn tighten(equalities: &mut Vec<Row>, inequalities: &mut Vec<Row>) -> bool {
    tighten_inequalities(equalities, inequalities) && tighten_equalities(equalities)
}

/// Applies the rules for inequalities, which may find equalities; false if they show that no point is left.
pub(crate) fn tighten_inequalities(equalities: &mut Vec<Row>, inequalities: &mut Vec<Row>) -> bool {
    if !inequalities.iter_mut().all(divide_inequality) {
        return false;
    }
    inequalities.retain(|row| !row::is_constant(row));
    // Rows of one direction, or of opposite ones, have the same signature and meet after sorting.
    let mut order: Vec<(u64, usize)> =
        inequalities.iter().enumerate().map(|(place, row)| (signature(row), place)).collect();
    order.sort_unstable();
    let mut dropped = vec![false; inequalities.len()];
    let mut changed = false;
    for (rank, &(key, i)) in order.iter().enumerate() {
        for &(_, j) in order[rank + 1..].iter().take_while(|(other, _)| *other == key) {
            if dropped[i] {
                break;
            }
            if dropped[j] {
                continue;
            }
            let (first, second) = (&inequalities[i], &inequalities[j]);
            if first[1..] == second[1..] {
                dropped[if first[0] <= second[0] { j } else { i }] = true;
                changed = true;
            } else if first[1..].iter().zip(&second[1..]).all(|(x, y)| x.is_opposite(y)) {
                let gap = &first[0] + &second[0];
                if gap.is_negative() {
                    return false;
                }
                if gap.is_zero() {
                    equalities.push(first.clone());
                    dropped[i] = true;
                    dropped[j] = true;
                    changed = true;
                }
            }
        }
    }
    if changed {
        let mut place = 0..;
        inequalities.retain(|_| !dropped[place.next().expect("there is no last number")]);
    }
    true
}

/// A number that rows share whose coefficients, without the constant, are equal or opposite.
fn signature(row: &[Integer]) -> u64 {
    let mut forward = 0u64;
    let mut backward = 0u64;
    for coefficient in &row[1..] {
        // Of integers beyond a word only the sign is taken in; they are rare.
        let word = coefficient.to_i64().unwrap_or(i64::from(coefficient.signum()) << 40);
        forward = forward.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(word as u64);
        backward = backward.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_sub(word as u64);
    }
    forward.min(backward)
}

/// Divides an inequality by its content; false if it is a negative constant.
fn divide_inequality(inequality: &mut Row) -> bool {
    let content = row::content(inequality);
    if content.is_zero() {
        return !inequality[0].is_negative();
    }
    if !content.is_one() {
        for coefficient in inequality.iter_mut() {
            *coefficient = coefficient.floor_divide(&content);
        }
    }
    true
}

/// Divides equalities by their content, makes the first coefficient positive and drops duplicates.
pub(crate) fn tighten_equalities(equalities: &mut Vec<Row>) -> bool {
    let mut kept: Vec<Row> = Vec::with_capacity(equalities.len());
    for mut equality in equalities.drain(..) {
        let content = row::content(&equality);
        if content.is_zero() {
            if !equality[0].is_zero() {
                return false;
            }
            continue;
        }
        if !content.divides(&equality[0]) {
            return false;
        }
        let leading = equality[1..].iter().find(|c| !c.is_zero()).expect("the content is not zero");
        let divisor = if leading.is_negative() { -&content } else { content };
        if !divisor.is_one() {
            for coefficient in equality.iter_mut() {
                *coefficient = coefficient.floor_divide(&divisor);
            }
        }
        if !kept.contains(&equality) {
            kept.push(equality);
        }
    }
    *equalities = kept;
    true
}

#[cfg(test)]
mod tests {
    use super::System;
    use crate::integer::Integer;

    fn row(values: &[i64]) -> Vec<Integer> {
        values.iter().map(|&v| Integer::from(v)).collect()
    }

    #[test]
    fn an_inequality_is_divided_and_rounded() {
        let mut system =
            System { width: 2, equalities: vec![], inequalities: vec![row(&[-5, 2]), row(&[9, -3])] };
        assert!(system.tighten());
        assert_eq!(system.equalities, vec![row(&[-3, 1])]);
        assert!(system.inequalities.is_empty());
    }

    #[test]
    fn an_equality_without_solution_is_seen() {
        let mut system = System { width: 3, equalities: vec![row(&[1, 2, -4])], inequalities: vec![] };
        assert!(!system.tighten());
    }
}
