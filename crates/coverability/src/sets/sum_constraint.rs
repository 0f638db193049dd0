//! One conjunction of lower bounds on sums of places.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::demand::Demand;
use super::predecessor::Predecessors;
use crate::interrupted::Interrupted;
use crate::simplex::{Dictionary, Variable};
use budget::Budget;
use nets::{Overflow, Place, Transition};
use presburger::Integer;

/// A row `x₁ + … + xₙ ≥ c`, where `c` is positive.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SumRow {
    /// The places, sorted.
    pub places: Box<[Place]>,
    /// The least sum of their tokens.
    pub least: u64,
}

/// All of some rows; none of them follows from another one alone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct SumConstraint(Vec<SumRow>);

impl SumRow {
    /// How many tokens a marking has too few.
    pub fn missing(&self, marking: &[u64]) -> u64 {
        let sum = self.places.iter().fold(0u64, |sum, place| sum.saturating_add(marking[*place]));
        self.least.saturating_sub(sum)
    }

    /// Whether the other row follows: its places contain these.
    fn implies(&self, other: &SumRow) -> bool {
        self.least >= other.least && self.is_within(other)
    }

    fn is_within(&self, other: &SumRow) -> bool {
        self.places.len() <= other.places.len()
            && self.places.iter().all(|place| other.places.binary_search(place).is_ok())
    }
}

impl SumConstraint {
    /// What a demand demands, place by place.
    pub fn of_demand(demand: &Demand) -> SumConstraint {
        let row = |(place, amount): &(Place, u64)| SumRow { places: [*place].into(), least: *amount };
        SumConstraint(demand.amounts().iter().map(row).collect())
    }

    fn new(mut rows: Vec<SumRow>) -> SumConstraint {
        rows.sort_unstable();
        rows.dedup();
        let follows = |row: &SumRow| rows.iter().any(|other| other != row && other.implies(row));
        SumConstraint(rows.iter().filter(|row| !follows(row)).cloned().collect())
    }

    /// The rows.
    pub fn rows(&self) -> &[SumRow] {
        &self.0
    }

    /// What the rows with one place demand.
    pub fn single_places(&self) -> Demand {
        let single = self.0.iter().filter(|row| row.places.len() == 1);
        Demand::new(single.map(|row| (row.places[0], row.least)).collect())
    }

