//! Place invariants: weighted sums of tokens that no transition changes.
//!
//! # The algorithm
//!
//! Farkas' elimination: begin with each place alone, as a sum of weight one, and for each effect of the net combine every sum
//! that it makes larger with every sum that it makes smaller, so that the effect cancels; sums that it changes are then dropped.
//! What remains is a generating set of all sums with weights that are not negative and that no effect changes. A combination
//! whose places contain those of another sum is dropped, and so is one with too many places; and effects with the fewest
//! combinations come first. What remains is right whatever is dropped, and [`LinearBound::of`] looks at it again.
//!
//! # Reference
//!
//! Colom, Silva: *Convex geometry and semiflows in P/T nets. A comparative study of algorithms for computation of minimal
//! P-semiflows*, Advances in Petri Nets 1990, doi:10.1007/3-540-53863-1_22.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::flows::Flows;
use super::linear_bound::LinearBound;
use budget::{Budget, Budgeted};
use nets::Place;

/// The largest number of sums at a time; beyond it those with the most places are forgotten.
const MOST_SUMS: usize = 2_000;

/// A sum of places, and what each effect that is still to be cancelled adds to it.
#[derive(Debug, Clone)]
struct WeightedSum {
    weights: Vec<(Place, i64)>,
    gains: Vec<(usize, i64)>,
}

/// Invariants with few places that bound their sum.
pub fn place_invariants(flows: &Flows, budget: &Budget<'_>) -> Budgeted<Vec<LinearBound>> {
    let mut sums: Vec<WeightedSum> = Vec::new();
    let mut gains = vec![Vec::new(); flows.unbounded.len()];
    for (number, (effect, _)) in flows.effects.iter().enumerate() {
        effect.iter().for_each(|(place, gained)| gains[*place].push((number, *gained)));
    }
    for (place, gains) in gains.into_iter().enumerate() {
        if !flows.unbounded[place] {
            sums.push(WeightedSum { weights: vec![(place, 1)], gains });
        }
    }
    while let Some(effect) = cheapest(&sums, flows.effects.len(), budget)? {
        sums = cancel(sums, effect, budget)?;
    }
    Ok(sums.into_iter().filter_map(|sum| bound(flows, &sum)).collect())
}

fn bound(flows: &Flows, sum: &WeightedSum) -> Option<LinearBound> {
    let weights: Option<Vec<(Place, u64)>> =
        sum.weights.iter().map(|(place, weight)| Some((*place, u64::try_from(*weight).ok()?))).collect();
    LinearBound::of(flows, weights?, Vec::new())
}

/// The effect that is cancelled with the fewest combinations.
fn cheapest(sums: &[WeightedSum], effects: usize, budget: &Budget<'_>) -> Budgeted<Option<usize>> {
    let mut signs = vec![(0usize, 0usize); effects];
    for sum in sums {
        budget.spend(sum.gains.len())?;
        for (effect, gained) in &sum.gains {
            let (up, down) = &mut signs[*effect];
            *(if *gained > 0 { up } else { down }) = up_one(if *gained > 0 { *up } else { *down });
        }
    }
    budget.spend(effects)?;
    let open = signs.iter().enumerate().filter(|(_, (up, down))| *up > 0 || *down > 0);
    Ok(open.min_by_key(|(_, (up, down))| up.saturating_mul(*down)).map(|(effect, _)| effect))
}

fn up_one(count: usize) -> usize {
    count.saturating_add(1)
}

/// All sums that the effect does not change, and the combinations of those that it does.
fn cancel(sums: Vec<WeightedSum>, effect: usize, budget: &Budget<'_>) -> Budgeted<Vec<WeightedSum>> {
    let gain = |sum: &WeightedSum| match sum.gains.binary_search_by_key(&effect, |(own, _)| *own) {
        Ok(at) => sum.gains[at].1,
        Err(_) => 0,
    };
    let (mut kept, changed): (Vec<_>, Vec<_>) = sums.into_iter().partition(|sum| gain(sum) == 0);
    let (up, down): (Vec<_>, Vec<_>) = changed.into_iter().partition(|sum| gain(sum) > 0);
    for larger in &up {
        for smaller in &down {
            budget.spend(larger.gains.len().saturating_add(smaller.gains.len()))?;
            kept.extend(combine(larger, gain(larger), smaller, gain(smaller)));
        }
    }
    kept.sort_by_key(|sum| sum.weights.len());
    let mut minimal: Vec<WeightedSum> = Vec::new();
    for sum in kept {
        budget.spend(minimal.len())?;
        if minimal.len() < MOST_SUMS && !minimal.iter().any(|other| has_places_of(&sum, other)) {
            minimal.push(sum);
        }
    }
    Ok(minimal)
}

fn has_places_of(sum: &WeightedSum, other: &WeightedSum) -> bool {
    other.weights.len() <= sum.weights.len()
        && other
            .weights
            .iter()
            .all(|(place, _)| sum.weights.binary_search_by_key(place, |(own, _)| *own).is_ok())
}

/// The combination in which an effect cancels that adds `up` to one sum and `down < 0` to the other.
fn combine(larger: &WeightedSum, up: i64, smaller: &WeightedSum, down: i64) -> Option<WeightedSum> {
    let down = down.checked_neg()?;
    let divisor = common_divisor(up, down);
    let (first, second) = (down.checked_div(divisor)?, up.checked_div(divisor)?);
    let mut sum = WeightedSum {
        weights: add(&larger.weights, first, &smaller.weights, second)?,
        gains: add(&larger.gains, first, &smaller.gains, second)?,
    };
    let divisor = sum.weights.iter().fold(0, |divisor, (_, weight)| common_divisor(divisor, *weight));
    if divisor > 1 {
        for (_, number) in sum.weights.iter_mut().chain(&mut sum.gains) {
            *number = number.checked_div(divisor)?;
        }
    }
    Some(sum)
}

/// The sum of two sorted lists, each times a number.
fn add(left: &[(usize, i64)], first: i64, right: &[(usize, i64)], second: i64) -> Option<Vec<(usize, i64)>> {
    let mut sum: Vec<(usize, i64)> = Vec::with_capacity(left.len().saturating_add(right.len()));
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    loop {
        let key = match (left.peek(), right.peek()) {
            (Some((own, _)), Some((other, _))) => *own.min(other),
            (Some((own, _)), None) | (None, Some((own, _))) => *own,
            (None, None) => return Some(sum),
        };
        let one = left.next_if(|(own, _)| *own == key).map_or(0, |(_, number)| *number);
        let two = right.next_if(|(own, _)| *own == key).map_or(0, |(_, number)| *number);
        let number = one.checked_mul(first)?.checked_add(two.checked_mul(second)?)?;
        if number != 0 {
            sum.push((key, number));
        }
    }
}

fn common_divisor(left: i64, right: i64) -> i64 {
    let (mut left, mut right) = (left, right);
    while right != 0 {
        (left, right) = (right, left.checked_rem(right).unwrap_or(0));
    }
    left.saturating_abs()
}
