//! Places that always hold enough because another place does.
//!
//! # match:
//! an invisible place p and another place q, both named by no transfer, p by no limit, and positive numbers a and b such that
//! no transition changes a·p − b·q downwards, and each transition that takes n from p takes so many k from q that
//! a·n ≤ b·k + (a·p − b·q at the start).
//! # result:
//! p is gone. Parallel places, with the same arcs, are a special case.
//!
//! # Why it is right
//! a·p ≥ b·q + (a·p − b·q at the start) is an invariant. Where the needs of a transition other than p are met, q ≥ k, hence
//! a·p ≥ a·n and the need of p is met too. So p never decides whether a transition can fire; forgetting it is a bisimulation, which
//! preserves everything. Runs stay as they are. A place p that may start with any number from some least number on is taken with the least;
//! a place q of that kind is refused.
//!
//! # Reference
//! Berthelot: *Transformations and decompositions of nets*, Advances in Petri Nets 1986, LNCS 254 (redundant places).
//! Bønneland, Dyhr, Jensen, Johannsen, Srba: *Stubborn versus structural reductions for Petri nets*, JLAMP 102, 2019 (parallel places).

use super::arcs::{amount, change};
use super::draft::Draft;
use crate::{Amount, Place, Transition};
use budget::{Budget, Budgeted};

/// The most arcs of a place that is compared with others.
const BUSIEST: usize = 256;

/// With how many other places each one is compared.
const COMPARED: usize = 16;

/// Removes places that another one makes superfluous; how many there were.
pub(super) fn apply(draft: &mut Draft, budget: &Budget) -> Budgeted<usize> {
    let mut removed: usize = 0;
    for place in draft.places() {
        budget.spend(1)?;
        if draft.is_visible(place) || !draft.is_plain(place) || degree(draft, place) > BUSIEST {
            continue;
        }
        if is_implicit(draft, place, budget)? {
            draft.remove_place(place);
            removed = removed.saturating_add(1);
        }
    }
    Ok(removed)
}

fn degree(draft: &Draft, place: Place) -> usize {
    draft.producers(place).len().saturating_add(draft.consumers(place).len())
}

/// Whether some other place always has enough for this one.
fn is_implicit(draft: &Draft, place: Place, budget: &Budget) -> Budgeted<bool> {
    // Each transition that takes from the place must take from the other as well, or need no more than the start's surplus.
    let takers = draft.consumers(place).iter().filter_map(|number| draft.transition(*number));
    let Some(taker) = takers.min_by_key(|transition| transition.takes.len()) else { return Ok(false) };
    let others: Vec<(Place, u64)> =
        taker.takes.iter().filter(|(other, _)| *other != place).copied().collect();
    let needed = amount(&taker.takes, place);
    for (other, taken) in others.into_iter().take(COMPARED) {
        if !draft.is_plain(other) || degree(draft, other) > BUSIEST {
            continue;
        }
        for (own, theirs) in [(1, 1), (taken, needed)] {
            budget.spend(degree(draft, place).saturating_add(degree(draft, other)))?;
            if covers(draft, place, other, own, theirs).unwrap_or(false) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether `own` times the place is enough wherever `theirs` times the other is; nothing if numbers become too large.
fn covers(draft: &Draft, place: Place, other: Place, own: u64, theirs: u64) -> Option<bool> {
    let (own, theirs) = (i128::from(own), i128::from(theirs));
    let surplus = surplus_at_start(draft, place, other, own, theirs)?;
    let named = draft.producers(place).iter().chain(draft.consumers(place));
    let named = named.chain(draft.producers(other)).chain(draft.consumers(other));
    for transition in named.filter_map(|number| draft.transition(*number)) {
        let (rise, others) =
            (own.checked_mul(change(transition, place))?, theirs.checked_mul(change(transition, other))?);
        if rise < others || !is_fed(transition, (place, own), (other, theirs), surplus)? {
            return Some(false);
        }
    }
    Some(true)
}

fn is_fed(
    transition: &Transition,
    place: (Place, i128),
    other: (Place, i128),
    surplus: i128,
) -> Option<bool> {
    let needed = i128::from(amount(&transition.takes, place.0));
    let taken = i128::from(amount(&transition.takes, other.0));
    let supply = other.1.checked_mul(taken)?.checked_add(surplus)?;
    Some(needed == 0 || place.1.checked_mul(needed)? <= supply)
}

/// The least of `own` times the place less `theirs` times the other, over all starts.
fn surplus_at_start(draft: &Draft, place: Place, other: Place, own: i128, theirs: i128) -> Option<i128> {
    let mut least = None;
    for (mine, others) in draft.amounts(place).zip(draft.amounts(other)) {
        let Amount::Exactly(others) = others else { return None };
        let mine = own.checked_mul(i128::from(mine.least()))?;
        let surplus = mine.checked_sub(theirs.checked_mul(i128::from(others))?)?;
        least = Some(least.map_or(surplus, |least: i128| least.min(surplus)));
    }
    least
}
