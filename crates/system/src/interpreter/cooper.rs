//! Decides closed formulas of linear integer arithmetic with quantifiers.
//!
//! # The algorithm
//! An existential quantifier over `x` is removed from a formula in negation normal form. After scaling, `x`
//! has coefficient one everywhere; the formula is true for some `x` if it is true for arbitrarily small ones
//! (within one period of its divisibility constraints) or at, or within a period above, one of its lower
//! bounds. Constants are folded at once, so that formulas with few unknowns stay small.
//!
//! # Reference
//! Cooper: *Theorem Proving in Arithmetic without Multiplication*, Machine Intelligence 7, 1972.

use std::collections::BTreeMap;

/// A variable of a formula.
pub(super) type Unknown = u32;

/// A linear expression over unknowns.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct LinearTerm {
    pub(super) coefficients: BTreeMap<Unknown, i128>,
    pub(super) constant: i128,
}

/// A formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Formula {
    /// True or false.
    Bool(bool),
    /// The term is not positive.
    NotPositive(LinearTerm),
    /// The modulus divides the term, or does not.
    Divides { modulus: i128, term: LinearTerm, negated: bool },
    /// All of them.
    And(Vec<Formula>),
    /// One of them.
    Or(Vec<Formula>),
    /// Not this.
    Not(Box<Formula>),
    /// For some value of the unknown.
    Exists(Unknown, Box<Formula>),
}

/// A number or a formula grew too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLarge;

type Limited<T> = Result<T, TooLarge>;

/// Formulas with more parts than this are given up.
const MOST_PARTS: usize = 200_000;

impl LinearTerm {
    pub(super) fn constant(constant: i128) -> Self {
        LinearTerm { coefficients: BTreeMap::new(), constant }
    }

    pub(super) fn unknown(unknown: Unknown) -> Self {
        LinearTerm { coefficients: BTreeMap::from([(unknown, 1)]), constant: 0 }
    }

    /// `self + factor * other`
    pub(super) fn plus(&self, factor: i128, other: &LinearTerm) -> Limited<LinearTerm> {
        let mut sum = self.clone();
        let scaled = |x: i128| x.checked_mul(factor).ok_or(TooLarge);
        sum.constant = sum.constant.checked_add(scaled(other.constant)?).ok_or(TooLarge)?;
        for (unknown, coefficient) in &other.coefficients {
            let entry = sum.coefficients.entry(*unknown).or_insert(0);
            *entry = entry.checked_add(scaled(*coefficient)?).ok_or(TooLarge)?;
        }
        sum.coefficients.retain(|_, coefficient| *coefficient != 0);
        Ok(sum)
    }

    pub(super) fn times(&self, factor: i128) -> Limited<LinearTerm> {
        LinearTerm::default().plus(factor, self)
    }

    fn coefficient(&self, unknown: Unknown) -> i128 {
        self.coefficients.get(&unknown).copied().unwrap_or(0)
    }

    fn substitute(&self, unknown: Unknown, value: &LinearTerm) -> Limited<LinearTerm> {
        let coefficient = self.coefficient(unknown);
        let mut rest = self.clone();
        rest.coefficients.remove(&unknown);
        rest.plus(coefficient, value)
    }
}

impl Formula {
    /// The conjunction, with constants folded.
    pub(super) fn and(parts: Vec<Formula>) -> Formula {
        Formula::join(parts, true)
    }

    /// The disjunction, with constants folded.
    pub(super) fn or(parts: Vec<Formula>) -> Formula {
        Formula::join(parts, false)
    }

