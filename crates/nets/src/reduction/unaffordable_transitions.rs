//! Transitions that need more than an invariant allows.
//!
//! # match:
//! a transition that takes more than weighted tokens of some places than there ever are: a semiflow gives the same sum of weighted
//! tokens in all markings, and what the transition takes alone is more than that.
//! # result:
//! the transition is gone.
//!
//! # Why it is right
//! The sum is the same in all markings that can be reached from a start, so that the transition is enabled in none: the graph of
//! markings is the same, and this preserves everything. Runs stay as they are.
//!
//! # Reference
//! Murata: *Petri nets: properties, analysis and applications*, Proceedings of the IEEE 77(4), 1989 (invariants).

use super::arcs::amount;
use super::draft::Draft;
use crate::invariants::{PlaceInvariant, place_invariants};
use crate::{Place, Transition};
use budget::{Budget, Budgeted};

/// The work that invariants of a net are worth, for each place and transition.
const PATIENCE: u64 = 400;

/// Removes transitions that no reachable marking enables because of an invariant; how many there were.
pub(super) fn apply(draft: &mut Draft, budget: &Budget) -> Budgeted<usize> {
    // A transition that takes one token from one place is dead by counting alone, or by no invariant that is worth its search.
    let is_suspect = |transition: &Transition| {
        transition.takes.len() > 1 || transition.takes.iter().any(|(_, tokens)| *tokens > 1)
    };
    if !draft.transitions().any(|(_, transition)| is_suspect(transition)) {
        return Ok(0);
    }
    let net = draft.snapshot();
    let size = net.places.len().saturating_add(net.transitions.len());
    let limit = u64::try_from(size).unwrap_or(u64::MAX).saturating_mul(PATIENCE);
    let Some(invariants) = budget.attempt(limit, |share| place_invariants(&net, share))? else {
        return Ok(0);
    };
    let mut by_place: Vec<Vec<(&PlaceInvariant, u64)>> = vec![Vec::new(); draft.width()];
    for invariant in &invariants {
        let Some(most) = invariant.greatest(&net) else { continue };
        invariant.weights.iter().for_each(|(place, _)| by_place[*place].push((invariant, most)));
    }
    let mut dead = Vec::new();
    for (number, transition) in draft.transitions() {
        for (invariant, most) in transition.takes.iter().flat_map(|(place, _)| &by_place[*place]) {
            budget.spend(transition.takes.len())?;
            if worth(&invariant.weights, &transition.takes) > u128::from(*most) {
                dead.push(number);
                break;
            }
        }
    }
    dead.iter().for_each(|number| draft.remove_transition(*number));
    Ok(dead.len())
}

/// The weighted sum of what is taken; a number that is too large is still large.
fn worth(weights: &[(Place, u64)], takes: &[(Place, u64)]) -> u128 {
    let worth = |(place, tokens): &(Place, u64)| {
        u128::from(amount(weights, *place)).saturating_mul(u128::from(*tokens))
    };
    takes.iter().map(worth).fold(0, u128::saturating_add)
}
