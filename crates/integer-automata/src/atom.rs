//! Constraints in the few forms that automata are built from.
//!
//! Every comparison becomes `Σ aᵢxᵢ + c < 0` or `Σ aᵢxᵢ + c = 0`, possibly negated, whose coefficients have no common divisor
//! and whose first coefficient is positive; every divisibility constraint has coefficients from 1 to the divisor. So
//! constraints that mean the same or the opposite are mostly the same atom, and share their carries.

use crate::linear::{Comparison, Linear};
use crate::track::{MOST_TRACKS, Track};
use budget::{Budgeted, OutOfBudget};

/// What an atom says about its sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// It is negative.
    Less,
    /// It is zero.
    Equal,
    /// It is a multiple of this number.
    Divides(i64),
}

/// A constraint on `Σ aᵢxᵢ + c`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Atom {
    pub(crate) kind: Kind,
    pub(crate) terms: Vec<(Track, i64)>,
    pub(crate) constant: i64,
}

/// A constraint after it has been brought into form.
pub(crate) enum Normal {
    Constant(bool),
    /// An atom, and whether it is meant negated.
    Atom(Atom, bool),
}

/// The sum of all coefficients and the constant stays below this number, so that carries never overflow.
const LARGEST: i128 = 1 << 60;

fn divisor(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { divisor(b, a % b) }
}

fn common_divisor(linear: &Linear) -> i128 {
    linear.terms().iter().fold(0, |g, term| divisor(term.1, g))
}

/// A comparison with zero in form.
pub(crate) fn comparison(linear: &Linear, comparison: Comparison) -> Budgeted<Normal> {
    if linear.terms().is_empty() {
        return Ok(Normal::Constant(comparison.holds(linear.constant_term())));
    }
    check(linear)?;
    let positive = linear.terms()[0].1 > 0;
    let form = match comparison {
        Comparison::Equal => equal(linear, positive, false),
        Comparison::NotEqual => equal(linear, positive, true),
        Comparison::Less => less(linear, 0, positive, false),
        Comparison::AtMost => less(linear, -1, positive, false),
        Comparison::AtLeast => less(linear, 0, positive, true),
        Comparison::Greater => less(linear, -1, positive, true),
    };
    Ok(form)
}

fn check(linear: &Linear) -> Budgeted<()> {
    let sum = linear.terms().iter().fold(linear.constant_term().saturating_abs(), |sum, term| {
        sum.saturating_add(term.1.saturating_abs())
    });
    if sum >= LARGEST || linear.terms().len() > MOST_TRACKS { Err(OutOfBudget) } else { Ok(()) }
}

fn terms(linear: &Linear, factor: i128, divisor: i128) -> Vec<(Track, i64)> {
    linear.terms().iter().map(|&(track, a)| (track, (factor * a / divisor) as i64)).collect()
}

fn equal(linear: &Linear, positive: bool, negated: bool) -> Normal {
    let (g, sign) = (common_divisor(linear), if positive { 1 } else { -1 });
    if linear.constant_term() % g != 0 {
        return Normal::Constant(negated);
    }
    let constant = (sign * linear.constant_term() / g) as i64;
    Normal::Atom(Atom { kind: Kind::Equal, terms: terms(linear, sign, g), constant }, negated)
}

/// `linear + extra < 0`. With S for the sum: S + c < 0 means S/g < -c/g, hence S/g + ⌊c/g⌋ < 0; and -S + c < 0 means
/// S - c > 0, which is the negation of S - c - 1 < 0.
fn less(linear: &Linear, extra: i128, positive: bool, negated: bool) -> Normal {
    let g = common_divisor(linear);
    let constant = (linear.constant_term() + extra).div_euclid(g);
    let (sign, constant, negated) =
        if positive { (1, constant, negated) } else { (-1, -constant - 1, !negated) };
    let atom = Atom { kind: Kind::Less, terms: terms(linear, sign, g), constant: constant as i64 };
    Normal::Atom(atom, negated)
}

/// A divisibility constraint in form. Only 0 is divisible by 0.
pub(crate) fn divides(number: i64, linear: &Linear) -> Budgeted<Normal> {
    let number = i128::from(number).abs();
    if number == 0 {
        return comparison(linear, Comparison::Equal);
    }
    if number >= LARGEST {
        return Err(OutOfBudget);
    }
    let small = linear.terms().iter().map(|&(track, a)| (track, a.rem_euclid(number))).collect();
    let linear = Linear::from_terms(small, linear.constant_term().rem_euclid(number));
    let g = divisor(common_divisor(&linear), number);
    if linear.constant_term() % g != 0 {
        return Ok(Normal::Constant(false));
    }
    if number == g {
        return Ok(Normal::Constant(true));
    }
    check(&linear)?;
    let constant = (linear.constant_term() / g) as i64;
    let kind = Kind::Divides((number / g) as i64);
    Ok(Normal::Atom(Atom { kind, terms: terms(&linear, 1, g), constant }, false))
}

impl Atom {
    /// An upper bound of the states that the atom alone needs, as the paper proves it: S and S + 1 over natural numbers, where S
    /// is the spread of carries, or the bound by layers if it is smaller.
    pub(crate) fn bound(&self) -> u64 {
        let positive: i64 = self.terms.iter().map(|term| term.1.max(0)).sum();
        let negative: i64 = self.terms.iter().map(|term| term.1.min(0)).sum();
        let spread = positive.max(self.constant) - negative.min(self.constant);
        let layers = i64::from(64 - self.constant.unsigned_abs().leading_zeros()) + 1;
        let carries = spread.min(layers.saturating_mul(positive - negative + 1));
        match self.kind {
            Kind::Less => carries as u64,
            Kind::Equal => carries as u64 + 1,
            Kind::Divides(number) => number as u64 + 1,
        }
    }
}
