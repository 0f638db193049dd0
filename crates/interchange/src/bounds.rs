//! How many tokens a place can hold at most, as far as conserved sums of tokens tell.
//!
//! # The algorithm
//! A weighted sum of tokens that no transition changes, with weights that are not negative, has the same value in
//! every reachable marking. So a place of weight w in a sum with value v never holds more than v / w tokens.
//! The sums are found by elimination: begin with one row for each place, its weight vector and what each
//! transition does to it; then for each transition replace the rows that it changes by the combinations of one
//! that it increases with one that it decreases, scaled so that the changes cancel. Of the rows, only those
//! with a minimal set of places are kept, which loses no minimal sum.
//!
//! There can be exponentially many sums. Where a transition would leave too many rows, the shortest are kept; a
//! row whose numbers become too large is dropped; and when too much has been done, the rows that no transition
//! changes are the answer. What is lost is only precision: a place that no remaining sum covers has no bound
//! here, though it may have one.
//!
//! # Reference
//! Martínez, Silva: *A Simple and Fast Algorithm to Obtain All Invariants of a Generalised Petri Net*, Application
//! and Theory of Petri Nets 1982, doi:10.1007/978-3-642-68353-4_47. Departures: the order of the transitions is
//! chosen to keep the rows few, and the limit on them.

use crate::net::Net;
use std::collections::BTreeMap;

/// The most rows that are kept.
const MOST_ROWS: usize = 2_000;

/// The most combinations for one transition.
const MOST_COMBINATIONS: usize = 10_000;

/// The most comparisons of rows and looks at their parts, all together; about a second.
const PATIENCE: usize = 20_000_000;

/// A sum of tokens: its weights, and how each transition that is not yet dealt with changes it.
#[derive(Debug, Clone)]
struct Row {
    weights: BTreeMap<usize, i64>,
    changes: BTreeMap<usize, i64>,
}

/// For each place the most tokens that it can hold, where that is known.
pub(crate) fn bounds(net: &Net) -> Vec<Option<u64>> {
    let mut bounds: Vec<Option<u64>> = vec![None; net.places.len()];
    for weights in conserved(net) {
        let tokens =
            |(place, weight): (&usize, &i64)| i128::from(net.places[*place].tokens) * i128::from(*weight);
        let value: i128 = weights.iter().map(tokens).sum();
        for (place, weight) in &weights {
            let bound = u64::try_from(value / i128::from(*weight)).ok();
            bounds[*place] = [bounds[*place], bound].into_iter().flatten().min();
        }
    }
    bounds
}

/// The weights of conserved sums.
fn conserved(net: &Net) -> Vec<BTreeMap<usize, i64>> {
    let mut rows: Vec<Row> = Vec::new();
    for (place, changes) in changes(net).into_iter().enumerate() {
        if let Some(changes) = changes {
            rows.push(Row { weights: BTreeMap::from([(place, 1)]), changes });
        }
    }
    let mut patience = PATIENCE;
    while let Some(transition) = next_transition(&rows, &mut patience) {
        rows = eliminated(rows, transition, &mut patience);
    }
    rows.into_iter().filter(|row| row.changes.is_empty()).map(|row| row.weights).collect()
}

/// For each place how each transition changes it; nothing for a place where the numbers are too large.
fn changes(net: &Net) -> Vec<Option<BTreeMap<usize, i64>>> {
    let mut all: Vec<Option<BTreeMap<usize, i64>>> = vec![Some(BTreeMap::new()); net.places.len()];
    for (number, transition) in net.transitions.iter().enumerate() {
        let mut add = |place: usize, tokens: u64, sign: i64| {
            let Some(changes) = &mut all[place] else { return };
            let change = changes.entry(number).or_insert(0);
            let sum = i64::try_from(tokens).ok().and_then(|tokens| change.checked_add(sign * tokens));
            match sum {
                Some(0) => drop(changes.remove(&number)),
                Some(sum) => *change = sum,
                None => all[place] = None,
            }
        };
        transition.takes.iter().for_each(|(place, tokens)| add(*place, *tokens, -1));
        transition.gives.iter().for_each(|(place, tokens)| add(*place, *tokens, 1));
    }
    all
}

