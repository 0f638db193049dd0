//! Invariants without those that the others imply.

use crate::allowance::Allowance;
use crate::generated::Generated;
use crate::orbits::orbits;
use crate::steps::{Possible, Steps};
use certificates::Term;
use std::cmp::Reverse;
use system::System;

/// The invariants without those that follow from others; long ones are left out first. What cannot be decided stays.
///
/// Those that say the same of all instances are left out together or not at all, so that what is said of one instance is said of each.
/// What is left out is implied by what stays, so that the conjunction is the same set of states as before.
pub fn minimal(
    steps: &mut Steps<'_, '_>,
    system: &System,
    invariants: Vec<Generated>,
    allowance: &Allowance<'_>,
) -> Vec<Generated> {
    let terms: Vec<Term> = invariants.iter().map(Generated::term).collect();
    let mut orbits = orbits(system, &invariants);
    orbits.sort_by_key(|orbit| {
        let first = orbit.members[0];
        Reverse((invariants[first].weight(), first))
    });
    let mut kept = vec![true; terms.len()];
    for orbit in orbits {
        if allowance.is_spent() {
            break;
        }
        orbit.members.iter().for_each(|member| kept[*member] = false);
        let implied = orbit.members.iter().all(|member| {
            let mut usable = |other: usize| kept[other];
            matches!(steps.escapes(&terms[*member], &terms, &mut usable), Ok(Possible::No(_)))
        });
        if !implied {
            orbit.members.iter().for_each(|member| kept[*member] = true);
        }
    }
    invariants.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(one, _)| one).collect()
}
