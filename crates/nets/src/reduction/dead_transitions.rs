//! Transitions that can never fire.
//!
//! # match:
//! a transition that needs more tokens of a place than there can ever be, as far as this is seen from the starts by counting each place
//! on its own; or one that is limited to fewer tokens than a place has from the start and never loses.
//! # result:
//! the transition is gone.
//!
//! Places hold at most what they start with until a transition can fire that adds to them; from then on, any number is assumed.
//! The transitions that can fire are the least set closed under this. In particular the consumers of a siphon that is empty at the
//! start are never in it.
//!
//! # Why it is right
//! By induction along a run, each transition that fires is in the set. The graph of markings is the same, so this preserves
//! everything. Runs stay as they are.
//!
//! # Reference
//! Murata: *Petri nets: properties, analysis and applications*, Proceedings of the IEEE 77(4), 1989 (siphons).
//! Thierry-Mieg: *Structural reductions revisited*, Petri Nets 2020. Departure: starts may be several, with any number of tokens.

use super::arcs::{amount, change};
use super::draft::{Draft, least_at_start};
use crate::{Amount, Place};
use budget::{Budget, Budgeted};

/// Removes the transitions that can never fire; how many there were.
pub(super) fn apply(draft: &mut Draft, budget: &Budget) -> Budgeted<usize> {
    let fires = fireable(draft, budget)?;
    let dead: Vec<usize> =
        draft.numbers().into_iter().filter(|number| !fires[*number] || is_shut(draft, *number)).collect();
    dead.iter().for_each(|number| draft.remove_transition(*number));
    Ok(dead.len())
}

/// The transitions that may fire.
fn fireable(draft: &Draft, budget: &Budget) -> Budgeted<Vec<bool>> {
    let mut most: Vec<Option<u64>> = (0..draft.width()).map(|place| most_at_start(draft, place)).collect();
    let mut missing = vec![0_usize; draft.height()];
    let mut ready = Vec::new();
    for (number, transition) in draft.transitions() {
        budget.spend(transition.takes.len().saturating_add(1))?;
        let short =
            transition.takes.iter().filter(|(place, tokens)| most[*place].is_some_and(|most| most < *tokens));
        missing[number] = short.count();
        if missing[number] == 0 {
            ready.push(number);
        }
    }
    let mut fires = vec![false; draft.height()];
    while let Some(number) = ready.pop() {
        fires[number] = true;
        for place in rising(draft, number) {
            let Some(before) = most[place].take() else { continue };
            for consumer in draft.consumers(place) {
                budget.spend(1)?;
                let needs =
                    draft.transition(*consumer).map_or(0, |transition| amount(&transition.takes, place));
                if needs > before {
                    missing[*consumer] = missing[*consumer].saturating_sub(1);
                    if missing[*consumer] == 0 {
                        ready.push(*consumer);
                    }
                }
            }
        }
    }
    Ok(fires)
}

fn most_at_start(draft: &Draft, place: Place) -> Option<u64> {
    let amounts = draft.amounts(place).map(|amount| match amount {
        Amount::Exactly(tokens) => Some(tokens),
        Amount::AtLeast(_) => None,
    });
    amounts.collect::<Option<Vec<_>>>().map(|amounts| amounts.into_iter().max().unwrap_or(0))
}

/// The places that may hold more than before when the transition has fired.
fn rising(draft: &Draft, number: usize) -> Vec<Place> {
    let Some(transition) = draft.transition(number) else { return Vec::new() };
    let given = transition.gives.iter().filter(|(place, tokens)| *tokens > amount(&transition.takes, *place));
    let moved = transition.transfers.iter().filter_map(|(_, to)| *to);
    given.map(|(place, _)| *place).chain(moved).collect()
}

/// Whether a limit is below what a place has at the start and never loses.
fn is_shut(draft: &Draft, number: usize) -> bool {
    let Some(transition) = draft.transition(number) else { return false };
    transition.limits.iter().any(|(place, most)| {
        least_at_start(draft, *place).is_some_and(|least| least > *most) && is_never_lowered(draft, *place)
    })
}

fn is_never_lowered(draft: &Draft, place: Place) -> bool {
    let named =
        draft.consumers(place).union(draft.watchers(place)).filter_map(|number| draft.transition(*number));
    let mut named = named;
    named.all(|transition| {
        change(transition, place) >= 0 && transition.transfers.iter().all(|(from, _)| *from != place)
    })
}
