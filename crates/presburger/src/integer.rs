//! Integers of any size that are machine words for as long as they can be.
//!
//! # The representation
//!
//! A value that fits an `i64` is always held as one, and only a value that does not is held as a boxed big
//! integer. The form is therefore canonical: equality and hashing compare the representation, and a computation
//! that returns to small values returns to the fast path. Every operation on words is checked; an overflow is
//! computed again with big integers, so no result ever wraps.
//!
//! # Why it is right
//!
//! Each operation either succeeds as the checked machine operation, which is exact, or is delegated to the big
//! integers of `dashu-int` and brought back by `Integer::from_big`, which alone builds the big form.
//!
//! # Reference
//!
//! Verdoolaege: *isl: An Integer Set Library for the Polyhedral Model*, ICMS 2010,
//! doi:10.1007/978-3-642-15582-6_49, whose `imath-32` build uses the same two-form scheme.

use dashu_int::IBig;
use dashu_int::ops::Gcd;
use std::cmp::Ordering;
use std::fmt;
use std::hash::Hash;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// An exact integer of any size.
///
/// ```
/// use presburger::Integer;
/// let big = &Integer::from(i64::MAX) * &Integer::from(4);
/// assert_eq!(big.to_string(), "36893488147419103228");
/// assert_eq!(big.floor_divide(&Integer::from(4)), Integer::from(i64::MAX));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Integer(IntegerForm);

#[derive(Clone, PartialEq, Eq, Hash)]
enum IntegerForm {
    Word(i64),
    /// Never a value that fits a word.
    Big(Box<IBig>),
}

impl Integer {
    /// The number zero.
    pub const ZERO: Integer = Integer(IntegerForm::Word(0));
    /// The number one.
    pub const ONE: Integer = Integer(IntegerForm::Word(1));

    fn from_big(value: IBig) -> Integer {
        match i64::try_from(&value) {
            Ok(word) => Integer(IntegerForm::Word(word)),
            Err(_) => Integer(IntegerForm::Big(Box::new(value))),
        }
    }

    fn to_big(&self) -> IBig {
        match &self.0 {
            IntegerForm::Word(word) => IBig::from(*word),
            IntegerForm::Big(big) => (**big).clone(),
        }
    }

    /// The value as a machine word, if it fits one.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            IntegerForm::Word(word) => Some(*word),
            IntegerForm::Big(_) => None,
        }
    }

    /// The integer that a text of decimal digits with an optional sign denotes.
    pub fn parse(text: &str) -> Option<Integer> {
        match text.parse::<i64>() {
            Ok(word) => Some(Integer::from(word)),
            Err(_) => text.parse::<IBig>().ok().map(Integer::from_big),
        }
    }

    /// Is this zero?
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, IntegerForm::Word(0))
    }

    /// Is this one?
    #[inline]
    pub fn is_one(&self) -> bool {
        matches!(self.0, IntegerForm::Word(1))
    }

    /// Is this one or minus one?
    #[inline]
    pub fn is_unit(&self) -> bool {
        matches!(self.0, IntegerForm::Word(1 | -1))
    }

    /// Is this `−other`?
    #[inline]
    pub fn is_opposite(&self, other: &Integer) -> bool {
        match (&self.0, &other.0) {
            (IntegerForm::Word(a), IntegerForm::Word(b)) => a.checked_neg() == Some(*b),
            _ => (self + other).is_zero(),
        }
    }

    /// Is this above zero?
    #[inline]
    pub fn is_positive(&self) -> bool {
        self.signum() > 0
    }

    /// Is this below zero?
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// −1, 0 or 1.
    #[inline]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            IntegerForm::Word(word) => word.signum() as i32,
            IntegerForm::Big(big) => {
                if **big > IBig::ZERO {
                    1
                } else {
                    -1
                }
            }
        }
    }

    /// The absolute value.
    #[inline]
    pub fn abs(&self) -> Integer {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The greatest common divisor, never negative; that of two zeros is zero.
    #[inline]
    pub fn gcd(&self, other: &Integer) -> Integer {
        if let (IntegerForm::Word(a), IntegerForm::Word(b)) = (&self.0, &other.0) {
            let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
            while b > 1 {
                (a, b) = (b, a % b);
            }
            // A remainder of one ends the search without a last division.
            a = if b == 1 { 1 } else { a };
            return i64::try_from(a).map_or_else(|_| Integer::from_big(IBig::from(a)), Integer::from);
        }
        if self.is_zero() {
            return other.abs();
        }
        if other.is_zero() {
            return self.abs();
        }
        Integer::from_big(IBig::from(self.to_big().gcd(&other.to_big())))
    }

    /// The least common multiple, never negative.
    pub fn lcm(&self, other: &Integer) -> Integer {
        if self.is_zero() || other.is_zero() {
            return Integer::ZERO;
        }
        (&self.floor_divide(&self.gcd(other)) * other).abs()
    }

    /// The greatest integer at most `self / divisor`.
    ///
    /// # Panics
    ///
    /// If `divisor` is zero.
    #[inline]
    pub fn floor_divide(&self, divisor: &Integer) -> Integer {
        assert!(!divisor.is_zero(), "a floor division needs a divisor that is not zero");
        if let (IntegerForm::Word(a), IntegerForm::Word(b)) = (&self.0, &divisor.0)
            && let Some(quotient) = a.checked_div(*b)
        {
            let inexact = a % b != 0 && (*a < 0) != (*b < 0);
            return Integer::from(if inexact { quotient - 1 } else { quotient });
        }
        let (a, b) = (self.to_big(), divisor.to_big());
        let quotient = &a / &b;
        let remainder = &a - &quotient * &b;
        let inexact = remainder != IBig::ZERO && self.is_negative() != divisor.is_negative();
        Integer::from_big(if inexact { quotient - IBig::ONE } else { quotient })
    }

    /// The least integer at least `self / divisor`.
    ///
    /// # Panics
    ///
    /// If `divisor` is zero.
    pub fn ceiling_divide(&self, divisor: &Integer) -> Integer {
        -&(-self).floor_divide(divisor)
    }

    /// `self − divisor·⌊self / divisor⌋`, which has the sign of the divisor.
    ///
    /// # Panics
    ///
    /// If `divisor` is zero.
    #[inline]
    pub fn modulo(&self, divisor: &Integer) -> Integer {
        self - &(&self.floor_divide(divisor) * divisor)
    }

    /// Does this divide `other`? Zero divides only zero.
    #[inline]
    pub fn divides(&self, other: &Integer) -> bool {
        if self.is_one() {
            return true;
        }
        if self.is_zero() { other.is_zero() } else { other.modulo(self).is_zero() }
    }

    /// `self · a + b · c`, the one combination that eliminations are made of.
    #[inline]
    pub fn combine(&self, a: &Integer, b: &Integer, c: &Integer) -> Integer {
        if let (IntegerForm::Word(s), IntegerForm::Word(a), IntegerForm::Word(b), IntegerForm::Word(c)) =
            (&self.0, &a.0, &b.0, &c.0)
            && let (Some(left), Some(right)) = (s.checked_mul(*a), b.checked_mul(*c))
            && let Some(sum) = left.checked_add(right)
        {
            return Integer(IntegerForm::Word(sum));
        }
        &(self * a) + &(b * c)
    }
}

