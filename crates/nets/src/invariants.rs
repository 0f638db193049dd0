//! Weighted sums of tokens that never change.
//!
//! A semiflow is a weight for each place, none below zero, such that no transition changes the weighted sum of all tokens. What is found here are
//! semiflows of minimal support, that is, whose set of places with a weight contains no other's; all semiflows are sums of these with
//! rational factors.
//!
//! Start with one row for each place: its weight alone, and the change of the weighted sum by each transition. Column by column, replace the
//! rows with a change by all sums of a row that raises with one that lowers, with factors such that the change is zero. A
//! row whose support contains that of another is superfluous and dropped. What is left when all columns are zero are the semiflows. The next
//! column is one that leads to as few rows as possible.
//!
//! A transfer from one place to another keeps the sum if both have the same weight, and a reset if its place has none. So each is a column
//! of its own: one token more on the one, one less on the other. Limits do not matter.
//!
//! There may be exponentially many semiflows. Where a column asks for more than some thousand sums, only rows of small support are
//! combined and the others dropped; where numbers become too large, a row is dropped. What is found is right all the same, but not all.
//!
//! # Reference
//! Farkas: *Theorie der einfachen Ungleichungen*, Journal für die reine und angewandte Mathematik 124, 1902.
//! Colom, Silva: *Convex geometry and semiflows in P/T nets*, Advances in Petri Nets 1990, LNCS 483. Departure: limits on size; transfers.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::{Amount, Net, Place};
use budget::{Budget, Budgeted};
use std::collections::{BTreeMap, BTreeSet};

/// The most sums that are made for one column.
const PAIRS: usize = 4096;

/// A weighted sum of tokens that no transition changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceInvariant {
    /// The weights, all positive and without a common factor, by place.
    pub weights: Vec<(Place, u64)>,
}

impl PlaceInvariant {
    /// The weighted sum of a marking; nothing if it is too large.
    pub fn value(&self, marking: &[u64]) -> Option<u64> {
        self.weights.iter().try_fold(0_u64, |sum, (place, weight)| {
            sum.checked_add(weight.checked_mul(*marking.get(*place)?)?)
        })
    }

    /// The greatest weighted sum that the net can start with, hence ever have; nothing if there is none, or if it is too large.
    pub fn greatest(&self, net: &Net) -> Option<u64> {
        let is_known = |start: &[Amount]| {
            self.weights.iter().all(|(place, _)| matches!(start[*place], Amount::Exactly(_)))
        };
        let value = |start: &crate::Start| self.value(&start.least()).filter(|_| is_known(&start.0));
        net.starts.iter().map(value).try_fold(0, |most, value| Some(value?.max(most)))
    }
}

/// Semiflows of minimal support, those of small support first; not always all.
pub fn place_invariants(net: &Net, budget: &Budget) -> Budgeted<Vec<PlaceInvariant>> {
    let mut tableau = Tableau::new(net, budget)?;
    while let Some(column) = tableau.next_column(budget)? {
        tableau.eliminate(column, budget)?;
    }
    let mut found: Vec<PlaceInvariant> =
        tableau.rows.into_iter().flatten().map(|row| PlaceInvariant { weights: row.weights }).collect();
    found.sort_by(|left, right| left.weights.len().cmp(&right.weights.len()).then_with(|| left.cmp(right)));
    Ok(found)
}

/// For each place the most tokens that it can hold because of the invariants; nothing if they do not say.
pub fn place_bounds(net: &Net, invariants: &[PlaceInvariant]) -> Vec<Option<u64>> {
    let mut bounds: Vec<Option<u64>> = vec![None; net.places.len()];
    for invariant in invariants {
        let Some(greatest) = invariant.greatest(net) else { continue };
        for (place, weight) in &invariant.weights {
            let most = greatest.checked_div(*weight).unwrap_or(greatest);
            bounds[*place] = Some(bounds[*place].map_or(most, |bound| bound.min(most)));
        }
    }
    bounds
}

/// A weighted sum, and how much each column changes it where this is not zero.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    weights: Vec<(Place, u64)>,
    changes: Vec<(usize, i128)>,
}

/// Rows, with what is asked of them.
struct Tableau {
    rows: Vec<Option<Row>>,
    /// For each column, the rows that raise and those that lower.
    raising: Vec<BTreeSet<usize>>,
    lowering: Vec<BTreeSet<usize>>,
    /// The rows by the first place of their support, and by all of its places.
    first: Vec<BTreeSet<usize>>,
    holding: Vec<BTreeSet<usize>>,
    /// The columns that are not zero yet.
    open: BTreeSet<usize>,
}

impl Tableau {
    fn new(net: &Net, budget: &Budget) -> Budgeted<Tableau> {
        let columns = columns(net, budget)?;
        let mut changes: Vec<Vec<(usize, i128)>> = vec![Vec::new(); net.places.len()];
        for (number, column) in columns.iter().enumerate() {
            budget.spend(column.len())?;
            column.iter().for_each(|(place, change)| changes[*place].push((number, *change)));
        }
        let mut tableau = Tableau {
            rows: Vec::new(),
            raising: vec![BTreeSet::new(); columns.len()],
            lowering: vec![BTreeSet::new(); columns.len()],
            first: vec![BTreeSet::new(); net.places.len()],
            holding: vec![BTreeSet::new(); net.places.len()],
            open: (0..columns.len()).collect(),
        };
        for (place, changes) in changes.into_iter().enumerate() {
            tableau.enter(Row { weights: vec![(place, 1)], changes });
        }
        Ok(tableau)
    }