    /// Whether every solution solves the other constraint, over the reals.
    pub fn entails(&self, other: &SumConstraint, budget: &Budget<'_>) -> Result<bool, Interrupted> {
        for row in &other.0 {
            budget.spend(self.0.len().saturating_add(1))?;
            if !self.0.iter().any(|own| own.implies(row)) && !self.entails_row(row, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether no real solution has a smaller sum than the row wants.
    fn entails_row(&self, row: &SumRow, budget: &Budget<'_>) -> Result<bool, Interrupted> {
        let within: Vec<&SumRow> = self.0.iter().filter(|own| own.is_within(row)).collect();
        let sum = within.iter().fold(0u64, |sum, own| sum.saturating_add(own.least));
        if within.len() < 2 || sum < row.least {
            return Ok(false);
        }
        let mut dictionary: Dictionary<Integer> = Dictionary::new(row.places.len(), Vec::new());
        let variable = |place: &Place| row.places.binary_search(place).unwrap_or(0) as Variable;
        let most = Integer::parse(&row.least.saturating_sub(1).to_string()).ok_or(Interrupted::Overflow)?;
        let all: Vec<_> = row.places.iter().map(|place| (variable(place), Integer::from(-1))).collect();
        dictionary.define(most, &all)?;
        let mut bounds = Vec::new();
        for own in within {
            let terms: Vec<_> = own.places.iter().map(|place| (variable(place), Integer::ONE)).collect();
            let least = Integer::parse(&own.least.to_string()).ok_or(Interrupted::Overflow)?;
            bounds.push((dictionary.define(Integer::ZERO, &terms)?, least));
        }
        dictionary.set_bounds(bounds, budget)?;
        Ok(dictionary.minimise(budget)?.is_err())
    }

    /// The markings from which a transition leads to solutions, made upward closed; nothing if there are none.
    pub fn before(
        &self,
        predecessors: &Predecessors<'_>,
        transition: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<SumConstraint>, Interrupted> {
        let data = &predecessors.net().transitions[transition];
        let taken =
            data.takes.iter().map(|(place, amount)| SumRow { places: [*place].into(), least: *amount });
        let mut rows: Vec<SumRow> = taken.collect();
        for row in &self.0 {
            budget.spend(row.places.len())?;
            let given = sum_of(&data.gives, &row.places)?;
            let Some(missing) = row.least.checked_sub(given).filter(|missing| *missing > 0) else { continue };
            let own = |place: &Place| match predecessors.pool(transition, *place) {
                Some(pool) => pool.to_vec(),
                None => vec![*place],
            };
            let mut places: Vec<Place> = row.places.iter().flat_map(own).collect();
            places.sort_unstable();
            let least = missing.checked_add(sum_of(&data.takes, &places)?).ok_or(Overflow)?;
            rows.push(SumRow { places: places.into(), least });
        }
        let mut limited = Vec::new();
        for row in &rows {
            limit(row, data, &mut limited, budget)?;
        }
        let unsolvable = limited.iter().any(|row| row.places.is_empty());
        Ok((!unsolvable).then(|| SumConstraint::new(limited)))
    }

    /// Demands such that the solutions are what is above one of them.
    pub fn least_solutions(&self, budget: &Budget<'_>) -> Result<Vec<Demand>, Interrupted> {
        let mut partial = vec![Demand::default()];
        for row in &self.0 {
            let mut next = Vec::new();
            for demand in &partial {
                let held =
                    row.places.iter().fold(0u64, |sum, place| sum.saturating_add(demand.amount(*place)));
                let mut open = vec![(demand.amounts().to_vec(), row.least.saturating_sub(held))];
                for (at, place) in row.places.iter().enumerate() {
                    let is_last = at.saturating_add(1) == row.places.len();
                    open = spread(open, *place, demand.amount(*place), is_last, budget)?;
                }
                next.extend(open.into_iter().map(|(amounts, _)| Demand::new(amounts)));
            }
            next.sort_unstable();
            next.dedup();
            partial = next;
        }
        Ok(partial)
    }
}

/// Amounts, and how many tokens are still to be put somewhere.
type Spread = (Vec<(Place, u64)>, u64);

/// Puts some of the tokens on a place, in all ways; all of them if it is the last one.
fn spread(
    open: Vec<Spread>,
    place: Place,
    held: u64,
    is_last: bool,
    budget: &Budget<'_>,
) -> Result<Vec<Spread>, Interrupted> {
    let mut next = Vec::new();
    for (amounts, left) in open {
        let first = if is_last { left } else { 0 };
        for more in first..=left {
            budget.spend(amounts.len().saturating_add(1))?;
            let mut own = amounts.clone();
            own.push((place, held.checked_add(more).ok_or(Overflow)?));
            next.push((own, left.saturating_sub(more)));
        }
    }
    Ok(next)
}

fn sum_of(amounts: &[(Place, u64)], places: &[Place]) -> Result<u64, Overflow> {
    let within = amounts.iter().filter(|(place, _)| places.contains(place));
    within.map(|(_, amount)| *amount).try_fold(0u64, u64::checked_add).ok_or(Overflow)
}

/// The rows that follow where some limited places hold at most their limits, for each choice of such places.
fn limit(
    row: &SumRow,
    transition: &Transition,
    limited: &mut Vec<SumRow>,
    budget: &Budget<'_>,
) -> Result<(), Interrupted> {
    let mut rows = vec![row.clone()];
    for (place, most) in transition.limits.iter().filter(|(place, _)| row.places.contains(place)) {
        for at in 0..rows.len() {
            budget.spend(row.places.len())?;
            if let Some(least) = rows[at].least.checked_sub(*most).filter(|least| *least > 0) {
                let places = rows[at].places.iter().copied().filter(|own| own != place).collect();
                rows.push(SumRow { places, least });
            }
        }
    }
    limited.extend(rows);
    Ok(())
}