impl From<i64> for Integer {
    fn from(value: i64) -> Integer {
        Integer(IntegerForm::Word(value))
    }
}

impl From<i32> for Integer {
    fn from(value: i32) -> Integer {
        Integer::from(i64::from(value))
    }
}

impl Default for Integer {
    fn default() -> Integer {
        Integer::ZERO
    }
}

macro_rules! operation {
    ($trait:ident, $method:ident, $checked:ident, $operator:tt) => {
        impl $trait<&Integer> for &Integer {
            type Output = Integer;
            #[inline]
            fn $method(self, other: &Integer) -> Integer {
                if let (IntegerForm::Word(a), IntegerForm::Word(b)) = (&self.0, &other.0)
                    && let Some(result) = a.$checked(*b)
                {
                    return Integer(IntegerForm::Word(result));
                }
                Integer::from_big(self.to_big() $operator other.to_big())
            }
        }
    };
}
operation!(Add, add, checked_add, +);
operation!(Sub, sub, checked_sub, -);
operation!(Mul, mul, checked_mul, *);

impl Neg for &Integer {
    type Output = Integer;
    #[inline]
    fn neg(self) -> Integer {
        &Integer::ZERO - self
    }
}

impl AddAssign<&Integer> for Integer {
    fn add_assign(&mut self, other: &Integer) {
        *self = &*self + other;
    }
}

impl SubAssign<&Integer> for Integer {
    fn sub_assign(&mut self, other: &Integer) {
        *self = &*self - other;
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Integer) -> Ordering {
        match (&self.0, &other.0) {
            (IntegerForm::Word(a), IntegerForm::Word(b)) => a.cmp(b),
            (IntegerForm::Big(a), IntegerForm::Big(b)) => a.cmp(b),
            (IntegerForm::Word(_), IntegerForm::Big(b)) => IBig::ZERO.cmp(b),
            (IntegerForm::Big(a), IntegerForm::Word(_)) => (**a).cmp(&IBig::ZERO),
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Integer) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            IntegerForm::Word(word) => fmt::Display::fmt(word, formatter),
            IntegerForm::Big(big) => fmt::Display::fmt(big, formatter),
        }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::Integer;

    fn integer(value: i128) -> Integer {
        Integer::parse(&value.to_string()).unwrap()
    }

    #[test]
    fn arithmetic_agrees_with_wider_words_around_the_border() {
        let border = i128::from(i64::MAX);
        let values: Vec<i128> =
            [-border - 1, -border, -7, -2, -1, 0, 1, 2, 3, 7, border - 1, border, border + 1]
                .into_iter()
                .flat_map(|v| [v, v + 1, v - 1])
                .collect();
        for &a in &values {
            for &b in &values {
                let (x, y) = (integer(a), integer(b));
                assert_eq!(&x + &y, integer(a + b));
                assert_eq!(&x - &y, integer(a - b));
                assert_eq!(&x * &y, integer(a * b));
                assert_eq!(x.cmp(&y), a.cmp(&b));
                if b != 0 {
                    let floor = a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0);
                    assert_eq!(x.floor_divide(&y), integer(floor), "{a} / {b}");
                    assert_eq!(x.modulo(&y), integer(a - b * floor));
                }
            }
        }
    }

    #[test]
    fn the_divisor_of_the_least_word_is_not_a_word() {
        let least = Integer::from(i64::MIN);
        assert_eq!(least.gcd(&Integer::ZERO), integer(1 << 63));
        assert_eq!(integer(1 << 70).gcd(&integer(3 << 65)), integer(1 << 65));
        assert_eq!(integer(12).gcd(&integer(-18)), integer(6));
        assert_eq!(integer(4).lcm(&integer(6)), integer(12));
    }
}