    fn join(parts: Vec<Formula>, conjunction: bool) -> Formula {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Formula::Bool(value) if value == conjunction => {}
                Formula::Bool(value) => return Formula::Bool(value),
                Formula::And(inner) if conjunction => kept.extend(inner),
                Formula::Or(inner) if !conjunction => kept.extend(inner),
                other if kept.contains(&other) => {}
                other => kept.push(other),
            }
        }
        match kept.len() {
            0 => Formula::Bool(conjunction),
            1 => kept.remove(0),
            _ if conjunction => Formula::And(kept),
            _ => Formula::Or(kept),
        }
    }

    /// The negation.
    pub(super) fn negate(self) -> Formula {
        match self {
            Formula::Bool(value) => Formula::Bool(!value),
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    /// `left <= right`
    pub(super) fn at_most(left: &LinearTerm, right: &LinearTerm) -> Limited<Formula> {
        Ok(fold(Formula::NotPositive(left.plus(-1, right)?)))
    }
}

/// Whether a formula without free unknowns is true.
pub(super) fn decide(formula: &Formula) -> Limited<bool> {
    match eliminate_all(formula, false)? {
        Formula::Bool(value) => Ok(value),
        other => unreachable!("a closed formula has a truth value, not {other:?}"),
    }
}

/// An equivalent formula without quantifiers and negations; of the negated formula if `negated`.
fn eliminate_all(formula: &Formula, negated: bool) -> Limited<Formula> {
    let each = |parts: &[Formula]| {
        parts.iter().map(|part| eliminate_all(part, negated)).collect::<Limited<Vec<_>>>()
    };
    Ok(match formula {
        Formula::Bool(value) => Formula::Bool(*value != negated),
        // ¬(t ≤ 0) is 1 − t ≤ 0.
        Formula::NotPositive(term) if negated => {
            fold(Formula::NotPositive(LinearTerm::constant(1).plus(-1, term)?))
        }
        Formula::NotPositive(_) => fold(formula.clone()),
        Formula::Divides { modulus, term, negated: already } => {
            fold(Formula::Divides { modulus: *modulus, term: term.clone(), negated: *already != negated })
        }
        Formula::And(parts) if negated => Formula::or(each(parts)?),
        Formula::Or(parts) if negated => Formula::and(each(parts)?),
        Formula::And(parts) => Formula::and(each(parts)?),
        Formula::Or(parts) => Formula::or(each(parts)?),
        Formula::Not(inner) => eliminate_all(inner, !negated)?,
        Formula::Exists(unknown, body) => {
            let open = eliminate(*unknown, &eliminate_all(body, false)?)?;
            if negated { eliminate_all(&open, true)? } else { open }
        }
    })
}

/// An atom as a truth value where it has no unknowns.
fn fold(atom: Formula) -> Formula {
    match &atom {
        Formula::NotPositive(term) if term.coefficients.is_empty() => Formula::Bool(term.constant <= 0),
        Formula::Divides { modulus, term, negated } if term.coefficients.is_empty() => {
            Formula::Bool((term.constant.checked_rem(*modulus) == Some(0)) != *negated)
        }
        Formula::Divides { modulus: 1, negated, .. } => Formula::Bool(!negated),
        _ => atom,
    }
}

/// An equivalent of `exists x: formula`, for a formula in negation normal form without quantifiers.
fn eliminate(x: Unknown, formula: &Formula) -> Limited<Formula> {
    if let Formula::Or(parts) = formula {
        return Ok(Formula::or(parts.iter().map(|part| eliminate(x, part)).collect::<Limited<_>>()?));
    }
    let mut scale = 1;
    visit(formula, &mut |term, _| {
        let coefficient = term.coefficient(x);
        if coefficient != 0 { least_common_multiple(&mut scale, coefficient) } else { Ok(()) }
    })?;
    let scaled = map_atoms(formula, &|atom| scale_atom(x, scale, atom))?;
    let congruent = fold(Formula::Divides { modulus: scale, term: LinearTerm::unknown(x), negated: false });
    let unit = Formula::and(vec![scaled, congruent]);
    let (mut period, mut lower) = (1, Vec::new());
    visit(&unit, &mut |term, modulus| {
        match (modulus, term.coefficient(x)) {
            (Some(modulus), c) if c != 0 => least_common_multiple(&mut period, modulus)?,
            (None, -1) => lower.push(term.plus(1, &LinearTerm::unknown(x))?),
            _ => {}
        }
        Ok(())
    })?;
    let below = map_atoms(&unit, &|atom| {
        Ok(match atom {
            Formula::NotPositive(term) if term.coefficient(x) > 0 => Formula::Bool(true),
            Formula::NotPositive(term) if term.coefficient(x) < 0 => Formula::Bool(false),
            other => other.clone(),
        })
    })?;
    let mut parts = Vec::new();
    for offset in 0..period {
        let shifted = |from: &LinearTerm| from.plus(1, &LinearTerm::constant(offset));
        parts.push(substitute(x, &LinearTerm::constant(offset), &below)?);
        for bound in &lower {
            parts.push(substitute(x, &shifted(bound)?, &unit)?);
        }
        if parts.contains(&Formula::Bool(true)) {
            return Ok(Formula::Bool(true));
        }
        if parts.iter().map(size).sum::<usize>() > MOST_PARTS {
            return Err(TooLarge);
        }
    }
    Ok(Formula::or(parts))
}

/// The atom multiplied so that `x` has coefficient `scale` or `-scale`, and `scale * x` then called `x`.
fn scale_atom(x: Unknown, scale: i128, atom: &Formula) -> Limited<Formula> {
    let rename = |term: &LinearTerm, factor: i128| {
        let mut scaled = term.times(factor)?;
        let sign = scaled.coefficient(x).signum();
        scaled.coefficients.insert(x, sign);
        Ok(scaled)
    };
    let factor = |term: &LinearTerm| {
        let own = term.coefficient(x).checked_abs();
        own.and_then(|own| scale.checked_div(own)).ok_or(TooLarge)
    };
    match atom {
        Formula::NotPositive(term) if term.coefficient(x) != 0 => {
            Ok(Formula::NotPositive(rename(term, factor(term)?)?))
        }
        Formula::Divides { modulus, term, negated } if term.coefficient(x) != 0 => {
            let factor = factor(term)?;
            let modulus = modulus.checked_mul(factor).ok_or(TooLarge)?;
            Ok(Formula::Divides { modulus, term: rename(term, factor)?, negated: *negated })
        }
        other => Ok(other.clone()),
    }
}

fn substitute(x: Unknown, value: &LinearTerm, formula: &Formula) -> Limited<Formula> {
    map_atoms(formula, &|atom| {
        Ok(fold(match atom {
            Formula::NotPositive(term) => Formula::NotPositive(term.substitute(x, value)?),
            Formula::Divides { modulus, term, negated } => {
                Formula::Divides { modulus: *modulus, term: term.substitute(x, value)?, negated: *negated }
            }
            other => other.clone(),
        }))
    })
}

fn map_atoms(formula: &Formula, change: &dyn Fn(&Formula) -> Limited<Formula>) -> Limited<Formula> {
    let each = |parts: &[Formula]| parts.iter().map(|part| map_atoms(part, change)).collect::<Limited<_>>();
    Ok(match formula {
        Formula::And(parts) => Formula::and(each(parts)?),
        Formula::Or(parts) => Formula::or(each(parts)?),
        atom => change(atom)?,
    })
}

/// Calls back for each atom's term, with the modulus of a divisibility constraint.
fn visit(formula: &Formula, call: &mut dyn FnMut(&LinearTerm, Option<i128>) -> Limited<()>) -> Limited<()> {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().try_for_each(|part| visit(part, call)),
        Formula::NotPositive(term) => call(term, None),
        Formula::Divides { modulus, term, .. } => call(term, Some(*modulus)),
        _ => Ok(()),
    }
}

