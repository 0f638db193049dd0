//! Places that hold what is missing on others.
//!
//! A place that never holds more than `k` tokens and a place that holds the rest of them have `k` together; "at most `u`" of the one is
//! "at least `k - u`" of the other. So limits on places with a bound become tokens that are taken, and nothing is lost.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::{Amount, Net, Place};

/// Adds a place with what is missing to `most` tokens on a place, and turns all limits on the place into takes; returns the new place, or
/// nothing, with the net as it was, if tokens are transferred from or to the place or some start does not say how many there are.
///
/// The place must never hold more than `most` tokens; where it would, the transition cannot fire afterwards.
pub(super) fn complement(net: &mut Net, place: Place, most: u64) -> Option<Place> {
    let moved = |(from, into): &(Place, Option<Place>)| *from == place || *into == Some(place);
    if net.transitions.iter().any(|transition| transition.transfers.iter().any(moved)) {
        return None;
    }
    let missing = |amount: &Amount| match amount {
        Amount::Exactly(tokens) => most.checked_sub(*tokens).map(Amount::Exactly),
        Amount::AtLeast(_) => None,
    };
    let starts: Option<Vec<Amount>> = net.starts.iter().map(|start| missing(&start.0[place])).collect();
    let starts = starts?;
    let changes: Option<Vec<(u64, u64)>> =
        (0..net.transitions.len()).map(|transition| change(net, transition, place, most)).collect();
    let changes = changes?;
    let new = net.places.len();
    net.places.push(format!("{most} - {}", net.places[place]));
    net.starts.iter_mut().zip(starts).for_each(|(start, amount)| start.0.push(amount));
    for (transition, (taken, given)) in net.transitions.iter_mut().zip(changes) {
        transition.limits.retain(|(own, _)| *own != place);
        if taken > 0 {
            transition.takes.push((new, taken));
        }
        if given > 0 {
            transition.gives.push((new, given));
        }
    }
    Some(new)
}

/// What a transition takes from and gives to the new place.
fn change(net: &Net, transition: usize, place: Place, most: u64) -> Option<(u64, u64)> {
    let transition = &net.transitions[transition];
    let find = |list: &[(Place, u64)]| list.iter().find(|(own, _)| *own == place).map(|(_, tokens)| *tokens);
    let (taken, given) = (find(&transition.takes).unwrap_or(0), find(&transition.gives).unwrap_or(0));
    let limit = find(&transition.limits).map_or(Some(0), |limit| most.checked_sub(limit.min(most)))?;
    let needed = limit.max(given.saturating_sub(taken));
    // What the one place gains is what the other loses.
    let back = needed.checked_add(taken)?.checked_sub(given)?;
    Some((needed, back))
}
