//! Places that always hold enough because several others together do.
//!
//! # match:
//! an invisible place p, named by no limit and transfer, and weights y ≥ 0 of other places, named by no transfer, such that no transition changes
//! p − y·others downwards, and each transition that takes n from p takes so much from the others that
//! n ≤ y·taken + (p − y·others at the start).
//! # result:
//! p is gone. A place beside a path that leads from its producers to its consumers is of this kind.
//!
//! # Why it is right
//! As for [`implicit_places`](super::implicit_places): p ≥ y·others + (p − y·others at the start) is an invariant, so that
//! whoever can take from the others can take from p. Forgetting p is a bisimulation, which preserves everything. Runs stay as they are. The
//! others start with known numbers.
//!
//! # How weights are found
//! Begin with the change of p by each transition. Where a transition still lowers it, add one of the places that it takes
//! from, as often as is needed; this lowers the balance of those that give to that place, which are looked at next. Done when no
//! balance is below zero. Places are tried in the order of how few give to them, with a small number of attempts for each p, and given up where
//! too many balances are below zero: what
//! is found is right, and not all there is to find is found.
//!
//! # Reference
//! Silva, Teruel, Colom: *Linear algebraic and linear programming techniques for the analysis of place/transition net systems*,
//! Lectures on Petri Nets I, LNCS 1491, 1998 (structurally implicit places). Departure: a search along arcs in place of a linear program.

use super::arcs::{amount, change};
use super::draft::Draft;
use crate::{Amount, Place};
use budget::{Budget, Budgeted};
use std::collections::BTreeMap;

/// How many places are added to weights, over all attempts for one place.
const ATTEMPTS: usize = 96;

/// The most arcs of a place that takes part.
const BUSIEST: usize = 32;

/// The most transitions with a balance below zero at any time.
const OPEN: usize = 6;

/// Removes places that others together make superfluous; how many there were.
pub(super) fn apply(draft: &mut Draft, budget: &Budget) -> Budgeted<usize> {
    let mut removed: usize = 0;
    for place in draft.places() {
        budget.spend(1)?;
        if draft.is_visible(place) || !draft.is_plain(place) || degree(draft, place) > BUSIEST {
            continue;
        }
        if draft.is_still_needed(place) {
            continue;
        }
        let mut search = Search::new(draft, place, budget);
        if search.go_on()? {
            draft.remove_place(place);
            removed = removed.saturating_add(1);
        } else {
            draft.note_needed(place);
        }
    }
    Ok(removed)
}

fn degree(draft: &Draft, place: Place) -> usize {
    draft.producers(place).len().saturating_add(draft.consumers(place).len())
}

/// A search for the weights of one place.
struct Search<'d, 'b, 'w> {
    draft: &'d Draft,
    budget: &'b Budget<'w>,
    place: Place,
    weights: BTreeMap<Place, i128>,
    /// For each transition, by how much it changes the place less the weighted others, where this is not zero.
    balance: BTreeMap<usize, i128>,
    attempts: usize,
}

impl<'d, 'b, 'w> Search<'d, 'b, 'w> {
    fn new(draft: &'d Draft, place: Place, budget: &'b Budget<'w>) -> Self {
        let named = draft.producers(place).union(draft.consumers(place));
        let change = |number: &usize| Some((*number, change(draft.transition(*number)?, place)));
        let balance = named.filter_map(change).filter(|(_, change)| *change != 0).collect();
        Search { draft, budget, place, weights: BTreeMap::new(), balance, attempts: ATTEMPTS }
    }

    /// Whether weights are found that contain those chosen so far.
    fn go_on(&mut self) -> Budgeted<bool> {
        self.budget.spend(self.balance.len().saturating_add(1))?;
        let Some((number, missing)) = self.balance.iter().find(|(_, balance)| **balance < 0) else {
            return Ok(self.is_enough_at_start().unwrap_or(false));
        };
        let (number, missing) = (*number, missing.unsigned_abs());
        if self.balance.values().filter(|balance| **balance < 0).count() > OPEN {
            return Ok(false);
        }
        for (place, taken) in self.choices(number) {
            let Some(left) = self.attempts.checked_sub(1) else { return Ok(false) };
            self.attempts = left;
            let Ok(times) = i128::try_from(missing.div_ceil(taken)) else { continue };
            self.budget.spend(degree(self.draft, place))?;
            if self.add(place, times).is_none() {
                // The balances are of no use any more.
                return Ok(false);
            }
            if self.go_on()? {
                return Ok(true);
            }
            if self.add(place, times.saturating_neg()).is_none() {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// The places from which the transition takes more than it gives, and how much.
    fn choices(&self, number: usize) -> Vec<(Place, u128)> {
        let Some(transition) = self.draft.transition(number) else { return Vec::new() };
        let places = transition.takes.iter().map(|(place, _)| (*place, change(transition, *place)));
        let is_fit = |place: Place| {
            place != self.place
                && self.draft.is_plain(place)
                && degree(self.draft, place) <= BUSIEST
                && self.draft.amounts(place).all(|amount| matches!(amount, Amount::Exactly(_)))
        };
        let mut choices: Vec<(Place, u128)> = places
            .filter(|(place, change)| *change < 0 && is_fit(*place))
            .map(|(place, change)| (place, change.unsigned_abs()))
            .collect();
        choices.sort_by_key(|(place, _)| self.draft.producers(*place).len());
        choices
    }

    /// Adds so many times the place to the weights; nothing if a number becomes too large.
    fn add(&mut self, place: Place, times: i128) -> Option<()> {
        let weight = self.weights.entry(place).or_default();
        *weight = weight.checked_add(times)?;
        if *weight == 0 {
            self.weights.remove(&place);
        }
        for number in self.draft.producers(place).union(self.draft.consumers(place)) {
            let change = change(self.draft.transition(*number)?, place).checked_mul(times)?;
            let balance = self.balance.entry(*number).or_default();
            *balance = balance.checked_sub(change)?;
            if *balance == 0 {
                self.balance.remove(number);
            }
        }
        Some(())
    }

    /// Whether whoever can take from the others can take from the place; nothing if a number becomes too large.
    fn is_enough_at_start(&self) -> Option<bool> {
        let mut surplus =
            self.draft.amounts(self.place).map(|amount| i128::from(amount.least())).collect::<Vec<_>>();
        for (place, weight) in &self.weights {
            for (surplus, amount) in surplus.iter_mut().zip(self.draft.amounts(*place)) {
                *surplus = surplus.checked_sub(weight.checked_mul(i128::from(amount.least()))?)?;
            }
        }
        let least = surplus.into_iter().min()?;
        for number in self.draft.consumers(self.place) {
            let takes = &self.draft.transition(*number)?.takes;
            let mut supply = least;
            for (place, weight) in &self.weights {
                supply = supply.checked_add(weight.checked_mul(i128::from(amount(takes, *place)))?)?;
            }
            if i128::from(amount(takes, self.place)) > supply {
                return Some(false);
            }
        }
        Some(true)
    }
}