fn size(formula: &Formula) -> usize {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().map(size).fold(1, usize::saturating_add),
        _ => 1,
    }
}

/// Replaces the first number by the least common multiple of both.
fn least_common_multiple(sum: &mut i128, other: i128) -> Limited<()> {
    let other = other.checked_abs().ok_or(TooLarge)?;
    let (mut a, mut b) = (*sum, other);
    while let Some(rest) = a.checked_rem(b) {
        (a, b) = (b, rest);
    }
    let product = sum.checked_div(a).and_then(|part| part.checked_mul(other));
    *sum = product.filter(|lcm| *lcm <= 1 << 20).ok_or(TooLarge)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    //! Random formulas whose quantifiers are bounded, compared with trying all values.

    use super::*;
    use random_numbers::Xorshift;

    const BOUND: i128 = 4;

    struct Random(Xorshift);

    impl Random {
        fn below(&mut self, limit: u64) -> u64 {
            self.0.below(limit)
        }

        fn number(&mut self, size: i128) -> i128 {
            i128::from(self.below(2 * size as u64 + 1)) - size
        }

        fn term(&mut self, unknowns: Unknown) -> LinearTerm {
            let mut term = LinearTerm::constant(self.number(6));
            for unknown in 0..unknowns {
                term = term.plus(self.number(3), &LinearTerm::unknown(unknown)).expect("small");
            }
            term
        }

        fn formula(&mut self, unknowns: Unknown, depth: u32) -> Formula {
            let parts =
                |random: &mut Random| (0..2).map(|_| random.formula(unknowns, depth - 1)).collect::<Vec<_>>();
            match self.below(if depth == 0 { 2 } else { 6 }) {
                0 => Formula::NotPositive(self.term(unknowns)),
                1 => Formula::Divides {
                    modulus: i128::from(self.below(3)) + 1,
                    term: self.term(unknowns),
                    negated: self.below(2) == 0,
                },
                2 => Formula::And(parts(self)),
                3 => Formula::Or(parts(self)),
                4 => Formula::Not(Box::new(self.formula(unknowns, depth - 1))),
                _ => self.quantified(unknowns, depth),
            }
        }

        /// `exists x: -4 <= x <= 4 && …`
        fn quantified(&mut self, unknown: Unknown, depth: u32) -> Formula {
            let x = LinearTerm::unknown(unknown);
            let bounds = [
                Formula::at_most(&LinearTerm::constant(-BOUND), &x).expect("small"),
                Formula::at_most(&x, &LinearTerm::constant(BOUND)).expect("small"),
            ];
            let body = self.formula(unknown + 1, depth - 1);
            let all = bounds.into_iter().chain([body]).collect();
            Formula::Exists(unknown, Box::new(Formula::And(all)))
        }
    }

    fn try_all(formula: &Formula, values: &mut BTreeMap<Unknown, i128>) -> bool {
        let value = |term: &LinearTerm, values: &BTreeMap<Unknown, i128>| {
            term.coefficients.iter().map(|(u, c)| c * values[u]).sum::<i128>() + term.constant
        };
        match formula {
            Formula::Bool(truth) => *truth,
            Formula::NotPositive(term) => value(term, values) <= 0,
            Formula::Divides { modulus, term, negated } => (value(term, values) % modulus == 0) != *negated,
            Formula::And(parts) => parts.iter().all(|part| try_all(part, values)),
            Formula::Or(parts) => parts.iter().any(|part| try_all(part, values)),
            Formula::Not(inner) => !try_all(inner, values),
            Formula::Exists(unknown, body) => (-BOUND..=BOUND).any(|candidate| {
                let before = values.insert(*unknown, candidate);
                let found = try_all(body, values);
                match before {
                    Some(old) => values.insert(*unknown, old),
                    None => values.remove(unknown),
                };
                found
            }),
        }
    }

    #[test]
    fn agrees_with_trying_all_values() {
        let mut random = Random(Xorshift::new(0x5eed));
        let mut answers = [0, 0];
        for round in 0..1500 {
            let formula = random.quantified(0, 3);
            let Ok(answer) = decide(&formula) else { continue };
            assert_eq!(answer, try_all(&formula, &mut BTreeMap::new()), "round {round}: {formula:?}");
            answers[usize::from(answer)] += 1;
        }
        assert!(answers.iter().all(|count| *count > 100), "both answers are frequent: {answers:?}");
    }

    #[test]
    fn every_integer_is_even_or_odd() {
        let (k, j) = (LinearTerm::unknown(0), LinearTerm::unknown(1));
        let equals = |a: &LinearTerm, b: &LinearTerm| {
            Formula::And(vec![Formula::at_most(a, b).unwrap(), Formula::at_most(b, a).unwrap()])
        };
        let twice = j.times(2).unwrap();
        let odd = twice.plus(1, &LinearTerm::constant(1)).unwrap();
        let some = |body| Formula::Exists(1, Box::new(body));
        let either = Formula::Or(vec![some(equals(&k, &twice)), some(equals(&k, &odd))]);
        let all = Formula::Exists(0, Box::new(either.negate())).negate();
        assert_eq!(decide(&all), Ok(true));
        let even = Formula::Exists(0, Box::new(some(equals(&k, &twice)).negate())).negate();
        assert_eq!(decide(&even), Ok(false));
    }
}
