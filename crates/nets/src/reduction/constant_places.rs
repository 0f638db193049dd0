//! Places whose tokens never change, and places that nobody needs.
//!
//! # match:
//! an invisible place that each transition leaves as it was, with at least as many tokens from the start as are ever needed and at
//! most as many as every limit on it allows. Or: an invisible place from which nothing is taken, and that no limit or transfer names.
//! # result:
//! the place is gone, with its arcs and limits.
//!
//! # Why it is right
//! The place never decides whether a transition can fire. So forgetting it is a bisimulation that respects the visible places: this
//! preserves everything, dead ends included. Runs stay as they are.
//!
//! # Reference
//! Berthelot: *Transformations and decompositions of nets*, Advances in Petri Nets 1986, LNCS 254.
//! Thierry-Mieg: *Structural reductions revisited*, Petri Nets 2020 (constant places, sink places).

use super::arcs::amount;
use super::draft::{Draft, is_never_changed, least_at_start};
use crate::{Amount, Place};
use budget::{Budget, Budgeted};

/// Removes places that never change; how many there were.
pub(super) fn apply_constant(draft: &mut Draft, budget: &Budget) -> Budgeted<usize> {
    apply(draft, budget, is_constant)
}

/// Removes places from which nothing is taken; how many there were.
pub(super) fn apply_sinks(draft: &mut Draft, budget: &Budget) -> Budgeted<usize> {
    apply(draft, budget, |draft, place| draft.consumers(place).is_empty() && draft.is_plain(place))
}

fn apply(draft: &mut Draft, budget: &Budget, matches: impl Fn(&Draft, Place) -> bool) -> Budgeted<usize> {
    let mut removed: usize = 0;
    for place in draft.places() {
        budget.spend(draft.producers(place).len().saturating_add(1))?;
        if !draft.is_visible(place) && matches(draft, place) {
            draft.remove_place(place);
            removed = removed.saturating_add(1);
        }
    }
    Ok(removed)
}

fn is_constant(draft: &Draft, place: Place) -> bool {
    is_never_changed(draft, place) && is_enough(draft, place) && is_within_limits(draft, place)
}

fn is_enough(draft: &Draft, place: Place) -> bool {
    let least = least_at_start(draft, place).unwrap_or(u64::MAX);
    let mut needs = draft.consumers(place).iter().filter_map(|number| draft.transition(*number));
    needs.all(|transition| amount(&transition.takes, place) <= least)
}

fn is_within_limits(draft: &Draft, place: Place) -> bool {
    let mut watchers = draft.watchers(place).iter().filter_map(|number| draft.transition(*number));
    watchers.all(|transition| {
        let is_moved = transition.transfers.iter().any(|(from, to)| *from == place || *to == Some(place));
        let mut limits = transition.limits.iter().filter(|(other, _)| *other == place);
        !is_moved
            && limits.all(|(_, most)| {
                draft
                    .amounts(place)
                    .all(|amount| matches!(amount, Amount::Exactly(tokens) if tokens <= *most))
            })
    })
}
