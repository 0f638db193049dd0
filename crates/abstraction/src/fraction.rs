//! Rational numbers whose size is limited: an operation whose result does not fit gives nothing.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use state_sets::greatest_common_divisor;
use std::cmp::Ordering;

/// A rational number in lowest terms; the denominator is positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    /// Zero.
    pub const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };

    /// An integer.
    pub fn whole(number: i128) -> Fraction {
        Fraction { numerator: number, denominator: 1 }
    }

    fn new(numerator: i128, denominator: i128) -> Option<Fraction> {
        let divisor = common_divisor(numerator, denominator);
        let divisor = if denominator < 0 { divisor.checked_neg()? } else { divisor };
        Some(Fraction {
            numerator: numerator.checked_div(divisor)?,
            denominator: denominator.checked_div(divisor)?,
        })
    }

    /// The sum.
    pub fn plus(self, other: Fraction) -> Option<Fraction> {
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        Fraction::new(left.checked_add(right)?, self.denominator.checked_mul(other.denominator)?)
    }

    /// The difference.
    pub fn minus(self, other: Fraction) -> Option<Fraction> {
        self.plus(other.negated()?)
    }

    /// The product.
    pub fn times(self, other: Fraction) -> Option<Fraction> {
        let numerator = self.numerator.checked_mul(other.numerator)?;
        Fraction::new(numerator, self.denominator.checked_mul(other.denominator)?)
    }

    /// The quotient; nothing if the other one is zero.
    pub fn over(self, other: Fraction) -> Option<Fraction> {
        let denominator = self.denominator.checked_mul(other.numerator)?;
        if denominator == 0 {
            return None;
        }
        Fraction::new(self.numerator.checked_mul(other.denominator)?, denominator)
    }

    /// The number with the other sign.
    pub fn negated(self) -> Option<Fraction> {
        Some(Fraction { numerator: self.numerator.checked_neg()?, denominator: self.denominator })
    }

    /// Whether it is zero.
    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// Less than zero, zero or more.
    pub fn sign(self) -> Ordering {
        self.numerator.cmp(&0)
    }

    /// The denominator.
    pub fn denominator(self) -> i128 {
        self.denominator
    }

    /// The multiple by a number that the denominator divides.
    pub fn scaled(self, factor: i128) -> Option<i128> {
        let whole = factor.checked_div(self.denominator)?;
        self.numerator.checked_mul(whole)
    }
}

/// A number that divides both, the greatest one if they are not extreme; zero if both are zero.
pub(crate) fn common_divisor(left: i128, right: i128) -> i128 {
    // The least number of all has no positive counterpart; one divides everything.
    let both = left.checked_abs().zip(right.checked_abs());
    both.map_or(1, |(left, right)| greatest_common_divisor(left, right))
}
