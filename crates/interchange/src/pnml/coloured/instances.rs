//! The instances that matter: those that can be marked, and those that can fire as far as that shows.

use crate::families::Families;
use crate::net::{Net, Place, Transition};
use std::collections::BTreeMap;

/// The net without places that never hold a token and transitions that need one of them.
///
/// A place may be marked if it is at the start, or if a transition gives to it all of whose places may be marked. That looks at no
/// numbers, so that more may be kept than needed; what is left out is never marked and never fires.
pub(super) fn markable(net: Net) -> Net {
    let (places, transitions) = reached(&net);
    let mut numbers = vec![0; net.places.len()];
    let mut count = 0;
    for (number, kept) in numbers.iter_mut().zip(&places) {
        *number = count;
        count += usize::from(*kept);
    }
    let renamed = |flow: Vec<(usize, u64)>| -> Vec<(usize, u64)> {
        flow.into_iter()
            .filter(|(place, _)| places[*place])
            .map(|(place, tokens)| (numbers[place], tokens))
            .collect()
    };
    let kept_places: Vec<Place> =
        net.places.into_iter().zip(&places).filter(|(_, kept)| **kept).map(|(place, _)| place).collect();
    let kept_transitions: Vec<Transition> = (net.transitions.into_iter().zip(&transitions))
        .filter(|(_, kept)| **kept)
        .map(|(t, _)| Transition { id: t.id, takes: renamed(t.takes), gives: renamed(t.gives) })
        .collect();
    let families = Families {
        places: kept(net.families.places, kept_places.iter().map(|place| place.id.as_str())),
        transitions: kept(net.families.transitions, kept_transitions.iter().map(|t| t.id.as_str())),
    };
    Net { id: net.id, places: kept_places, transitions: kept_transitions, families }
}

/// Families with the instances that are still there.
fn kept<'a>(
    families: BTreeMap<String, Vec<String>>,
    ids: impl Iterator<Item = &'a str>,
) -> BTreeMap<String, Vec<String>> {
    let ids: std::collections::HashSet<&str> = ids.collect();
    let filtered =
        |instances: Vec<String>| instances.into_iter().filter(|id| ids.contains(id.as_str())).collect();
    families.into_iter().map(|(id, instances)| (id, filtered(instances))).collect()
}

/// Which places may be marked, and which transitions may fire.
fn reached(net: &Net) -> (Vec<bool>, Vec<bool>) {
    let needs = |t: &Transition| t.takes.iter().filter(|(_, tokens)| *tokens > 0).count();
    let mut missing: Vec<usize> = net.transitions.iter().map(needs).collect();
    let mut takers: Vec<Vec<usize>> = vec![Vec::new(); net.places.len()];
    for (number, transition) in net.transitions.iter().enumerate() {
        for (place, _) in transition.takes.iter().filter(|(_, tokens)| *tokens > 0) {
            takers[*place].push(number);
        }
    }
    let mut places: Vec<bool> = net.places.iter().map(|place| place.tokens > 0).collect();
    let mut marked: Vec<usize> = (0..places.len()).filter(|place| places[*place]).collect();
    let mut ready: Vec<usize> = (0..missing.len()).filter(|transition| missing[*transition] == 0).collect();
    let mut transitions = vec![false; missing.len()];
    loop {
        if let Some(transition) = ready.pop() {
            transitions[transition] = true;
            for (place, _) in net.transitions[transition].gives.iter().filter(|(_, tokens)| *tokens > 0) {
                if !std::mem::replace(&mut places[*place], true) {
                    marked.push(*place);
                }
            }
        } else if let Some(place) = marked.pop() {
            for taker in &takers[place] {
                missing[*taker] -= 1;
                if missing[*taker] == 0 {
                    ready.push(*taker);
                }
            }
        } else {
            return (places, transitions);
        }
    }
}
