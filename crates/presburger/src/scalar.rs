//! Numbers that a dictionary can be made of: machine words that notice overflow, and integers of any size.
//!
//! The simplex method spends its time in `(x·q − f·y)/d`. On plain words that is a few instructions, so
//! [`crate::simplex`] works on words first and starts again with [`Integer`]s when a word does not suffice.

use crate::integer::Integer;
use std::cmp::Ordering;

/// A number of a dictionary. Operations give none where the result does not fit.
pub(crate) trait Scalar: Clone + PartialEq + std::fmt::Debug {
    /// The number zero.
    fn zero() -> Self;
    /// The number one.
    fn one() -> Self;
    /// The same number in this form.
    fn from_integer(value: &Integer) -> Option<Self>;
    /// The same number as an integer of any size.
    fn to_integer(&self) -> Integer;
    /// −1, 0 or 1.
    fn sign(&self) -> i32;
    /// `−self`.
    fn negated(&self) -> Self;
    /// `(self·q − f·y)/d`, where the division is exact and `d` is positive.
    fn pivoted(&self, q: &Self, f: &Self, y: &Self, d: &Self) -> Option<Self>;
    /// `self + a·b`.
    fn plus_product(&self, a: &Self, b: &Self) -> Option<Self>;
    /// The remainder of the floor division by a positive number.
    fn remainder(&self, divisor: &Self) -> Self;
    /// The order of `a·b` and `c·d`.
    fn compare_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Ordering;
}

impl Scalar for i64 {
    #[inline]
    fn zero() -> i64 {
        0
    }

    #[inline]
    fn one() -> i64 {
        1
    }

    /// The least word is left out, so that every word has an opposite and sums of two products fit `i128`.
    #[inline]
    fn from_integer(value: &Integer) -> Option<i64> {
        value.to_i64().filter(|&word| word != i64::MIN)
    }

    fn to_integer(&self) -> Integer {
        Integer::from(*self)
    }

    #[inline]
    fn sign(&self) -> i32 {
        self.signum() as i32
    }

    #[inline]
    fn negated(&self) -> i64 {
        -self
    }

    #[inline]
    fn pivoted(&self, q: &i64, f: &i64, y: &i64, d: &i64) -> Option<i64> {
        if let (Some(left), Some(right)) = (self.checked_mul(*q), f.checked_mul(*y))
            && let Some(numerator) = left.checked_sub(right)
            && numerator != i64::MIN
        {
            return Some(if *d == 1 { numerator } else { numerator / d });
        }
        let numerator = i128::from(*self) * i128::from(*q) - i128::from(*f) * i128::from(*y);
        narrow(numerator / i128::from(*d))
    }

    #[inline]
    fn plus_product(&self, a: &i64, b: &i64) -> Option<i64> {
        narrow(i128::from(*self) + i128::from(*a) * i128::from(*b))
    }

    #[inline]
    fn remainder(&self, divisor: &i64) -> i64 {
        self.rem_euclid(*divisor)
    }

    #[inline]
    fn compare_products(a: &i64, b: &i64, c: &i64, d: &i64) -> Ordering {
        (i128::from(*a) * i128::from(*b)).cmp(&(i128::from(*c) * i128::from(*d)))
    }
}

#[inline]
fn narrow(value: i128) -> Option<i64> {
    i64::try_from(value).ok().filter(|&word| word != i64::MIN)
}

impl Scalar for Integer {
    fn zero() -> Integer {
        Integer::ZERO
    }

    fn one() -> Integer {
        Integer::ONE
    }

    fn from_integer(value: &Integer) -> Option<Integer> {
        Some(value.clone())
    }

    fn to_integer(&self) -> Integer {
        self.clone()
    }

    fn sign(&self) -> i32 {
        self.signum()
    }

    fn negated(&self) -> Integer {
        -self
    }

    fn pivoted(&self, q: &Integer, f: &Integer, y: &Integer, d: &Integer) -> Option<Integer> {
        let numerator = self.combine(q, f, &-y);
        Some(if d.is_one() { numerator } else { numerator.floor_divide(d) })
    }

    fn plus_product(&self, a: &Integer, b: &Integer) -> Option<Integer> {
        Some(self.combine(&Integer::ONE, a, b))
    }

    fn remainder(&self, divisor: &Integer) -> Integer {
        self.modulo(divisor)
    }

    fn compare_products(a: &Integer, b: &Integer, c: &Integer, d: &Integer) -> Ordering {
        (a * b).cmp(&(c * d))
    }
}

#[cfg(test)]
mod tests {
    use super::Scalar;
    use crate::integer::Integer;

    #[test]
    fn words_agree_with_integers_or_give_up() {
        let values = [0, 1, -1, 3, -7, 1 << 31, -(1 << 40), i64::MAX, -i64::MAX, i64::MAX / 3];
        let mut given_up = 0;
        for &x in &values {
            for &q in &values {
                for &y in &values {
                    let big = |v: i64| Integer::from(v);
                    let exact = big(x).combine(&big(q), &big(-y), &big(q));
                    match x.pivoted(&q, &y, &q, &1) {
                        Some(word) => assert_eq!(Integer::from(word), exact, "{x}·{q} − {y}·{q}"),
                        None => {
                            given_up += 1;
                            assert!(exact.to_i64().is_none_or(|w| w == i64::MIN));
                        }
                    }
                    assert_eq!(
                        i64::compare_products(&x, &q, &y, &q),
                        Integer::compare_products(&big(x), &big(q), &big(y), &big(q))
                    );
                }
            }
        }
        assert!(given_up > 0);
    }

    #[test]
    fn a_wide_numerator_may_have_a_narrow_quotient() {
        assert_eq!(i64::MAX.pivoted(&6, &0, &0, &3), None);
        assert_eq!((i64::MAX / 3).pivoted(&6, &0, &0, &3), Some(i64::MAX / 3 * 2));
    }
}
