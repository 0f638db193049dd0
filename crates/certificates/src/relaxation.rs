//! Rational solutions of bounds, by the simplex method. What is found here is checked by the caller, and need not be trusted.
//!
//! Bruno Dutertre, Leonardo de Moura, *A fast linear-arithmetic solver for DPLL(T)*, CAV 2006, doi:10.1007/11817963_11.
//!
//! Each bound has a *slack*, the sum without its constant, that is limited by the opposite of the constant. Some unknowns (columns and
//! slacks) are *basic*: each is a combination of the others. Those are zero if they are columns and at their limit if they are slacks. As
//! long as a basic slack exceeds its limit, it changes places with another unknown in which it can be decreased. If there is none, the
//! combination of the bounds with the factors of its row is a contradiction (Farkas). Taking the first unknown that fits, each time,
//! makes this end (Bland).
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::Refusal;
use crate::effort::Effort;
use crate::numbers::{add, common_divisor, divide_down, is_divisor, multiply, negate};

/// What is known of bounds over the rationals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Relaxed {
    /// They contradict each other: the bounds with these places, with these factors, add up to a contradiction.
    Contradiction(Vec<(usize, i128)>),
    /// Whole values, beginning with a one.
    Values(Vec<i128>),
    /// A solution in which the value of this column is not whole; it is rounded down.
    Fraction(usize, i128),
}

/// An unknown; the order is the one in which they are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Unknown {
    Column(usize),
    Slack(usize),
}

/// The unknown times the denominator, which is above zero, is the sum of the others with these factors.
#[derive(Debug, Clone)]
struct Combination {
    unknown: Unknown,
    denominator: i128,
    factors: Vec<i128>,
}

struct Simplex {
    limits: Vec<i128>,
    basic: Vec<Combination>,
    others: Vec<Unknown>,
}

/// Looks for a rational solution of sums that are zero or less. Each begins with its constant.
pub(crate) fn relax(bounds: &[&[i128]], width: usize, effort: &mut Effort) -> Result<Relaxed, Refusal> {
    let limits = bounds.iter().map(|bound| negate(bound.first().copied().unwrap_or(0)));
    let basic = bounds.iter().enumerate().map(|(place, bound)| Combination {
        unknown: Unknown::Slack(place),
        denominator: 1,
        factors: bound.iter().skip(1).copied().collect(),
    });
    let others = (1..width).map(Unknown::Column).collect();
    let mut simplex = Simplex { limits: limits.collect::<Result<_, _>>()?, basic: basic.collect(), others };
    loop {
        effort.spend(bounds.len().saturating_mul(width))?;
        let Some(row) = simplex.exceeding()? else { return simplex.solution(width) };
        let Some(combination) = simplex.basic.get(row).cloned() else { return simplex.solution(width) };
        let fits = |(place, factor): (usize, &i128)| match simplex.others.get(place) {
            Some(Unknown::Column(_)) => *factor != 0,
            Some(Unknown::Slack(_)) => *factor > 0,
            None => false,
        };
        let places =
            combination.factors.iter().enumerate().filter(|pair| fits(*pair)).map(|(place, _)| place);
        match places.min_by_key(|place| simplex.others.get(*place).copied()) {
            Some(place) => simplex.exchange(row, place, &combination)?,
            None => return simplex.contradiction(&combination),
        }
    }
}

impl Simplex {
    /// The numerator of the value of a basic unknown.
    fn numerator(&self, combination: &Combination) -> Result<i128, Refusal> {
        let mut total = 0;
        for (factor, unknown) in combination.factors.iter().zip(&self.others) {
            if let Unknown::Slack(place) = unknown
                && *factor != 0
            {
                total = add(total, multiply(*factor, self.limits.get(*place).copied().unwrap_or(0))?)?;
            }
        }
        Ok(total)
    }

    /// The row of the first slack that exceeds its limit.
    fn exceeding(&self) -> Result<Option<usize>, Refusal> {
        let mut first: Option<(usize, usize)> = None;
        for (row, combination) in self.basic.iter().enumerate() {
            if let Unknown::Slack(place) = combination.unknown
                && first.is_none_or(|(least, _)| place < least)
            {
                let limit = self.limits.get(place).copied().unwrap_or(0);
                if self.numerator(combination)? > multiply(limit, combination.denominator)? {
                    first = Some((place, row));
                }
            }
        }
        Ok(first.map(|(_, row)| row))
    }

