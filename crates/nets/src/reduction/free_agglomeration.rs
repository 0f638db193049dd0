//! Producers of a place that fire only when what they give is used, whoever else might have had their tokens.
//!
//! # match:
//! an invisible place that no limit and no transfer names, producers H and consumers F, apart and not empty, with fewer than w tokens at the
//! start. Each h ∈ H gives w tokens to the place and nothing else to anybody; it is invisible, without limits and transfers, and takes only from
//! places that no limit and no transfer names. Each f ∈ F takes a multiple of w.
//! # result:
//! the place, H and F are gone. Instead, for each f and each choice of as many members of H as it takes multiples of w: these and
//! then f, as one transition.
//!
//! # Why it is right
//! A combination is a sequence of steps of which only the last is visible. Conversely, put off each h until right before the f that uses
//! its tokens, as in [`pre_agglomeration`](super::pre_agglomeration), and leave it out if there is none: the same visible markings are reached, with no
//! fewer tokens elsewhere. A dead end where a token was taken by h and then was of no use to any f may be lost, because after the
//! reduction the token is left to others; so this is for reachability only.
//!
//! # Reference
//! Thierry-Mieg: *Structural reductions revisited*, Petri Nets 2020 (free agglomeration).

use super::agglomeration::{Hub, Side, combinations, hub, replace};
use super::draft::Draft;
use super::pre_agglomeration::only_feeds;
use budget::{Budget, Budgeted};

/// Agglomerates places whose producers feed only them; how many there were.
pub(super) fn apply(draft: &mut Draft, budget: &Budget) -> Budgeted<usize> {
    let mut applied: usize = 0;
    for place in draft.places() {
        budget.spend(1)?;
        let Some(hub) = hub(draft, place, Side::Producers).filter(|hub| is_fit(draft, hub)) else { continue };
        let Some(combinations) = combinations(draft, &hub, Side::Consumers, budget)? else { continue };
        replace(draft, &hub, combinations);
        applied = applied.saturating_add(1);
    }
    Ok(applied)
}

fn is_fit(draft: &Draft, hub: &Hub) -> bool {
    let mut producers = hub.producers.iter().filter_map(|(number, _)| draft.transition(*number));
    hub.units.iter().all(|units| *units == 0) && producers.all(|producer| only_feeds(draft, producer))
}
