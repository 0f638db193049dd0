//! Linear expressions over tracks.

use crate::track::Track;
use std::fmt;

/// A linear expression with integer coefficients, like `2x0 - x3 + 5`.
///
/// Numbers are kept in 128 bits. Constructions refuse expressions whose coefficients and constant add up to 2⁶⁰ or more.
///
/// ```
/// use integer_automata::{Linear, Track};
/// let (x, y) = (Linear::term(1, Track::new(0)), Linear::term(1, Track::new(1)));
/// let sum = x.times(2).minus(&y).plus(&Linear::constant(5));
/// assert_eq!(sum.to_string(), "2x0 - x1 + 5");
/// assert_eq!(sum.minus(&sum), Linear::constant(0));
/// assert_eq!(sum.at(|track| if track == Track::new(0) { 10 } else { 7 }), 18);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Linear {
    /// In increasing order of tracks, without zeros.
    terms: Vec<(Track, i128)>,
    constant: i128,
}

/// How an expression compares with zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `< 0`
    Less,
    /// `≤ 0`
    AtMost,
    /// `= 0`
    Equal,
    /// `≠ 0`
    NotEqual,
    /// `≥ 0`
    AtLeast,
    /// `> 0`
    Greater,
}

impl Comparison {
    /// Whether a number compares so with zero.
    pub fn holds(self, number: i128) -> bool {
        match self {
            Comparison::Less => number < 0,
            Comparison::AtMost => number <= 0,
            Comparison::Equal => number == 0,
            Comparison::NotEqual => number != 0,
            Comparison::AtLeast => number >= 0,
            Comparison::Greater => number > 0,
        }
    }
}

impl Linear {
    /// A constant.
    pub fn constant(value: i64) -> Linear {
        Linear { terms: Vec::new(), constant: i128::from(value) }
    }

    /// A variable with a coefficient.
    pub fn term(coefficient: i64, track: Track) -> Linear {
        Linear::from_terms(vec![(track, i128::from(coefficient))], 0)
    }

    pub(crate) fn from_terms(mut terms: Vec<(Track, i128)>, constant: i128) -> Linear {
        terms.sort_unstable_by_key(|term| term.0);
        terms.dedup_by(|later, earlier| {
            let same = later.0 == earlier.0;
            if same {
                earlier.1 = earlier.1.saturating_add(later.1);
            }
            same
        });
        terms.retain(|term| term.1 != 0);
        Linear { terms, constant }
    }

    /// The sum of two expressions.
    pub fn plus(&self, other: &Linear) -> Linear {
        let terms = [self.terms.clone(), other.terms.clone()].concat();
        Linear::from_terms(terms, self.constant.saturating_add(other.constant))
    }

    /// The difference of two expressions.
    pub fn minus(&self, other: &Linear) -> Linear {
        self.plus(&other.times(-1))
    }

    /// A multiple of the expression.
    pub fn times(&self, factor: i64) -> Linear {
        let factor = i128::from(factor);
        let terms = self.terms.iter().map(|&(track, a)| (track, a.saturating_mul(factor))).collect();
        Linear::from_terms(terms, self.constant.saturating_mul(factor))
    }

    /// The terms in increasing order of tracks, without those that are zero.
    pub fn terms(&self) -> &[(Track, i128)] {
        &self.terms
    }

    /// The constant term.
    pub fn constant_term(&self) -> i128 {
        self.constant
    }

    /// The coefficient of a track.
    pub fn coefficient(&self, track: Track) -> i128 {
        self.terms.iter().find(|term| term.0 == track).map_or(0, |term| term.1)
    }

    /// The value of the expression for given values of its variables; nonsense beyond 128 bits.
    pub fn at(&self, mut value: impl FnMut(Track) -> i64) -> i128 {
        let products = self.terms.iter().map(|&(track, a)| a.saturating_mul(i128::from(value(track))));
        products.fold(self.constant, i128::saturating_add)
    }
}

impl fmt::Display for Linear {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, &(track, coefficient)) in self.terms.iter().enumerate() {
            match (place, coefficient < 0) {
                (0, false) => {}
                (0, true) => formatter.write_str("-")?,
                (_, false) => formatter.write_str(" + ")?,
                (_, true) => formatter.write_str(" - ")?,
            }
            if coefficient.unsigned_abs() != 1 {
                write!(formatter, "{}", coefficient.unsigned_abs())?;
            }
            write!(formatter, "{track}")?;
        }
        match (self.terms.is_empty(), self.constant) {
            (true, constant) => write!(formatter, "{constant}"),
            (false, 0) => Ok(()),
            (false, constant) if constant < 0 => write!(formatter, " - {}", constant.unsigned_abs()),
            (false, constant) => write!(formatter, " + {constant}"),
        }
    }
}