    /// Makes another unknown basic, in place of that of a row.
    fn exchange(&mut self, row: usize, place: usize, old: &Combination) -> Result<(), Refusal> {
        let pivot = old.factors.get(place).copied().unwrap_or(1);
        let sign = pivot.signum();
        let mut factors = Vec::with_capacity(old.factors.len());
        for (other, factor) in old.factors.iter().enumerate() {
            let factor = if other == place { old.denominator } else { negate(*factor)? };
            factors.push(multiply(sign, factor)?);
        }
        let Some(entering) = self.others.get_mut(place) else { return Ok(()) };
        let unknown = std::mem::replace(entering, old.unknown);
        let solved = Combination { unknown, denominator: multiply(sign, pivot)?, factors };
        for combination in &mut self.basic {
            combination.replace(place, &solved)?;
        }
        if let Some(combination) = self.basic.get_mut(row) {
            *combination = solved;
        }
        Ok(())
    }

    /// The whole factors that make a contradiction of a slack that cannot be decreased.
    fn contradiction(&self, combination: &Combination) -> Result<Relaxed, Refusal> {
        let mut used = Vec::new();
        let own = (combination.unknown, combination.denominator);
        let others = self.others.iter().copied().zip(combination.factors.iter().copied());
        for (unknown, factor) in others.filter(|(_, factor)| *factor != 0) {
            used.push((unknown, negate(factor)?));
        }
        let slacks = used.into_iter().chain([own]).filter_map(|(unknown, factor)| match unknown {
            Unknown::Slack(place) => Some((place, factor)),
            Unknown::Column(_) => None,
        });
        Ok(Relaxed::Contradiction(slacks.collect()))
    }

    fn solution(&self, width: usize) -> Result<Relaxed, Refusal> {
        let mut values = vec![0; width];
        if let Some(first) = values.first_mut() {
            *first = 1;
        }
        for combination in &self.basic {
            if let Unknown::Column(column) = combination.unknown {
                let numerator = self.numerator(combination)?;
                let value = divide_down(numerator, combination.denominator)?;
                if !is_divisor(combination.denominator, numerator) {
                    return Ok(Relaxed::Fraction(column, value));
                }
                if let Some(place) = values.get_mut(column) {
                    *place = value;
                }
            }
        }
        Ok(Relaxed::Values(values))
    }
}

impl Combination {
    /// Puts a combination in place of the unknown with this place.
    fn replace(&mut self, place: usize, solved: &Combination) -> Result<(), Refusal> {
        let Some(own) = self.factors.get_mut(place) else { return Ok(()) };
        let times = std::mem::take(own);
        if times == 0 {
            return Ok(());
        }
        self.denominator = multiply(self.denominator, solved.denominator)?;
        let mut divisor = self.denominator;
        for (factor, other) in self.factors.iter_mut().zip(&solved.factors) {
            *factor = add(multiply(*factor, solved.denominator)?, multiply(times, *other)?)?;
            if divisor != 1 {
                divisor = common_divisor(divisor, *factor)?;
            }
        }
        if divisor != 1 {
            self.denominator = divide_down(self.denominator, divisor)?;
            for factor in &mut self.factors {
                *factor = divide_down(*factor, divisor)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::Unlimited;

    fn relaxed(bounds: &[&[i128]]) -> Relaxed {
        relax(bounds, bounds[0].len(), &mut Effort::new(&Unlimited, 1000)).unwrap()
    }

    #[test]
    fn contradictions_values_and_fractions() {
        // x + y >= 5, x - y <= -3 and 2y <= 7 make 2x >= ... : x >= 1.5 and x <= 0.5.
        let bounds: [&[i128]; 3] = [&[5, -1, -1], &[3, 1, -1], &[-7, 0, 2]];
        let Relaxed::Contradiction(factors) = relaxed(&bounds) else { panic!("no contradiction") };
        let mut sum = [0; 3];
        for (place, factor) in factors {
            assert!(factor > 0);
            (0..3).for_each(|column| sum[column] += factor * bounds[place][column]);
        }
        assert!(sum[0] > 0 && sum[1] == 0 && sum[2] == 0);
        assert_eq!(relaxed(&[&[5, -1], &[-9, 1]]), Relaxed::Values(vec![1, 5]));
        assert_eq!(relaxed(&[&[5, -2], &[-5, 2]]), Relaxed::Fraction(1, 2));
    }
}
