//! Inequalities in normal form.
//!
//! Every inequality becomes a bound of a *form*: terms with coefficients without a common divisor, of which the first is positive.
//! Inequalities that say the same, or the opposite, get the same form and bound.
//!
//! ```text
//! match:  g·e + c <= 0                            result:  e <= ⌊−c/g⌋           (g the content of the terms)
//! match:  −e <= k                                 result:  not (e <= −k − 1)
//! match:  m divides e + c                         result:  e' mod m = r          (e' with residues next to zero, the first positive)
//! match:  m·g divides e·g + c                     result:  m divides e + c/g, or false where g does not divide c
//! ```
//!
//! All are equivalences over the integers. The numbers have any size, so that nothing overflows.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::sum::{Integer, Sum};
use presburger::Integer as Number;

/// Terms sorted by variable, with coefficients that are not zero.
pub(crate) type Terms = Vec<(usize, Number)>;

/// An inequality in normal form.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Inequality {
    /// Every point satisfies it, or none does.
    Constant(bool),
    /// The form is at most the bound, or is not where negated.
    Bound { form: Terms, bound: Number, negated: bool },
}

/// A divisibility in normal form.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Divisibility {
    /// Every point satisfies it, or none does.
    Constant(bool),
    /// The remainder of the terms by the modulus, above one, is this.
    Remainder { modulus: Number, terms: Terms, remainder: Number },
}

/// The number that a machine word of 128 bits holds.
pub(crate) fn number(value: i128) -> Number {
    match i64::try_from(value) {
        Ok(word) => Number::from(word),
        Err(_) => Number::parse(&value.to_string()).expect("digits are a number"),
    }
}

/// The number as a machine word of 128 bits, if it fits one.
pub(crate) fn word(value: &Number) -> Option<i128> {
    value.to_i64().map(i128::from).or_else(|| value.to_string().parse().ok())
}

/// The terms of a sum and its constant, sorted and without zeros even where the caller was careless.
pub(crate) fn terms(sum: &Sum) -> (Terms, Number) {
    let mut terms: Terms = sum.terms.iter().map(|&(Integer(at), by)| (at as usize, number(by))).collect();
    if !terms.is_sorted_by(|a, b| a.0 < b.0) {
        terms.sort_by_key(|term| term.0);
        terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += &next.1;
            }
            same
        });
    }
    terms.retain(|term| !term.1.is_zero());
    (terms, number(sum.constant))
}

/// The greatest common divisor of the coefficients; zero if there are none.
pub(crate) fn content(terms: &Terms) -> Number {
    let mut content = Number::ZERO;
    for (_, coefficient) in terms {
        content = content.gcd(coefficient);
        if content.is_one() {
            break;
        }
    }
    content
}

/// The normal form of `terms + constant <= 0`.
pub(crate) fn normalise(terms: Terms, constant: &Number) -> Inequality {
    let content = content(&terms);
    let Some(leading) = terms.first() else { return Inequality::Constant(!constant.is_positive()) };
    let negated = leading.1.is_negative();
    let divisor = if negated { -&content } else { content.clone() };
    let form: Terms = match divisor.is_one() {
        true => terms,
        false => terms.into_iter().map(|(at, by)| (at, by.floor_divide(&divisor))).collect(),
    };
    let bound = (-constant).floor_divide(&content);
    let bound = if negated { &-&bound - &Number::ONE } else { bound };
    Inequality::Bound { form, bound, negated }
}

/// The normal form of: the modulus, above zero, divides the sum.
pub(crate) fn normalise_remainder(modulus: &Number, sum: &Sum) -> Divisibility {
    let (mut terms, mut constant) = terms(sum);
    for (_, coefficient) in &mut terms {
        // The residue next to zero keeps numbers small.
        let residue = coefficient.modulo(modulus);
        *coefficient = if &residue + &residue > *modulus { &residue - modulus } else { residue };
    }
    terms.retain(|term| !term.1.is_zero());
    let divisor = content(&terms).gcd(modulus);
    if !divisor.divides(&constant) {
        return Divisibility::Constant(false);
    }
    let modulus = modulus.floor_divide(&divisor);
    if modulus.is_one() {
        return Divisibility::Constant(true);
    }
    let negative = terms.first().is_some_and(|term| term.1.is_negative());
    let divisor = if negative { -&divisor } else { divisor };
    for (_, coefficient) in &mut terms {
        *coefficient = coefficient.floor_divide(&divisor);
    }
    constant = constant.floor_divide(&divisor);
    Divisibility::Remainder { remainder: (-&constant).modulo(&modulus), modulus, terms }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_inequalities_have_one_form_and_bound() {
        let make = |a: i128, b: i128, c: i128| normalise(vec![(0, number(a)), (1, number(b))], &number(c));
        let form = || vec![(0, number(2)), (1, number(-1))];
        // 4x − 2y + 5 <= 0 is 2x − y <= −3, and 4x − 2y + 5 > 0 is its opposite.
        let first = Inequality::Bound { form: form(), bound: number(-3), negated: false };
        let second = Inequality::Bound { form: form(), bound: number(-3), negated: true };
        assert_eq!(make(4, -2, 5), first);
        assert_eq!(make(-4, 2, -4), second);
        assert_eq!(
            make(i128::MIN, i128::MIN, 0),
            Inequality::Bound {
                form: vec![(0, number(1)), (1, number(1))],
                bound: number(-1),
                negated: true
            }
        );
    }

    #[test]
    fn careless_sums_are_sorted_and_merged() {
        let sum = Sum { terms: vec![(Integer(3), 1), (Integer(1), 2), (Integer(3), -1)], constant: 4 };
        assert_eq!(terms(&sum), (vec![(1, number(2))], number(4)));
        assert_eq!(word(&number(i128::MIN)), Some(i128::MIN));
    }
}
