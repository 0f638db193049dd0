//! How many tokens a place can hold at most, as far as sums of tokens tell that are conserved or never grow.
//!
//! # The algorithm
//! A weighted sum of tokens that no transition changes, with weights that are not negative, has the same value in
//! every reachable marking. So a place of weight w in a sum with value v never holds more than v / w tokens.
//! The sums are found by elimination: begin with one row for each place, its weight vector and what each
//! transition does to it; then for each transition replace the rows that it changes by the combinations of one
//! that it increases with one that it decreases, scaled so that the changes cancel. Of the rows, only those
//! with a minimal set of places are kept, which loses no minimal sum.
//!
//! If that leaves places without a bound, it is done again with sums that may shrink but not grow: their first value
//! bounds their places in the same way. Then a row that a transition decreases stays as it is, and
//! a row is dropped only if another one, with no smaller weight for any place, begins with no larger value and is changed
//! by no transition more: whatever the dropped one could have bounded, the other one bounds as well.
//!
//! There can be exponentially many sums. Where a transition would leave too many rows, the shortest are kept; a
//! row whose numbers become too large is dropped; and when too much has been done, the rows that no transition
//! changes are the answer. What is lost is only precision: a place that no remaining sum covers has no bound
//! here, though it may have one.
//!
//! # Reference
//! Martínez, Silva: *A Simple and Fast Algorithm to Obtain All Invariants of a Generalised Petri Net*, Application
//! and Theory of Petri Nets 1982, doi:10.1007/978-3-642-68353-4_47. Departures: the order of the transitions is
//! chosen to keep the rows few, and the limit on them. That sums that never grow bound
//! their places: Murata: *Petri Nets: Properties, Analysis and Applications*, Proceedings of the IEEE 77(4), 1989,
//! doi:10.1109/5.24143.

use crate::net::Net;
use std::collections::BTreeMap;

/// The most rows that are kept.
const MOST_ROWS: usize = 2_000;

/// The most combinations for one transition.
const MOST_COMBINATIONS: usize = 10_000;

/// The most comparisons of rows and looks at their parts, all together; about a second.
const PATIENCE: usize = 20_000_000;

/// A sum of tokens: its weights, how each transition that is not yet dealt with changes it, and its value at the start.
#[derive(Debug, Clone)]
struct Row {
    weights: BTreeMap<usize, i64>,
    changes: BTreeMap<usize, i64>,
    value: i128,
}

/// Which sums are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sums {
    /// Those that no transition changes.
    Conserved,
    /// Those that no transition makes larger.
    Limited,
}

/// For each place the most tokens that it can hold, where that is known.
pub(crate) fn bounds(net: &Net) -> Vec<Option<u64>> {
    let mut bounds: Vec<Option<u64>> = vec![None; net.places.len()];
    for kind in [Sums::Conserved, Sums::Limited] {
        if !bounds.contains(&None) {
            break;
        }
        for row in kind.rows(net) {
            for (place, weight) in &row.weights {
                let bound = u64::try_from(row.value / i128::from(*weight)).ok();
                bounds[*place] = [bounds[*place], bound].into_iter().flatten().min();
            }
        }
    }
    bounds
}

impl Sums {
    /// The sums of the kind, as far as patience goes.
    fn rows(self, net: &Net) -> Vec<Row> {
        let row = |(place, changes): (usize, Option<BTreeMap<usize, i64>>)| {
            let value = i128::from(net.places[place].tokens);
            Some(Row { weights: BTreeMap::from([(place, 1)]), changes: changes?, value })
        };
        let mut rows: Vec<Row> = changes(net).into_iter().enumerate().filter_map(row).collect();
        let mut patience = PATIENCE;
        while let Some(transition) = next_transition(&rows, &mut patience) {
            rows = self.eliminated(rows, transition, &mut patience);
        }
        rows.retain(|row| self.is_fit(row));
        rows
    }

    /// Whether the row is a sum of the kind.
    fn is_fit(self, row: &Row) -> bool {
        match self {
            Sums::Conserved => row.changes.is_empty(),
            Sums::Limited => row.changes.values().all(|change| *change <= 0),
        }
    }

    /// Whether the second row is not needed where there is the first.
    fn is_better(self, first: &Row, second: &Row) -> bool {
        match self {
            Sums::Conserved => is_part(first, second),
            Sums::Limited => {
                first.value <= second.value
                    && is_above(&first.weights, &second.weights)
                    && is_above(&second.changes, &first.changes)
            }
        }
    }

    /// The rows without those that the transition changes as it must not, and with their combinations.
    fn eliminated(self, rows: Vec<Row>, transition: usize, patience: &mut usize) -> Vec<Row> {
        let change = |row: &Row| row.changes.get(&transition).copied().unwrap_or(0);
        let (mut all, changed): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| change(row) == 0);
        let (mut up, mut down): (Vec<Row>, Vec<Row>) = changed.into_iter().partition(|row| change(row) > 0);
        let unchanged = all.len();
        if self == Sums::Limited {
            all.extend(down.iter().cloned().map(|mut row| {
                row.changes.remove(&transition);
                row
            }));
        }
        if up.len() * down.len() > MOST_COMBINATIONS {
            let most = MOST_COMBINATIONS.isqrt();
            for side in [&mut up, &mut down] {
                side.sort_by_key(|row| row.weights.len());
                side.truncate(most);
            }
        }
        let combinations = up
            .iter()
            .flat_map(|increased| down.iter().map(move |decreased| (increased, decreased)))
            .filter_map(|(a, b)| combination(a, change(b).checked_neg()?, b, change(a)));
        all.extend(combinations);
        let mut kept = all;
        let mut added = kept.split_off(unchanged);
        added.sort_by_key(|row| row.weights.len());
        for row in added {
            *patience = patience.saturating_sub(kept.len());
            let is_open = *patience > 0 && kept.len() < MOST_ROWS;
            if is_open && !kept.iter().any(|other| self.is_better(other, &row)) {
                if self == Sums::Limited {
                    kept.retain(|other| !self.is_better(&row, other));
                }
                kept.push(row);
            }
        }
        kept
    }
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

/// Whether the places of a row are among those of another.
fn is_part(small: &Row, big: &Row) -> bool {
    small.weights.len() <= big.weights.len()
        && small.weights.keys().all(|place| big.weights.contains_key(place))
}

/// Whether no value is smaller than the other's for the same key; what is not there is zero.
fn is_above(big: &BTreeMap<usize, i64>, small: &BTreeMap<usize, i64>) -> bool {
    let value = |of: &BTreeMap<usize, i64>, key: &usize| of.get(key).copied().unwrap_or(0);
    small.iter().all(|(key, least)| value(big, key) >= *least)
        && big.iter().all(|(key, most)| *most >= value(small, key))
}

/// One row so many times plus another one so many times, with common factors taken out; nothing if the numbers
/// become too large.
fn combination(a: &Row, times_a: i64, b: &Row, times_b: i64) -> Option<Row> {
    let common = divisor(times_a, times_b);
    let (times_a, times_b) = (times_a / common, times_b / common);
    let mut row = Row {
        weights: sum(&a.weights, times_a, &b.weights, times_b)?,
        changes: sum(&a.changes, times_a, &b.changes, times_b)?,
        value: a.value.checked_mul(times_a.into())?.checked_add(b.value.checked_mul(times_b.into())?)?,
    };
    let common = row.weights.values().chain(row.changes.values()).fold(0, |all, value| divisor(all, *value));
    if common > 1 {
        row.weights.values_mut().chain(row.changes.values_mut()).for_each(|value| *value /= common);
        row.value /= i128::from(common);
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
