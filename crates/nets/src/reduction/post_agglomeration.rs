//! Consumers of a place that fire as soon as they can.
//!
//! # match:
//! an invisible place that no limit and no transfer names, producers H and consumers F, apart and not empty. Each f ∈ F takes the same number w
//! from the place, and from nothing else; it is invisible, without limits and transfers, and gives only to places that no limit and no
//! transfer names. Each h ∈ H gives a multiple of w. At the start there are fewer than w tokens on the place; or F has one member.
//! # result:
//! the place, H and F are gone. Instead, for each h and each choice of as many members of F as it gives multiples of w: h and then
//! these, as one transition. With one f, the tokens at the start are used up by it at once.
//!
//! # Why it is right
//! *After to before.* A combination is a sequence of steps, of which only the first is visible; and where no combination is enabled, no h is,
//! and the place holds fewer than w tokens, so no f is. Dead ends are dead ends, and endless runs are endless.
//! *Before to after.* In a run, each f uses tokens that some h gave. Fire it right after that h: it needs nothing else, what it gives comes
//! earlier, which hinders nobody, and no visible change is moved over another. Where tokens stay unused, some f is added right after
//! the h that gave them: this gives more tokens to places that are invisible and plain, so that all later steps can still be taken.
//! At a dead end nothing stays unused. An endless run has infinitely many steps that are not of F, since the place must be filled. So the
//! visible traces are the same up to stuttering, dead ends and endless stuttering included. Which f is taken is decided
//! earlier, so that branching time is not preserved.
//!
//! # Reference
//! Berthelot: *Transformations and decompositions of nets*, Advances in Petri Nets 1986, LNCS 254.
//! Thierry-Mieg: *Structural reductions revisited*, Petri Nets 2020 (post agglomeration). Departure: producers may have limits
//! and transfers; multiples of w with several consumers.

use super::agglomeration::{Hub, Side, combinations, hub, replace};
use super::arcs::is_plain;
use super::draft::Draft;
use super::words::LONGEST;
use budget::{Budget, Budgeted};

/// Agglomerates places with consumers that need nothing else; how many there were.
pub(super) fn apply(draft: &mut Draft, budget: &Budget) -> Budgeted<usize> {
    let mut applied: usize = 0;
    for place in draft.places() {
        budget.spend(1)?;
        let Some(hub) = hub(draft, place, Side::Consumers).filter(|hub| is_fit(draft, hub)) else { continue };
        let Some(combinations) = combinations(draft, &hub, Side::Producers, budget)? else { continue };
        if use_up_first(draft, &hub) {
            replace(draft, &hub, combinations);
            applied = applied.saturating_add(1);
        }
    }
    Ok(applied)
}

fn is_fit(draft: &Draft, hub: &Hub) -> bool {
    let is_empty = hub.units.iter().all(|units| *units == 0);
    let mut consumers = hub.consumers.iter().filter_map(|(number, _)| draft.transition(*number));
    (is_empty || hub.consumers.len() == 1)
        && consumers.all(|consumer| {
            consumer.takes.len() == 1
                && is_plain(consumer)
                && consumer.gives.iter().all(|(place, _)| draft.is_plain(*place))
                && draft.is_invisible(consumer)
        })
}

/// Fires the consumer for the tokens at the start; whether this could be done.
fn use_up_first(draft: &mut Draft, hub: &Hub) -> bool {
    let Some((consumer, _)) = hub.consumers.first().copied() else { return false };
    let uses: Vec<(usize, u64)> =
        hub.units.iter().copied().enumerate().filter(|(_, units)| *units > 0).collect();
    let is_short = |units: &u64| draft.words().length_of(&[(consumer, *units)]) <= LONGEST;
    if !hub.units.iter().all(is_short) {
        return false;
    }
    // All starts or none: a draft with some of them moved on is still right, since firing first is right on its own.
    uses.into_iter().all(|(start, units)| draft.fire_first(start, consumer, units))
}
