//! Invariants without those that the others imply.

use crate::allowance::Allowance;
use crate::families::Family;
use crate::generated::Generated;
use crate::orbits::orbits;
use crate::steps::{Formulas, Possible, Steps};
use std::cmp::Reverse;
use system::System;

/// The invariants without those that follow from others; long ones are left out first. What cannot be decided stays.
///
/// Those that say the same of all instances are left out together or not at all, so that what is said of one instance is said of each.
/// What is left out is implied by what stays, so that the conjunction is the same set of states as before.
pub fn minimal(
    steps: &mut Steps<'_, '_>,
    system: &System,
    families: Vec<Family>,
    allowance: &Allowance<'_>,
) -> Vec<Generated> {
    let mut places = 0..families.iter().map(|family| family.members.len()).sum();
    let members = families.iter().map(|family| places.by_ref().take(family.members.len()).collect());
    let mut groups: Vec<Vec<usize>> = members.collect();
    // Of a family, what is implied of one is implied of all.
    let is_symmetric = groups.iter().any(|group| group.len() > 1);
    let invariants: Vec<Generated> = families.into_iter().flat_map(|family| family.members).collect();
    if !is_symmetric {
        groups = orbits(system, &invariants).into_iter().map(|orbit| orbit.members).collect();
    }
    let formulas = Formulas::new(invariants.iter().map(Generated::term).collect());
    groups.sort_by_key(|group| Reverse((invariants[group[0]].weight(), group[0])));
    let mut kept = vec![true; invariants.len()];
    for group in groups {
        if allowance.is_spent() {
            break;
        }
        group.iter().for_each(|member| kept[*member] = false);
        let asked = if is_symmetric { &group[..1] } else { &group[..] };
        let implied = asked.iter().all(|member| {
            let mut usable = |other: usize| kept[other];
            matches!(steps.escapes(*member, &formulas, &mut usable), Ok(Possible::No(_)))
        });
        if !implied {
            group.iter().for_each(|member| kept[*member] = true);
        }
    }
    invariants.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(one, _)| one).collect()
}
