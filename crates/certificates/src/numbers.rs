//! Whole numbers: checked operations, divisors and multiples, and a quick hash for tables.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::Refusal;
use std::hash::{BuildHasherDefault, Hasher};

/// The sum, or a refusal.
pub(crate) fn add(left: i128, right: i128) -> Result<i128, Refusal> {
    left.checked_add(right).ok_or(Refusal::Overflow)
}

/// The product, or a refusal.
pub(crate) fn multiply(left: i128, right: i128) -> Result<i128, Refusal> {
    left.checked_mul(right).ok_or(Refusal::Overflow)
}

/// The opposite, or a refusal.
pub(crate) fn negate(number: i128) -> Result<i128, Refusal> {
    number.checked_neg().ok_or(Refusal::Overflow)
}

/// The quotient rounded down, by a number that is not zero.
pub(crate) fn divide_down(number: i128, divisor: i128) -> Result<i128, Refusal> {
    let quotient = number.checked_div(divisor).ok_or(Refusal::Overflow)?;
    let exact = multiply(quotient, divisor)? == number;
    if exact || (number < 0) == (divisor < 0) { Ok(quotient) } else { add(quotient, -1) }
}

/// The quotient rounded up, by a number that is not zero.
pub(crate) fn divide_up(number: i128, divisor: i128) -> Result<i128, Refusal> {
    let down = divide_down(number, divisor)?;
    if multiply(down, divisor)? == number { Ok(down) } else { add(down, 1) }
}

/// Whether the first number, which is not zero, divides the other.
pub(crate) fn is_divisor(divisor: i128, number: i128) -> bool {
    number.checked_rem(divisor).unwrap_or(0) == 0
}

/// The greatest common divisor; zero of zeros only.
pub(crate) fn common_divisor(left: i128, right: i128) -> Result<i128, Refusal> {
    let (mut left, mut right) = (left.unsigned_abs(), right.unsigned_abs());
    while right != 0 {
        (left, right) = (right, left.checked_rem(right).unwrap_or(0));
    }
    i128::try_from(left).map_err(|_| Refusal::Overflow)
}

/// The least common multiple of numbers above zero.
pub(crate) fn common_multiple(left: i128, right: i128) -> Result<i128, Refusal> {
    multiply(divide_down(left, common_divisor(left, right)?)?, right)
}

/// Multiplies and rotates: tables here are asked with numbers that the checker itself hands out.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct QuickHash(u64);

impl QuickHash {
    /// The hash of numbers.
    pub(crate) fn of(numbers: impl Iterator<Item = u32>) -> u64 {
        let mut hash = QuickHash::default();
        numbers.for_each(|number| hash.write_u32(number));
        hash.finish()
    }
}

impl Hasher for QuickHash {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_i128(&mut self, number: i128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }
}

/// A table with the quick hash.
pub(crate) type QuickMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<QuickHash>>;
