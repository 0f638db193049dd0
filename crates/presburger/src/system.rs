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

use crate::row::{self, Row};
use std::collections::HashMap;

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
    let mut kept: Vec<Row> = Vec::with_capacity(inequalities.len());
    let mut places: HashMap<Row, usize> = HashMap::with_capacity(inequalities.len());
    for mut inequality in inequalities.drain(..) {
        if !divide_inequality(&mut inequality) {
            return false;
        }
        if row::is_constant(&inequality) {
            continue;
        }
        match places.get(&inequality[1..]) {
            Some(&place) => {
                if inequality[0] < kept[place][0] {
                    kept[place] = inequality;
                }
            }
            None => {
                places.insert(inequality[1..].to_vec(), kept.len());
                kept.push(inequality);
            }
        }
    }
    let Some(paired) = pair_opposites(&kept, &places, equalities) else { return false };
    inequalities.extend(kept.into_iter().enumerate().filter(|(i, _)| !paired[*i]).map(|(_, e)| e));
    tighten_equalities(equalities)
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

/// Marks the inequalities that form an equality with their opposite and adds that equality.
fn pair_opposites(
    kept: &[Row],
    places: &HashMap<Row, usize>,
    equalities: &mut Vec<Row>,
) -> Option<Vec<bool>> {
    let mut paired = vec![false; kept.len()];
    for (i, inequality) in kept.iter().enumerate() {
        if paired[i] {
            continue;
        }
        let opposite: Row = inequality[1..].iter().map(|c| -c).collect();
        if let Some(&j) = places.get(&opposite) {
            let gap = &inequality[0] + &kept[j][0];
            if gap.is_negative() {
                return None;
            }
            if gap.is_zero() {
                paired[i] = true;
                paired[j] = true;
                equalities.push(inequality.clone());
            }
        }
    }
    Some(paired)
}

/// Divides equalities by their content, makes the first coefficient positive and drops duplicates.
fn tighten_equalities(equalities: &mut Vec<Row>) -> bool {
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
