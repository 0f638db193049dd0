//! Numbers that a dictionary can be made of: machine words that notice overflow, and integers of any size.
//!
//! The simplex method spends its time in `x·a + b·c`. On words that is a few instructions, so questions are asked with words
//! first and again with [`Integer`]s where a word does not suffice.

use presburger::Integer;
use std::cmp::Ordering;

/// A number of a dictionary. Operations give none where the result does not fit.
pub trait Number: Clone + Ord + std::fmt::Debug {
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The same number in this form.
    fn of(value: i64) -> Self;
    /// A number of tokens.
    fn of_tokens(tokens: u64) -> Option<Self>;
    /// The same number as a word.
    fn to_word(&self) -> Option<i64>;
    /// −1, 0 or 1.
    fn sign(&self) -> i32;
    /// `−self`.
    fn negated(&self) -> Option<Self>;
    /// `self · a + b · c`.
    fn combine(&self, a: &Self, b: &Self, c: &Self) -> Option<Self>;
    /// `self · a`.
    fn times(&self, a: &Self) -> Option<Self>;
    /// The greatest common divisor.
    fn common_divisor(&self, other: &Self) -> Self;
    /// The quotient, rounded down, by a positive number.
    fn floor_divide(&self, divisor: &Self) -> Self;
    /// The order of `a·b` and `c·d`.
    fn compare_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Ordering;
}

/// The least word is never a value, so that every word has an opposite.
impl Number for i64 {
    const ZERO: i64 = 0;
    const ONE: i64 = 1;

    fn of(value: i64) -> i64 {
        value.max(-i64::MAX)
    }

    fn of_tokens(tokens: u64) -> Option<i64> {
        i64::try_from(tokens).ok()
    }

    fn to_word(&self) -> Option<i64> {
        Some(*self)
    }

    #[inline]
    fn sign(&self) -> i32 {
        self.signum() as i32
    }

    #[inline]
    fn negated(&self) -> Option<i64> {
        self.checked_neg()
    }

    #[inline]
    fn combine(&self, a: &i64, b: &i64, c: &i64) -> Option<i64> {
        let sum = self.checked_mul(*a)?.checked_add(b.checked_mul(*c)?)?;
        (sum != i64::MIN).then_some(sum)
    }

    #[inline]
    fn times(&self, a: &i64) -> Option<i64> {
        self.checked_mul(*a).filter(|product| *product != i64::MIN)
    }

    fn common_divisor(&self, other: &i64) -> i64 {
        let (mut left, mut right) = (self.unsigned_abs(), other.unsigned_abs());
        while right != 0 {
            (left, right) = (right, left.checked_rem(right).unwrap_or(0));
        }
        i64::try_from(left).unwrap_or(1)
    }

    fn floor_divide(&self, divisor: &i64) -> i64 {
        self.div_euclid((*divisor).max(1))
    }

    #[inline]
    fn compare_products(a: &i64, b: &i64, c: &i64, d: &i64) -> Ordering {
        // Products of two words fit.
        i128::from(*a).wrapping_mul(i128::from(*b)).cmp(&i128::from(*c).wrapping_mul(i128::from(*d)))
    }
}

impl Number for Integer {
    const ZERO: Integer = Integer::ZERO;
    const ONE: Integer = Integer::ONE;

    fn of(value: i64) -> Integer {
        Integer::from(value)
    }

    fn of_tokens(tokens: u64) -> Option<Integer> {
        let half = Integer::from((tokens >> 1) as i64);
        Some(&(&half + &half) + &Integer::from((tokens & 1) as i64))
    }

    fn to_word(&self) -> Option<i64> {
        self.to_i64()
    }

    fn sign(&self) -> i32 {
        self.signum()
    }

    fn negated(&self) -> Option<Integer> {
        Some(-self)
    }

    fn combine(&self, a: &Integer, b: &Integer, c: &Integer) -> Option<Integer> {
        Some(Integer::combine(self, a, b, c))
    }

    fn times(&self, a: &Integer) -> Option<Integer> {
        Some(self * a)
    }

    fn common_divisor(&self, other: &Integer) -> Integer {
        self.gcd(other)
    }

    fn floor_divide(&self, divisor: &Integer) -> Integer {
        Integer::floor_divide(self, divisor)
    }

    fn compare_products(a: &Integer, b: &Integer, c: &Integer, d: &Integer) -> Ordering {
        (a * b).cmp(&(c * d))
    }
}
