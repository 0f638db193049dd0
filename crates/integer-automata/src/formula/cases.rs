//! Remainders by cases.
//!
//! A quantified track that lies between two constants and occurs in a divisibility constraint is mostly a remainder, as in
//! `∃x ∃r (0 ≤ r < d ∧ d | x - r ∧ φ)`. With `r` as a track, the automaton remembers a remainder for every value that `r` may still
//! get, and the projection of `x` has about d² sets of states. For each single value of `r` the remainder is a constant, so the
//! formula is the union of d small ones.

use super::{Formula, is_free};
use crate::linear::{Comparison, Linear};
use crate::track::Track;

/// The largest number of cases.
const MOST_CASES: i128 = 128;

/// A track that is better removed by cases, and the conjuncts in each case.
pub(crate) fn of_remainder(parts: &[Formula], tracks: &[Track]) -> Option<(Track, Vec<Vec<Formula>>)> {
    if tracks.len() < 2 {
        return None;
    }
    tracks.iter().find_map(|&track| {
        let is_remainder = |part: &Formula| matches!(part, Formula::Divides(..)) && is_free(part, track);
        let (least, largest) = range(parts, track)?;
        if !parts.iter().any(is_remainder) || largest.saturating_sub(least) >= MOST_CASES {
            return None;
        }
        let case = |value| parts.iter().map(|part| assigned(part, track, value)).collect::<Option<Vec<_>>>();
        Some((track, (least..=largest).map(case).collect::<Option<Vec<_>>>()?))
    })
}

/// The least and largest value that comparisons of the track alone leave to it.
fn range(parts: &[Formula], track: Track) -> Option<(i128, i128)> {
    let (mut least, mut largest) = (None::<i128>, None::<i128>);
    for part in parts {
        let Formula::Compare(linear, comparison) = part else { continue };
        let &[(own, sign @ (1 | -1))] = linear.terms() else { continue };
        if own != track {
            continue;
        }
        // The sum is zero where the track has this value.
        let zero = linear.constant_term().checked_mul(-sign)?;
        let (below, at) = match (comparison, sign) {
            (Comparison::Less, 1) | (Comparison::Greater, -1) => (true, zero.checked_sub(1)?),
            (Comparison::AtMost, 1) | (Comparison::AtLeast, -1) => (true, zero),
            (Comparison::Greater, 1) | (Comparison::Less, -1) => (false, zero.checked_add(1)?),
            (Comparison::AtLeast, 1) | (Comparison::AtMost, -1) => (false, zero),
            _ => continue,
        };
        if below {
            largest = Some(largest.map_or(at, |known| known.min(at)));
        } else {
            least = Some(least.map_or(at, |known| known.max(at)));
        }
    }
    Some((least?, largest?))
}

/// The formula with a number in place of a track, unless it has parts that are not made of expressions.
fn assigned(formula: &Formula, track: Track, value: i128) -> Option<Formula> {
    if !is_free(formula, track) {
        return Some(formula.clone());
    }
    let all =
        |parts: &[Formula]| parts.iter().map(|part| assigned(part, track, value)).collect::<Option<Vec<_>>>();
    Some(match formula {
        Formula::Compare(linear, comparison) => {
            Formula::Compare(replaced(linear, track, value)?, *comparison)
        }
        Formula::Divides(number, linear) => Formula::Divides(*number, replaced(linear, track, value)?),
        Formula::Not(body) => assigned(body, track, value)?.not(),
        Formula::All(parts) => Formula::All(all(parts)?),
        Formula::Any(parts) => Formula::Any(all(parts)?),
        Formula::Exists(bound, body) => {
            Formula::Exists(bound.clone(), Box::new(assigned(body, track, value)?))
        }
        Formula::ForAll(bound, body) => {
            Formula::ForAll(bound.clone(), Box::new(assigned(body, track, value)?))
        }
        Formula::Constant(_) | Formula::Boolean(_) | Formula::PowerOfTwo(_) | Formula::Set(_) => return None,
    })
}

fn replaced(linear: &Linear, track: Track, value: i128) -> Option<Linear> {
    let product = linear.coefficient(track).checked_mul(value)?;
    let others = linear.terms().iter().copied().filter(|term| term.0 != track).collect();
    Some(Linear::from_terms(others, linear.constant_term().checked_add(product)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Numbers, Store};

    #[test]
    fn cases_have_the_set_of_the_projection() {
        let budget = Budget::unlimited();
        let (x, rest, bound) = (Track::new(0), Track::new(1), Track::new(2));
        for numbers in [Numbers::Naturals, Numbers::Integers] {
            let mut store = Store::new(numbers);
            for divisor in 1..9 {
                let value = Linear::term(1, rest);
                let parts = vec![
                    Linear::constant(0).at_most(&value),
                    value.less_than(&Linear::constant(divisor)),
                    Formula::divides(divisor, Linear::term(3, x).minus(&value)),
                    value.at_most(&Linear::term(1, bound)),
                    Linear::term(1, x).plus(&value).at_most(&Linear::term(2, bound)).not(),
                ];
                assert_eq!(of_remainder(&parts, &[x, rest]).unwrap().1.len(), divisor as usize);
                let body = store.formula(&Formula::All(parts.clone()), &budget).unwrap();
                let expected = store.project(&body, &[x, rest], &budget).unwrap();
                let found = store.formula(&Formula::exists([x, rest], Formula::All(parts)), &budget).unwrap();
                assert_eq!(found, expected, "{numbers:?}, {divisor}");
            }
        }
    }
}
