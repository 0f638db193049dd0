//! Places whose tokens can do the same become one.
//!
//! # match:
//! invisible places, named by no limit and transfer, such that each transition that takes from one of them takes one token of it, and
//! there is the same transition for each other of them: it takes one token from the other instead, and otherwise
//! needs and does the same. What it gives back to the place that it takes from, the same transition gives back to the other.
//! # result:
//! one place that holds the sum of the tokens, with the sums of the arcs; the transitions that are the same are one.
//!
//! # Why it is right
//! Relate a marking before to the one after that has the sums. A step before is the same step after. A step after that takes a token of the
//! sum can be taken before from whichever of the places has a token, and leads to related markings. Several groups of places at once are
//! like one after the other, since making places one keeps transitions the same that are. So this is a bisimulation that
//! respects the visible places, and preserves everything.
//!
//! Runs are led back by replaying: see [`Quotient`].
//!
//! # Reference
//! Thierry-Mieg: *Structural reductions revisited*, Petri Nets 2020 (future equivalent places). Departure: tests of the places are allowed.

use super::quotient::Quotient;
use super::sums::{name, start_of_sums, transition_of_sums};
use crate::{Net, Place, Transition};
use budget::{Budget, Budgeted};
use std::collections::{BTreeMap, HashMap};

/// What a transition does for a token of a place, apart from which place it is.
type Future = (Vec<(Place, u64)>, Vec<(Place, u64)>, Vec<(Place, u64)>, Vec<(Place, Option<Place>)>);

/// What may be done with a token: each future, once.
type Futures = Vec<Future>;

/// Stands for the place itself.
const ITSELF: Place = Place::MAX;

/// The net with equivalent places made one, the way back, and which of its places are visible; nothing if there are none.
pub(super) fn merge(
    net: &Net,
    visible: &[bool],
    budget: &Budget,
) -> Budgeted<Option<(Net, Quotient, Vec<bool>)>> {
    let groups = groups(net, visible, budget)?;
    if groups.len() == net.places.len() {
        return Ok(None);
    }
    let mut group_of = vec![0; net.places.len()];
    for (number, group) in groups.iter().enumerate() {
        group.iter().for_each(|place| group_of[*place] = number);
    }
    let Some((merged, alternatives)) = merged(net, &groups, &group_of, budget)? else { return Ok(None) };
    let seen = groups.iter().map(|group| group.iter().any(|place| visible[*place])).collect();
    let starts = merged.starts.clone();
    let quotient = Quotient { before: net.clone(), starts, groups, alternatives };
    Ok(Some((merged, quotient, seen)))
}

/// Equivalent places together, in the order of their first places.
fn groups(net: &Net, visible: &[bool], budget: &Budget) -> Budgeted<Vec<Vec<Place>>> {
    let candidates = candidates(net, visible, budget)?;
    let mut known: HashMap<Futures, usize> = HashMap::new();
    let mut groups: Vec<Vec<Place>> = Vec::new();
    for (place, consumers) in candidates.iter().enumerate() {
        if consumers.is_empty() {
            groups.push(vec![place]);
            continue;
        }
        let sizes = consumers.iter().map(|t| t.takes.len().saturating_add(t.gives.len()));
        budget.spend(sizes.fold(0, usize::saturating_add))?;
        let group = *known.entry(futures(consumers, place)).or_insert(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        groups[group].push(place);
    }
    Ok(groups)
}

/// For each place that is fit and may have an equivalent one, the transitions that take from it; nothing for others.
///
/// Only places with as many consumers that take and give as many kinds of tokens as those of some other are worth a closer look.
fn candidates<'n>(net: &'n Net, visible: &[bool], budget: &Budget) -> Budgeted<Vec<Vec<&'n Transition>>> {
    let mut is_fit: Vec<bool> = visible.iter().map(|seen| !seen).collect();
    let mut consumers: Vec<Vec<&Transition>> = vec![Vec::new(); net.places.len()];
    for transition in &net.transitions {
        budget.spend(transition.takes.len().saturating_add(1))?;
        let moved = transition.transfers.iter().flat_map(|(from, to)| [Some(*from), *to]).flatten();
        moved
            .chain(transition.limits.iter().map(|(place, _)| *place))
            .for_each(|place| is_fit[place] = false);
        for (place, tokens) in &transition.takes {
            consumers[*place].push(transition);
            is_fit[*place] &= *tokens == 1;
        }
    }
    let unfit = consumers.iter_mut().zip(is_fit).filter(|(_, is_fit)| !is_fit);
    unfit.for_each(|(consumers, _)| consumers.clear());
    let outline = |consumers: &Vec<&Transition>| -> Vec<(usize, usize)> {
        let mut sizes: Vec<_> = consumers.iter().map(|t| (t.takes.len(), t.gives.len())).collect();
        sizes.sort_unstable();
        sizes
    };
    let outlines: Vec<_> = consumers.iter().map(outline).collect();
    let mut counts: HashMap<&Vec<(usize, usize)>, usize> = HashMap::new();
    for outline in &outlines {
        budget.spend(outline.len().saturating_add(1))?;
        let count = counts.entry(outline).or_default();
        *count = count.saturating_add(1);
    }
    let alone = consumers.iter_mut().zip(&outlines).filter(|(_, outline)| counts.get(outline) == Some(&1));
    alone.for_each(|(consumers, _)| consumers.clear());
    Ok(consumers)
}

fn futures(consumers: &[&Transition], place: Place) -> Futures {
    let without = |list: &[(Place, u64)]| -> Vec<(Place, u64)> {
        let mut list: Vec<_> = list
            .iter()
            .map(|(other, tokens)| (if *other == place { ITSELF } else { *other }, *tokens))
            .collect();
        list.sort_unstable();
        list
    };
    let future = |transition: &&Transition| -> Future {
        let Transition { takes, gives, limits, transfers, .. } = transition;
        (without(takes), without(gives), limits.clone(), transfers.clone())
    };
    let mut futures: Futures = consumers.iter().map(future).collect();
    futures.sort_unstable();
    futures.dedup();
    futures
}

/// The net with one place for each group, and for each of its transitions those that it stands for; nothing if a number becomes too
/// large.
fn merged(
    net: &Net,
    groups: &[Vec<Place>],
    group_of: &[Place],
    budget: &Budget,
) -> Budgeted<Option<(Net, Vec<Vec<usize>>)>> {
    let (mut transitions, mut alternatives): (Vec<Transition>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
    let mut known: BTreeMap<Future, usize> = BTreeMap::new();
    for (number, transition) in net.transitions.iter().enumerate() {
        budget.spend(transition.takes.len().saturating_add(transition.gives.len()).saturating_add(1))?;
        let Some(next) = transition_of_sums(transition, group_of) else { return Ok(None) };
        let key = (next.takes.clone(), next.gives.clone(), next.limits.clone(), next.transfers.clone());
        let at = *known.entry(key).or_insert(transitions.len());
        if at == transitions.len() {
            transitions.push(next);
            alternatives.push(Vec::new());
        }
        alternatives[at].push(number);
    }
    let names = groups.iter().map(|group| name(net, group)).collect();
    let starts = net.starts.iter().map(|start| start_of_sums(start, groups)).collect::<Option<Vec<_>>>();
    Ok(starts.map(|starts| (Net { places: names, starts, transitions }, alternatives)))
}