    fn enter(&mut self, row: Row) {
        let number = self.rows.len();
        for (column, change) in &row.changes {
            let side = if *change > 0 { &mut self.raising } else { &mut self.lowering };
            side[*column].insert(number);
        }
        if let Some((place, _)) = row.weights.first() {
            self.first[*place].insert(number);
        }
        row.weights.iter().for_each(|(place, _)| _ = self.holding[*place].insert(number));
        self.rows.push(Some(row));
    }

    fn remove(&mut self, number: usize) -> Option<Row> {
        let row = self.rows[number].take()?;
        for (column, _) in &row.changes {
            self.raising[*column].remove(&number);
            self.lowering[*column].remove(&number);
        }
        if let Some((place, _)) = row.weights.first() {
            self.first[*place].remove(&number);
        }
        row.weights.iter().for_each(|(place, _)| _ = self.holding[*place].remove(&number));
        Some(row)
    }

    /// The open column that leads to as few rows as possible.
    fn next_column(&mut self, budget: &Budget) -> Budgeted<Option<usize>> {
        let mut best = None;
        for column in &self.open {
            budget.spend(1)?;
            let (up, down) = (self.raising[*column].len(), self.lowering[*column].len());
            let (sums, rows) = (up.saturating_mul(down), up.saturating_add(down));
            let key = (sums.saturating_add(1 << 20).saturating_sub(rows), *column);
            best = Some(best.map_or(key, |best: (usize, usize)| best.min(key)));
            if sums == 0 {
                break;
            }
        }
        let column = best.map(|(_, column)| column);
        column.iter().for_each(|column| _ = self.open.remove(column));
        Ok(column)
    }

    /// Makes the column zero.
    fn eliminate(&mut self, column: usize, budget: &Budget) -> Budgeted<()> {
        let numbers = |set: &BTreeSet<usize>| set.iter().copied().collect::<Vec<_>>();
        let (up, down) = (numbers(&self.raising[column]), numbers(&self.lowering[column]));
        let mut up: Vec<Row> = up.into_iter().filter_map(|number| self.remove(number)).collect();
        let mut down: Vec<Row> = down.into_iter().filter_map(|number| self.remove(number)).collect();
        if up.len().saturating_mul(down.len()) > PAIRS {
            up.sort_by_key(|row| row.weights.len());
            down.sort_by_key(|row| row.weights.len());
            while up.len().saturating_mul(down.len()) > PAIRS {
                let longer = if up.len() > down.len() { &mut up } else { &mut down };
                longer.pop();
            }
        }
        for raising in &up {
            for lowering in &down {
                budget.spend(raising.size().saturating_add(lowering.size()))?;
                if let Some(row) = raising.without(lowering, column) {
                    self.enter_minimal(row, budget)?;
                }
            }
        }
        Ok(())
    }

    /// Enters a row unless its support contains that of another; those whose support contains its own are dropped.
    fn enter_minimal(&mut self, row: Row, budget: &Budget) -> Budgeted<()> {
        for (place, _) in &row.weights {
            for other in self.first[*place].iter().filter_map(|number| self.rows[*number].as_ref()) {
                budget.spend(1)?;
                if other.is_within(&row) {
                    return Ok(());
                }
            }
        }
        let holding =
            row.weights.iter().map(|(place, _)| &self.holding[*place]).min_by_key(|rows| rows.len());
        let mut larger = Vec::new();
        for number in holding.into_iter().flatten() {
            budget.spend(1)?;
            if self.rows[*number].as_ref().is_some_and(|other| row.is_within(other)) {
                larger.push(*number);
            }
        }
        larger.into_iter().for_each(|number| _ = self.remove(number));
        self.enter(row);
        Ok(())
    }
}

impl Row {
    fn size(&self) -> usize {
        self.weights.len().saturating_add(self.changes.len()).saturating_add(1)
    }

    fn change(&self, column: usize) -> i128 {
        self.changes.binary_search_by_key(&column, |(column, _)| *column).map_or(0, |at| self.changes[at].1)
    }

    /// Whether the support is a part of the other's.
    fn is_within(&self, other: &Row) -> bool {
        self.weights.len() <= other.weights.len()
            && self
                .weights
                .iter()
                .all(|(place, _)| other.weights.binary_search_by_key(place, |(place, _)| *place).is_ok())
    }

