//! Places between which tokens move freely become one.
//!
//! # match:
//! a strongly connected component, of at least two places, of the graph whose nodes are the invisible places that no limit and no transfer
//! names, and whose edges are the transitions that take one token from a place, give one token to a place, and do nothing else.
//! # result:
//! one place that holds the sum of the tokens, with the sums of the arcs. The transitions inside are gone; where endless
//! stuttering or dead ends matter, one transition is left that takes a token of the new place and gives it back.
//!
//! # Why it is right
//! Relate a marking before to the one after that has the sums. A step before is the same step after, or one inside that changes no
//! sum; this is the step that gives a token back. Conversely, when a step can be taken after, the sum is enough for what
//! it takes from the component, and tokens can first be moved to where they are taken, one by one along paths inside, which
//! nobody sees. Giving a token back stands for moving one around a cycle. So traces up to stuttering are the same, endless
//! stuttering included; and a dead end after has no token in the component, hence is one before, and conversely.
//!
//! Runs are led back by replaying: see [`Fusion`].
//!
//! # Reference
//! Thierry-Mieg: *Structural reductions revisited*, Petri Nets 2020 (free strongly connected components). Departure: it is kept visible that
//! tokens can move forever, so that this is allowed for linear time as well.

use super::arcs::is_plain;
use super::fusion::{Fusion, Step};
use super::preserve::Preserve;
use super::sums::{name, start_of_sums, transition_of_sums};
use crate::{Net, Place, Transition};
use budget::{Budget, Budgeted};

/// The net with free components made one place each, the way back, and which of its places are visible; nothing if there are none,
/// or if something must be preserved that this does not preserve.
pub(super) fn fuse(
    net: &Net,
    visible: &[bool],
    preserve: Preserve,
    budget: &Budget,
) -> Budgeted<Option<(Net, Fusion, Vec<bool>)>> {
    if preserve == Preserve::Everything {
        return Ok(None);
    }
    let moves = moves(net, visible, budget)?;
    let groups = groups(&moves, budget)?;
    if groups.len() == net.places.len() {
        return Ok(None);
    }
    let mut group_of = vec![0; net.places.len()];
    for (number, group) in groups.iter().enumerate() {
        group.iter().for_each(|place| group_of[*place] = number);
    }
    let keep_moving = preserve != Preserve::Reachability;
    let Some((fused, steps)) = fused(net, &groups, &group_of, keep_moving, budget)? else { return Ok(None) };
    let seen = groups.iter().map(|group| group.iter().any(|place| visible[*place])).collect();
    let starts = fused.starts.clone();
    let fusion = Fusion { before: net.clone(), starts, groups, group_of, steps, moves };
    Ok(Some((fused, fusion, seen)))
}

/// For each place, the transitions that move one token from there, and where to.
fn moves(net: &Net, visible: &[bool], budget: &Budget) -> Budgeted<Vec<Vec<(usize, Place)>>> {
    let mut is_fit: Vec<bool> = visible.iter().map(|seen| !seen).collect();
    for transition in &net.transitions {
        budget.spend(1)?;
        transition.limits.iter().for_each(|(place, _)| is_fit[*place] = false);
        for (from, to) in &transition.transfers {
            is_fit[*from] = false;
            to.iter().for_each(|to| is_fit[*to] = false);
        }
    }
    let mut moves = vec![Vec::new(); net.places.len()];
    for (number, transition) in net.transitions.iter().enumerate() {
        let ([(from, 1)], [(to, 1)]) = (&transition.takes[..], &transition.gives[..]) else { continue };
        if from != to && is_fit[*from] && is_fit[*to] && is_plain(transition) {
            moves[*from].push((number, *to));
        }
    }
    Ok(moves)
}

/// The components, in the order of their first places.
fn groups(moves: &[Vec<(usize, Place)>], budget: &Budget) -> Budgeted<Vec<Vec<Place>>> {
    budget.spend(moves.len())?;
    let Ok(nodes) = u32::try_from(moves.len()) else {
        return Ok((0..moves.len()).map(|place| vec![place]).collect());
    };
    let mut groups = Vec::new();
    let successors = |node: u32| {
        let edges = moves.get(node as usize).map_or(&[][..], Vec::as_slice);
        edges.iter().filter_map(|(_, to)| u32::try_from(*to).ok())
    };
    graphs::components(moves.len(), 0..nodes, successors, |component| {
        let mut group: Vec<Place> = component.iter().map(|node| *node as Place).collect();
        group.sort_unstable();
        groups.push(group);
    });
    groups.sort_unstable();
    Ok(groups)
}

/// The net with one place for each group, and what each of its transitions stands for; nothing if a number becomes too large.
fn fused(
    net: &Net,
    groups: &[Vec<Place>],
    group_of: &[Place],
    keep_moving: bool,
    budget: &Budget,
) -> Budgeted<Option<(Net, Vec<Step>)>> {
    let (mut transitions, mut steps) = (Vec::new(), Vec::new());
    for (number, transition) in net.transitions.iter().enumerate() {
        budget.spend(transition.takes.len().saturating_add(transition.gives.len()).saturating_add(1))?;
        let Some(next) = transition_of_sums(transition, group_of) else { return Ok(None) };
        let is_inside =
            next.takes == next.gives && transition.takes != transition.gives && is_plain(transition);
        let is_move = next.takes.len() == 1 && next.takes.iter().all(|(_, tokens)| *tokens == 1);
        if is_inside && is_move {
            continue;
        }
        transitions.push(next);
        steps.push(Step::Fire(number));
    }
    for (group, places) in groups.iter().enumerate().filter(|(_, places)| keep_moving && places.len() > 1) {
        let name = places.first().map_or_else(String::new, |place| format!("around {}", net.places[*place]));
        let (takes, gives) = (vec![(group, 1)], vec![(group, 1)]);
        transitions.push(Transition { name, takes, gives, ..Transition::default() });
        steps.push(Step::Around(group));
    }
    let names = groups.iter().map(|group| name(net, group)).collect();
    let starts = net.starts.iter().map(|start| start_of_sums(start, groups)).collect::<Option<Vec<_>>>();
    Ok(starts.map(|starts| (Net { places: names, starts, transitions }, steps)))
}
