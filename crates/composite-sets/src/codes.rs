//! Formulas about codes and types, which more than one domain takes apart.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use state_sets::{Cell, Formula, Kind, Linear, Local, Shared, Term};

/// The cell's value is one of the kind.
pub(crate) fn within(cell: Cell, kind: Kind) -> Formula {
    let (low, high) = match kind {
        Kind::Finite { count } => (Some(0), Some(i128::from(count).saturating_sub(1))),
        Kind::Integer { low, high } => (low, high),
    };
    let at_least =
        |bound: i128| Formula::not_positive(Linear { terms: vec![(-1, Term::Cell(cell))], constant: bound });
    let above = low.map(at_least);
    let below = high.map(|high| match high.checked_neg() {
        Some(constant) => Formula::not_positive(Linear { terms: vec![(1, Term::Cell(cell))], constant }),
        // Only the least of all numbers has no opposite.
        None => at_least(high.saturating_add(1)).negated(),
    });
    Formula::all([above, below].into_iter().flatten())
}

/// The cell's value is this one.
pub(crate) fn is_value(cell: Cell, value: i128) -> Formula {
    Formula::zero(Linear { terms: vec![(-1, Term::Cell(cell))], constant: value })
}

/// The sorted codes as ranges without gaps.
pub(crate) fn ranges(codes: &[u64]) -> impl Iterator<Item = (u64, u64)> {
    let mut found: Vec<(u64, u64)> = Vec::new();
    for &code in codes {
        match found.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(code) => *last = code,
            _ => found.push((code, code)),
        }
    }
    found.into_iter()
}

/// The formula with a code in place of a bound variable; nothing if a number gets too large.
pub(crate) fn with_code(formula: &Formula, local: Local, code: u64) -> Option<Formula> {
    let is_it = |cell: &Cell| *cell == Cell::Local(local);
    if matches!(formula, Formula::And(parts) | Formula::Or(parts) if !parts.free().contains(&local)) {
        return Some(formula.clone());
    }
    let all =
        |parts: &[Formula]| parts.iter().map(|part| with_code(part, local, code)).collect::<Option<Vec<_>>>();
    Some(match formula {
        Formula::And(parts) => Formula::all(all(parts)?),
        Formula::Or(parts) => Formula::any(all(parts)?),
        Formula::Not(inner) => with_code(inner, local, code)?.negated(),
        Formula::Member(cell, codes) if is_it(cell) => Formula::plain(codes.contains(&code)),
        Formula::Same(left, right) if is_it(left) && is_it(right) => Formula::truth(),
        Formula::Same(left, right) if is_it(left) => Formula::is(*right, code),
        Formula::Same(left, right) if is_it(right) => Formula::is(*left, code),
        Formula::Member(..) | Formula::Same(..) => formula.clone(),
        Formula::Compare(sum, comparison) => {
            decided(Formula::Compare(sum_with_code(sum, local, code)?, *comparison))
        }
        Formula::Divides(divisor, sum) => Formula::Divides(*divisor, sum_with_code(sum, local, code)?),
        Formula::Exists(locals, body) => Formula::exists(locals.clone(), with_code(body, local, code)?),
    })
}

/// The formula, or its value if it compares a constant.
fn decided(formula: Formula) -> Formula {
    match formula {
        Formula::Compare(sum, state_sets::Comparison::Zero) => Formula::zero(sum),
        Formula::Compare(sum, state_sets::Comparison::NotPositive) => Formula::not_positive(sum),
        other => other,
    }
}

fn sum_with_code(sum: &Linear, local: Local, code: u64) -> Option<Linear> {
    let mut result = Linear::constant(sum.constant);
    for (factor, term) in &sum.terms {
        match term {
            Term::Cell(cell) if *cell == Cell::Local(local) => {
                let product = factor.checked_mul(i128::from(code))?;
                result.constant = result.constant.checked_add(product)?;
            }
            Term::Cell(_) => result.terms.push((*factor, term.clone())),
            Term::Indicator(formula) => {
                let formula = with_code(formula, local, code)?;
                result.terms.push((*factor, Term::Indicator(Shared::new(formula))));
            }
        }
    }
    Some(result)
}