    /// The sum of both with the least factors that make the column zero; nothing if a number becomes too large.
    fn without(&self, other: &Row, column: usize) -> Option<Row> {
        let (up, down) = (self.change(column).unsigned_abs(), other.change(column).unsigned_abs());
        let common = divisor(up, down);
        let (mine, theirs) = (down.checked_div(common)?, up.checked_div(common)?);
        let mut weights: BTreeMap<Place, u128> = BTreeMap::new();
        let mut changes: BTreeMap<usize, i128> = BTreeMap::new();
        for (row, factor) in [(self, mine), (other, theirs)] {
            for (place, weight) in &row.weights {
                let sum = weights.entry(*place).or_default();
                *sum = sum.checked_add(u128::from(*weight).checked_mul(factor)?)?;
            }
            for (number, change) in &row.changes {
                let sum = changes.entry(*number).or_default();
                *sum = sum.checked_add(change.checked_mul(i128::try_from(factor).ok()?)?)?;
            }
        }
        let common = weights.values().fold(0, |common, weight| divisor(common, *weight));
        let weights = weights.into_iter();
        let weights =
            weights.map(|(place, weight)| Some((place, u64::try_from(weight.checked_div(common)?).ok()?)));
        let changes = changes.into_iter().filter(|(_, change)| *change != 0);
        let changes =
            changes.map(|(column, change)| Some((column, change.checked_div(i128::try_from(common).ok()?)?)));
        Some(Row { weights: weights.collect::<Option<_>>()?, changes: changes.collect::<Option<_>>()? })
    }
}

fn divisor(left: u128, right: u128) -> u128 {
    let (mut left, mut right) = (left, right);
    while let Some(rest) = left.checked_rem(right) {
        (left, right) = (right, rest);
    }
    left
}

/// What must keep the sum: for each the places that it changes, and by how much. Each is there once.
fn columns(net: &Net, budget: &Budget) -> Budgeted<Vec<Vec<(Place, i128)>>> {
    let mut columns = BTreeSet::new();
    for transition in &net.transitions {
        let mut column: BTreeMap<Place, i128> = BTreeMap::new();
        budget.spend(transition.takes.len().saturating_add(transition.gives.len()).saturating_add(1))?;
        for (place, tokens) in &transition.gives {
            *column.entry(*place).or_default() = i128::from(*tokens);
        }
        for (place, tokens) in &transition.takes {
            let sum = column.entry(*place).or_default();
            *sum = sum.saturating_sub(i128::from(*tokens));
        }
        columns.insert(column.into_iter().filter(|(_, change)| *change != 0).collect::<Vec<_>>());
        for (from, to) in &transition.transfers {
            let mut moved: Vec<(Place, i128)> = to.iter().map(|to| (*to, 1)).chain([(*from, -1)]).collect();
            moved.sort_unstable();
            columns.insert(moved);
        }
    }
    columns.remove(&Vec::new());
    Ok(columns.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Start, Transition};

    fn transition(takes: &[(Place, u64)], gives: &[(Place, u64)]) -> Transition {
        Transition { takes: takes.to_vec(), gives: gives.to_vec(), ..Transition::default() }
    }

    fn net(start: &[u64], transitions: Vec<Transition>) -> Net {
        Net {
            places: vec![String::new(); start.len()],
            starts: vec![Start(start.iter().map(|tokens| Amount::Exactly(*tokens)).collect())],
            transitions,
        }
    }

    fn weights(net: &Net) -> Vec<Vec<(Place, u64)>> {
        let found = place_invariants(net, &Budget::unlimited()).unwrap();
        found.into_iter().map(|invariant| invariant.weights).collect()
    }

    #[test]
    fn weights_balance_arcs() {
        let net = net(&[6, 0, 1], vec![transition(&[(0, 2), (2, 1)], &[(1, 3), (2, 1)])]);
        assert_eq!(weights(&net), [vec![(2, 1)], vec![(0, 3), (1, 2)]]);
        let found = place_invariants(&net, &Budget::unlimited()).unwrap();
        assert_eq!(place_bounds(&net, &found), [Some(6), Some(9), Some(1)]);
    }

    #[test]
    fn transfers_ask_for_equal_weights_and_resets_for_none() {
        let mut mover = transition(&[], &[]);
        mover.transfers = vec![(0, Some(1)), (2, None)];
        assert_eq!(weights(&net(&[1, 1, 1], vec![mover])), [vec![(0, 1), (1, 1)]]);
    }

    #[test]
    fn a_place_with_any_number_has_no_bound() {
        let mut ring = net(&[1, 0], vec![transition(&[(0, 1)], &[(1, 1)]), transition(&[(1, 1)], &[(0, 1)])]);
        ring.starts[0].0[1] = Amount::AtLeast(0);
        let found = place_invariants(&ring, &Budget::unlimited()).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(place_bounds(&ring, &found), [None, None]);
    }

    #[test]
    fn supports_are_minimal() {
        // Two resources that are used together: three sums, of which each other one is a combination.
        let use_both = transition(&[(0, 1), (1, 1)], &[(2, 1)]);
        let free_both = transition(&[(2, 1)], &[(0, 1), (1, 1)]);
        assert_eq!(
            weights(&net(&[1, 1, 0], vec![use_both, free_both])),
            [vec![(0, 1), (2, 1)], vec![(1, 1), (2, 1)]]
        );
    }
}
