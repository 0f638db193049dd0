//! Nets whose places count several places of another net together.

use crate::{Amount, Marking, Net, Place, Start, Transition};
use std::collections::BTreeMap;

/// A name for the places together.
pub(super) fn name(net: &Net, group: &[Place]) -> String {
    match group {
        [only] => net.places[*only].clone(),
        [first, ..] => format!("{} and {} more", net.places[*first], group.len().saturating_sub(1)),
        [] => String::new(),
    }
}

/// The sums of what may be there at the start; nothing if a number becomes too large.
pub(super) fn start_of_sums(start: &Start, groups: &[Vec<Place>]) -> Option<Start> {
    let sum = |group: &Vec<Place>| {
        let mut amounts = group.iter().map(|place| start.0[*place]);
        let total = amounts.clone().try_fold(0_u64, |sum, amount| sum.checked_add(amount.least()))?;
        let is_exact = amounts.all(|amount| matches!(amount, Amount::Exactly(_)));
        Some(if is_exact { Amount::Exactly(total) } else { Amount::AtLeast(total) })
    };
    groups.iter().map(sum).collect::<Option<Vec<_>>>().map(Start)
}

/// The transition with the sums of its arcs. Limits and transfers are on places that stay alone.
pub(super) fn transition_of_sums(transition: &Transition, group_of: &[Place]) -> Option<Transition> {
    let gather = |list: &[(Place, u64)]| -> Option<Vec<(Place, u64)>> {
        let mut sums: BTreeMap<Place, u64> = BTreeMap::new();
        for (place, tokens) in list {
            let sum = sums.entry(group_of[*place]).or_default();
            *sum = sum.checked_add(*tokens)?;
        }
        Some(sums.into_iter().collect())
    };
    let mut limits: Vec<_> =
        transition.limits.iter().map(|(place, most)| (group_of[*place], *most)).collect();
    let moved = |(from, to): &(Place, Option<Place>)| (group_of[*from], to.map(|to| group_of[to]));
    let mut transfers: Vec<_> = transition.transfers.iter().map(moved).collect();
    limits.sort_unstable();
    transfers.sort_unstable();
    let (takes, gives) = (gather(&transition.takes)?, gather(&transition.gives)?);
    Some(Transition { name: transition.name.clone(), takes, limits, transfers, gives })
}

/// A start of the net before whose sums are these, if its starts have these sums; nothing if there is none.
pub(super) fn start_before(
    before: &Net,
    starts: &[Start],
    groups: &[Vec<Place>],
    sums: &[u64],
) -> Option<Marking> {
    let at = starts.iter().position(|start| start.admits(sums))?;
    let amounts = before.starts.get(at)?;
    let mut start = amounts.least();
    for (group, tokens) in groups.iter().zip(sums) {
        let least = group.iter().try_fold(0_u64, |sum, place| sum.checked_add(start[*place]))?;
        let open = group.iter().find(|place| matches!(amounts.0[**place], Amount::AtLeast(_)));
        if let Some(open) = open {
            start[*open] = start[*open].checked_add(tokens.checked_sub(least)?)?;
        }
    }
    Some(start)
}
