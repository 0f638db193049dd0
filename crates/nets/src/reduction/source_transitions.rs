//! Transitions that are always enabled.
//!
//! # match:
//! a transition without needs, limits and transfers that gives only to invisible places which no limit and no transfer names.
//! # result:
//! these places are gone. Each transition that takes from them stands for itself, after as many firings of the source as it
//! needs. The source is left as a transition that changes nothing, for other rules.
//!
//! # match: (dead ends)
//! a transition without needs, limits and transfers.
//! # result: (dead ends)
//! there are none: all else is gone but the visible places.
//!
//! # Why it is right
//! A transition that takes from the places of the source can fire after the source has fired often enough if and only if its other needs
//! are met, and surplus tokens on these places never hinder. So each step after is a sequence of steps before that shows the same, and
//! each step before is one after, the source's own step being one that changes nothing. Reachable markings of the visible places and
//! traces up to stuttering are the same; neither net has a dead end, and endless stuttering is possible everywhere in both. Runs are
//! led back by words.
//!
//! # Reference
//! Berthelot: *Transformations and decompositions of nets*, Advances in Petri Nets 1986, LNCS 254.
//! Thierry-Mieg: *Structural reductions revisited*, Petri Nets 2020 (source transitions).

use super::arcs::{amount, is_plain};
use super::draft::Draft;
use super::preserve::Preserve;
use super::words::LONGEST;
use crate::Transition;
use budget::{Budget, Budgeted};

/// Removes what transitions that are always enabled make superfluous; how many of them there were.
pub(super) fn apply(draft: &mut Draft, preserve: Preserve, budget: &Budget) -> Budgeted<usize> {
    budget.spend(draft.height())?;
    let always = |transition: &Transition| transition.takes.is_empty() && is_plain(transition);
    let sources: Vec<usize> =
        draft.transitions().filter(|(_, transition)| always(transition)).map(|(number, _)| number).collect();
    match preserve {
        Preserve::Everything => Ok(0),
        Preserve::Deadlocks => Ok(sources.first().map_or(0, |source| keep_only(draft, *source))),
        Preserve::Reachability | Preserve::Stuttering => {
            let mut applied: usize = 0;
            for source in sources {
                if feed(draft, source, budget)? {
                    applied = applied.saturating_add(1);
                }
            }
            Ok(applied)
        }
    }
}

/// Crosses out all but the transition and the visible places; one if this changed anything.
fn keep_only(draft: &mut Draft, source: usize) -> usize {
    let others: Vec<usize> = draft.numbers().into_iter().filter(|number| *number != source).collect();
    let hidden: Vec<usize> = draft.places().filter(|place| !draft.is_visible(*place)).collect();
    others.iter().for_each(|number| draft.remove_transition(*number));
    hidden.iter().for_each(|place| draft.remove_place(*place));
    usize::from(!others.is_empty() || !hidden.is_empty())
}

/// Removes the places of one source; whether this could be done.
fn feed(draft: &mut Draft, source: usize, budget: &Budget) -> Budgeted<bool> {
    let Some(transition) = draft.transition(source) else { return Ok(false) };
    let given = transition.gives.clone();
    let is_fit = |place: &usize| !draft.is_visible(*place) && draft.is_plain(*place);
    if given.is_empty() || !given.iter().all(|(place, _)| is_fit(place)) {
        return Ok(false);
    }
    let mut fed: Vec<usize> = given.iter().flat_map(|(place, _)| draft.consumers(*place)).copied().collect();
    fed.sort_unstable();
    fed.dedup();
    let mut words = Vec::new();
    for number in fed {
        budget.spend(given.len())?;
        let Some(consumer) = draft.transition(number) else { continue };
        let times =
            given.iter().map(|(place, tokens)| amount(&consumer.takes, *place).div_ceil(*tokens)).max();
        let parts = vec![(source, times.unwrap_or(0)), (number, 1)];
        if draft.words().length_of(&parts) > LONGEST {
            return Ok(false);
        }
        words.push((number, consumer.clone(), parts));
    }
    for (number, consumer, parts) in words {
        draft.remove_transition(number);
        draft.add_transition(consumer, parts);
    }
    given.iter().for_each(|(place, _)| draft.remove_place(*place));
    Ok(true)
}
