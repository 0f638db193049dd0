//! Only what can influence the visible places.
//!
//! # match:
//! the places and transitions outside the cone of influence. Every visible place is in the cone, and followed closely. Of a transition in the
//! cone, the places that it takes from are in it, and those that limit it or that it transfers are followed closely. A transition
//! is in the cone if it changes a place that is followed closely, or adds to any other place of the cone. A place of the cone
//! that any limit or transfer names is followed closely.
//! # result:
//! they are gone.
//!
//! # Why it is right
//! Transitions of the cone need no place outside, so that runs stay runs. Conversely, leave out of a run the transitions outside the
//! cone. They change no place that is followed closely, and from others they only take; so what is left still can fire, and the
//! visible places hold the same as before. The same markings of the visible places are reached. Runs of the net before may be endless, or
//! at no dead end, because of what is gone: this is for reachability only. Runs stay as they are.
//!
//! # Reference
//! Thierry-Mieg: *Structural reductions revisited*, Petri Nets 2020 (prefix of interest). Departure: transitions that only take are
//! outside, and limits and transfers are allowed.

use super::arcs::change;
use super::draft::Draft;
use crate::{Place, Transition};
use budget::{Budget, Budgeted};

/// Removes what is outside the cone of influence; how many places and transitions this were.
pub(super) fn apply(draft: &mut Draft, budget: &Budget) -> Budgeted<usize> {
    let cone = cone(draft, budget)?;
    let outside: Vec<usize> =
        draft.numbers().into_iter().filter(|number| !cone.transitions[*number]).collect();
    outside.iter().for_each(|number| draft.remove_transition(*number));
    let unused: Vec<Place> = draft.places().filter(|place| !cone.places[*place]).collect();
    unused.iter().for_each(|place| draft.remove_place(*place));
    Ok(outside.len().saturating_add(unused.len()))
}

/// What is inside.
struct Cone {
    places: Vec<bool>,
    transitions: Vec<bool>,
}

fn cone(draft: &Draft, budget: &Budget) -> Budgeted<Cone> {
    let mut cone = Cone { places: vec![false; draft.width()], transitions: vec![false; draft.height()] };
    let mut open: Vec<Place> = draft.places().filter(|place| draft.is_visible(*place)).collect();
    open.iter().for_each(|place| cone.places[*place] = true);
    while let Some(place) = open.pop() {
        let closely = draft.is_visible(place) || !draft.is_plain(place);
        let named = draft.producers(place).iter().chain(draft.consumers(place)).chain(draft.watchers(place));
        for number in named {
            budget.spend(1)?;
            let Some(transition) = draft.transition(*number).filter(|_| !cone.transitions[*number]) else {
                continue;
            };
            if is_influence(transition, place, closely) {
                cone.transitions[*number] = true;
                for needed in needs(transition) {
                    if !std::mem::replace(&mut cone.places[needed], true) {
                        open.push(needed);
                    }
                }
            }
        }
    }
    Ok(cone)
}

fn is_influence(transition: &Transition, place: Place, closely: bool) -> bool {
    let change = change(transition, place);
    let is_moved = transition.transfers.iter().any(|(from, to)| *from == place || *to == Some(place));
    is_moved || change > 0 || (closely && change != 0)
}

/// The places that decide whether it fires, and what it transfers.
fn needs(transition: &Transition) -> Vec<Place> {
    let needed = transition.takes.iter().chain(&transition.limits).map(|(place, _)| *place);
    let moved = transition.transfers.iter().flat_map(|(from, to)| [Some(*from), *to]).flatten();
    needed.chain(moved).collect()
}
