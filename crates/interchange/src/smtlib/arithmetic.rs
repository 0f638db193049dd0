//! Sums and comparisons are made here, in one form each.

use super::term::{Term, TermKind, Terms};
use std::collections::BTreeMap;

/// Factors and constants are smaller than this.
pub(crate) const LIMIT: i128 = 1_000_000_000_000_000_000;

impl Terms {
    /// A number.
    pub fn number(&mut self, value: i128) -> Term {
        let value = self.checked(Some(value));
        self.intern(TermKind::Sum(Vec::new(), value))
    }

    /// The number, if a term is one.
    pub fn as_number(&self, term: Term) -> Option<i128> {
        match self.kind(term) {
            TermKind::Sum(parts, constant) if parts.is_empty() => Some(*constant),
            _ => None,
        }
    }

    /// The parts of a sum with their factors, and its constant.
    pub fn linear(&self, term: Term) -> (Vec<(i128, Term)>, i128) {
        match self.kind(term) {
            TermKind::Sum(parts, constant) => (parts.clone(), *constant),
            _ => (vec![(1, term)], 0),
        }
    }

    /// A number that is not too large, or zero and a mark that one was.
    fn checked(&mut self, value: Option<i128>) -> i128 {
        let value = value.filter(|value| value.unsigned_abs() < LIMIT.unsigned_abs());
        self.is_overflown |= value.is_none();
        value.unwrap_or(0)
    }

    /// The sum of terms, each so many times.
    pub fn sum(&mut self, terms: &[(i128, Term)]) -> Term {
        let mut factors: BTreeMap<Term, i128> = BTreeMap::new();
        let mut constant = 0_i128;
        for (times, term) in terms {
            let (parts, own) = self.linear(*term);
            constant = self.checked(times.checked_mul(own).and_then(|own| own.checked_add(constant)));
            for (factor, part) in parts {
                let known = factors.get(&part).copied().unwrap_or(0);
                let factor = times.checked_mul(factor).and_then(|own| own.checked_add(known));
                factors.insert(part, self.checked(factor));
            }
        }
        let parts: Vec<(i128, Term)> = factors
            .into_iter()
            .filter(|(_, factor)| *factor != 0)
            .map(|(part, factor)| (factor, part))
            .collect();
        match (parts.as_slice(), constant) {
            ([(1, part)], 0) => *part,
            _ => self.intern(TermKind::Sum(parts, constant)),
        }
    }

    /// The difference of two integers.
    pub fn difference(&mut self, a: Term, b: Term) -> Term {
        self.sum(&[(1, a), (-1, b)])
    }

    /// The quotient and the remainder by a number other than zero; the remainder is never negative.
    pub fn divided(&mut self, term: Term, by: i128) -> (Term, Term) {
        let divisor = by.abs();
        let (quotient, remainder) = match self.as_number(term) {
            Some(value) => (self.number(value.div_euclid(divisor)), self.number(value.rem_euclid(divisor))),
            None if divisor == 1 => (term, self.number(0)),
            None => (
                self.intern(TermKind::Quotient(term, divisor)),
                self.intern(TermKind::Remainder(term, divisor)),
            ),
        };
        // The standard's quotient by -n is the opposite of that by n, since the remainder is the same.
        let quotient = if by < 0 { self.sum(&[(-1, quotient)]) } else { quotient };
        (quotient, remainder)
    }

    /// The second integer if the formula holds, else the third.
    pub fn if_integer(&mut self, condition: Term, a: Term, b: Term) -> Term {
        match self.as_bool(condition) {
            Some(true) => a,
            Some(false) => b,
            None if a == b => a,
            None => {
                let opposite = self.not(condition);
                if opposite < condition {
                    self.intern(TermKind::If(opposite, b, a))
                } else {
                    self.intern(TermKind::If(condition, a, b))
                }
            }
        }
    }

    /// The first integer is not greater than the second.
    pub fn at_most(&mut self, a: Term, b: Term) -> Term {
        let difference = self.difference(a, b);
        self.not_positive(difference)
    }

    /// The first integer is smaller than the second.
    pub fn less(&mut self, a: Term, b: Term) -> Term {
        let not = self.at_most(b, a);
        self.not(not)
    }

    /// The integers are equal.
    pub fn equal(&mut self, a: Term, b: Term) -> Term {
        let difference = self.difference(a, b);
        self.zero(difference)
    }

    /// The integer is not positive.
    pub fn not_positive(&mut self, term: Term) -> Term {
        if let Some(lifted) = self.lifted(term, Terms::not_positive) {
            return lifted;
        }
        let (mut parts, constant) = self.linear(term);
        let Some(divisor) = divisor(&parts) else { return self.bool(constant <= 0) };
        parts.iter_mut().for_each(|(factor, _)| *factor /= divisor);
        // The sum of the parts is at most -constant, so what is left of it may be rounded down.
        let constant = -(-constant).div_euclid(divisor);
        let term = self.sum_of_parts(parts, constant);
        self.intern(TermKind::NotPositive(term))
    }

    /// The integer is zero.
    pub fn zero(&mut self, term: Term) -> Term {
        if let Some(lifted) = self.lifted(term, Terms::zero) {
            return lifted;
        }
        let (mut parts, constant) = self.linear(term);
        let Some(divisor) = divisor(&parts) else { return self.bool(constant == 0) };
        if constant % divisor != 0 {
            return self.bool(false);
        }
        let divisor = if parts[0].0 < 0 { -divisor } else { divisor };
        parts.iter_mut().for_each(|(factor, _)| *factor /= divisor);
        let term = self.sum_of_parts(parts, constant / divisor);
        self.intern(TermKind::Zero(term))
    }

    fn sum_of_parts(&mut self, mut parts: Vec<(i128, Term)>, constant: i128) -> Term {
        let constant = self.number(constant);
        parts.push((1, constant));
        self.sum(&parts)
    }

    /// A comparison of `if c then 1 else 0` with a number says something of `c` alone.
    fn lifted(&mut self, term: Term, compare: fn(&mut Terms, Term) -> Term) -> Option<Term> {
        let (parts, constant) = self.linear(term);
        let [(factor, part)] = parts.as_slice() else { return None };
        let TermKind::If(condition, a, b) = *self.kind(*part) else { return None };
        if self.as_number(a).is_none() || self.as_number(b).is_none() {
            return None;
        }
        let constant = self.number(constant);
        let a = self.sum(&[(*factor, a), (1, constant)]);
        let b = self.sum(&[(*factor, b), (1, constant)]);
        let (a, b) = (compare(self, a), compare(self, b));
        Some(self.if_formula(condition, a, b))
    }
}

/// The greatest common divisor of the factors; none if there is no part.
fn divisor(parts: &[(i128, Term)]) -> Option<i128> {
    let common = |mut a: i128, mut b: i128| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    parts.iter().map(|(factor, _)| factor.abs()).reduce(common)
}