/// The transition whose elimination makes the fewest rows, while there is patience.
fn next_transition(rows: &[Row], patience: &mut usize) -> Option<usize> {
    let looks = rows.iter().map(|row| row.changes.len()).sum();
    *patience = patience.checked_sub(looks)?;
    let mut counts: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (transition, change) in rows.iter().flat_map(|row| &row.changes) {
        let (up, down) = counts.entry(*transition).or_default();
        *(if *change > 0 { up } else { down }) += 1;
    }
    let growth = |(up, down): (usize, usize)| (up * down) as i128 - (up + down) as i128;
    counts.into_iter().min_by_key(|(transition, count)| (growth(*count), *transition)).map(|(t, _)| t)
}

/// The rows without those that the transition changes, and with their combinations.
fn eliminated(rows: Vec<Row>, transition: usize, patience: &mut usize) -> Vec<Row> {
    let change = |row: &Row| row.changes.get(&transition).copied().unwrap_or(0);
    let (mut kept, changed): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| change(row) == 0);
    let (mut up, mut down): (Vec<Row>, Vec<Row>) = changed.into_iter().partition(|row| change(row) > 0);
    if up.len() * down.len() > MOST_COMBINATIONS {
        let most = MOST_COMBINATIONS.isqrt();
        for side in [&mut up, &mut down] {
            side.sort_by_key(|row| row.weights.len());
            side.truncate(most);
        }
    }
    let mut combined: Vec<Row> = up
        .iter()
        .flat_map(|increased| down.iter().map(move |decreased| (increased, decreased)))
        .filter_map(|(a, b)| combination(a, change(b).checked_neg()?, b, change(a)))
        .collect();
    combined.sort_by_key(|row| row.weights.len());
    for row in combined {
        *patience = patience.saturating_sub(kept.len());
        if *patience > 0 && kept.len() < MOST_ROWS && !kept.iter().any(|other| is_part(other, &row)) {
            kept.push(row);
        }
    }
    kept
}

/// Whether the places of a row are among those of another.
fn is_part(small: &Row, big: &Row) -> bool {
    small.weights.len() <= big.weights.len()
        && small.weights.keys().all(|place| big.weights.contains_key(place))
}

/// One row so many times plus another one so many times, with common factors taken out; nothing if the numbers
/// become too large.
fn combination(a: &Row, times_a: i64, b: &Row, times_b: i64) -> Option<Row> {
    let common = divisor(times_a, times_b);
    let (times_a, times_b) = (times_a / common, times_b / common);
    let mut row = Row {
        weights: sum(&a.weights, times_a, &b.weights, times_b)?,
        changes: sum(&a.changes, times_a, &b.changes, times_b)?,
    };
    let common = row.weights.values().chain(row.changes.values()).fold(0, |all, value| divisor(all, *value));
    if common > 1 {
        row.weights.values_mut().chain(row.changes.values_mut()).for_each(|value| *value /= common);
    }
    Some(row)
}

fn sum(
    a: &BTreeMap<usize, i64>,
    times_a: i64,
    b: &BTreeMap<usize, i64>,
    times_b: i64,
) -> Option<BTreeMap<usize, i64>> {
    let mut total = BTreeMap::new();
    for (terms, times) in [(a, times_a), (b, times_b)] {
        for (key, value) in terms {
            let entry: &mut i64 = total.entry(*key).or_insert(0);
            *entry = entry.checked_add(value.checked_mul(times)?)?;
        }
    }
    total.retain(|_, value| *value != 0);
    Some(total)
}

/// The greatest common divisor, not negative.
fn divisor(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}
