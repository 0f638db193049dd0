//! Limits that never matter.
//!
//! A transition that would exceed the range of a variable faults and is not taken, which a net says by a limit. Where a weighted sum of
//! tokens that no transition changes bounds the place anyway, the limit is never met: the sum does not change with or without it,
//! so that after the transition, too, the place holds no more than the bound.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::invariants::{place_bounds, place_invariants};
use crate::{Net, Place};
use budget::{Budget, Budgeted};

/// Leaves out the limits that a bound of their place makes superfluous.
pub(super) fn drop_implied(net: &mut Net, budget: &Budget<'_>) -> Budgeted<()> {
    if net.is_monotone() {
        return Ok(());
    }
    let bounds = place_bounds(net, &place_invariants(net, budget)?);
    for transition in &mut net.transitions {
        let find = |list: &[(Place, u64)], place: Place| {
            list.iter().find(|(own, _)| *own == place).map_or(0, |(_, tokens)| *tokens)
        };
        let is_transferred = |place: Place| {
            transition.transfers.iter().any(|(from, into)| *from == place || *into == Some(place))
        };
        let is_implied = |(place, most): &(Place, u64)| {
            let gain = find(&transition.gives, *place).saturating_sub(find(&transition.takes, *place));
            // What is there before the transition is at most the bound, and so is that with the gain.
            let before = bounds[*place].map(|bound| bound.saturating_sub(gain));
            !is_transferred(*place) && before.is_some_and(|before| before <= *most)
        };
        let kept: Vec<(Place, u64)> =
            transition.limits.iter().filter(|limit| !is_implied(limit)).copied().collect();
        transition.limits = kept;
    }
    Ok(())
}
