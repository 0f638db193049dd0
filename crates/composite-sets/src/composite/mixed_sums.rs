//! Sums over finite and integer variables: one case for each value that the finite part can have.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::sides::Nature;
use super::split::{Case, Splitter, conjoined};
use super::{too_large, too_many_cases};
use state_sets::{Cell, Formula, Limited, Linear, Term, greatest_common_divisor};

/// More values of a finite part than this are refused.
const MOST: i128 = 1 << 12;

/// The cases in which the atom over the sum has the truth value.
pub fn cases(
    splitter: &mut Splitter<'_>,
    sum: &Linear,
    wanted: bool,
    atom: impl Fn(Linear) -> Formula + Copy,
) -> Limited<Vec<Case>> {
    if let Some((condition, with, without)) = mixed_indicator(splitter, sum) {
        let with = with.ok_or_else(too_large)?;
        let mut found = conjoined(&splitter.cases(&condition, true)?, &splitter.cases(&atom(with), wanted)?)?;
        found.extend(conjoined(
            &splitter.cases(&condition, false)?,
            &splitter.cases(&atom(without), wanted)?,
        )?);
        return Ok(found);
    }
    let (finite, integer) = parts(splitter, sum);
    let (low, high, stride) = range(splitter, &finite)?;
    let mut found = Vec::new();
    let mut value = low;
    while value <= high {
        let opposite = value.checked_neg().ok_or_else(too_large)?;
        let condition = Formula::zero(Linear { constant: opposite, ..finite.clone() });
        let constant = integer.constant.checked_add(value).ok_or_else(too_large)?;
        let rest = atom(Linear { constant, ..integer.clone() });
        found.push((condition, if wanted { rest } else { rest.negated() }));
        value = value.checked_add(stride).ok_or_else(too_large)?;
    }
    Ok(found)
}

/// The first indicator that mixes both sides: its condition, and the sum where it is true, unless it gets too large, and
/// where it is not.
fn mixed_indicator(splitter: &mut Splitter<'_>, sum: &Linear) -> Option<(Formula, Option<Linear>, Linear)> {
    for (place, (factor, term)) in sum.terms.iter().enumerate() {
        let Term::Indicator(condition) = term else { continue };
        if splitter.sides.nature(condition, &mut splitter.locals) == Some(Nature::Mixed) {
            let mut without = sum.clone();
            without.terms.remove(place);
            let with = without.plus(&Linear::constant(*factor));
            return Some(((**condition).clone(), with, without));
        }
    }
    None
}

/// The part of the sum over finite variables, without the constant, and the rest.
fn parts(splitter: &mut Splitter<'_>, sum: &Linear) -> (Linear, Linear) {
    let (mut finite, mut integer) = (Linear::constant(0), Linear::constant(sum.constant));
    for (factor, term) in &sum.terms {
        let alone = Linear { terms: vec![(*factor, term.clone())], constant: 0 };
        let side = match splitter.sides.nature_of_sum(&alone, &mut splitter.locals) {
            Some(Nature::Integer) => &mut integer,
            _ => &mut finite,
        };
        side.terms.push((*factor, term.clone()));
    }
    (finite, integer)
}

/// The least and the greatest value that a finite sum could have, and the distance between neighbouring ones.
fn range(splitter: &Splitter<'_>, sum: &Linear) -> Limited<(i128, i128, i128)> {
    let (mut low, mut high, mut stride) = (0_i128, 0_i128, 0_i128);
    for (factor, term) in &sum.terms {
        let most = match term {
            Term::Cell(cell) => i128::from(count(splitter, *cell)).saturating_sub(1),
            Term::Indicator(_) => 1,
        };
        let reach = factor.checked_mul(most).ok_or_else(too_large)?;
        low = low.checked_add(reach.min(0)).ok_or_else(too_large)?;
        high = high.checked_add(reach.max(0)).ok_or_else(too_large)?;
        stride = greatest_common_divisor(stride, factor.checked_abs().ok_or_else(too_large)?);
    }
    let stride = stride.max(1);
    let values = high.checked_sub(low).and_then(|width| width.checked_div(stride)).ok_or_else(too_large)?;
    if values > MOST { Err(too_many_cases()) } else { Ok((low, high, stride)) }
}

fn count(splitter: &Splitter<'_>, cell: Cell) -> u64 {
    splitter.sides.count(cell, &splitter.locals)
}
