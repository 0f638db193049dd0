//! Transitions that are never better than another, or than waiting.
//!
//! # match:
//! a transition without limits and transfers, beside another such that needs at most as many tokens of each place, changes each visible
//! place by the same, each place that a limit or a transfer names by the same, and every other place by at least as much. Doing nothing
//! counts as such a transition: then the one only loses tokens where nobody sees them.
//! # result:
//! the transition is gone.
//!
//! # Why it is right
//! Replace each of its firings in a run by one of the other: the tokens are the same where they are seen, limited or transferred, and
//! elsewhere at least as many, so that what fired later still can. The same markings of the visible places are reached. Dead ends
//! may be lost with the tokens that are no longer lost, so this is for reachability only. Runs stay as they are.
//!
//! # Reference
//! Thierry-Mieg: *Structural reductions revisited*, Petri Nets 2020 (dominated transitions, sink transitions).
//! Bønneland, Dyhr, Jensen, Johannsen, Srba: *Stubborn versus structural reductions for Petri nets*, JLAMP 102, 2019.

use super::arcs::{change, changes, is_plain, is_within};
use super::draft::Draft;
use crate::{Place, Transition};
use budget::{Budget, Budgeted};

/// With how many other transitions each one is compared.
const COMPARED: usize = 64;

/// Removes transitions that are never better than another; how many there were.
pub(super) fn apply(draft: &mut Draft, budget: &Budget) -> Budgeted<usize> {
    let mut removed: usize = 0;
    for number in draft.numbers() {
        let Some(transition) = draft.transition(number).filter(|transition| is_plain(transition)) else {
            continue;
        };
        let effect = changes(transition);
        budget.spend(effect.len().saturating_add(1))?;
        if is_loss(draft, &effect) || is_dominated(draft, number, transition, &effect, budget)? {
            draft.remove_transition(number);
            removed = removed.saturating_add(1);
        }
    }
    Ok(removed)
}

/// Whether tokens are lost only, and where nobody sees it.
fn is_loss(draft: &Draft, effect: &[(Place, i128)]) -> bool {
    effect.iter().all(|(place, change)| *change < 0 && is_free(draft, *place))
}

/// Whether more tokens on the place are never seen and never hinder.
fn is_free(draft: &Draft, place: Place) -> bool {
    !draft.is_visible(place) && draft.is_plain(place)
}

fn is_dominated(
    draft: &Draft,
    number: usize,
    transition: &Transition,
    effect: &[(Place, i128)],
    budget: &Budget,
) -> Budgeted<bool> {
    // Whatever dominates it must add to each place that it adds to, and take from each place that it takes from where this is seen.
    let rivals = effect.iter().filter_map(|(place, change)| {
        if *change > 0 {
            return Some(draft.producers(*place));
        }
        (!is_free(draft, *place)).then(|| draft.consumers(*place))
    });
    let Some(rivals) = rivals.min_by_key(|rivals| rivals.len()) else { return Ok(false) };
    for other in rivals.iter().take(COMPARED).filter(|other| **other != number) {
        let Some(rival) = draft.transition(*other).filter(|rival| is_plain(rival)) else { continue };
        budget.spend(rival.takes.len().saturating_add(rival.gives.len()).saturating_add(effect.len()))?;
        if is_within(&rival.takes, &transition.takes) && is_as_good(draft, rival, transition, effect) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_as_good(draft: &Draft, rival: &Transition, transition: &Transition, effect: &[(Place, i128)]) -> bool {
    let fits = |place: Place, own: i128, other: i128| other == own || (other > own && is_free(draft, place));
    let theirs = changes(rival);
    effect.iter().all(|(place, own)| fits(*place, *own, change(rival, *place)))
        && theirs.iter().all(|(place, other)| fits(*place, change(transition, *place), *other))
}
