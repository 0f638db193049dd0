//! Whether a downward-closed set contains the starts and is closed under steps.
//!
//! Then it contains every marking that the net can reach. The check computes images anew, place by place, and shares nothing with the
//! searches that propose such sets, but for the index of large ones.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::downward::{MaximalSet, OMEGA, OmegaMarking};
use budget::{Budget, Budgeted};
use nets::{Amount, Marking, Net, Transition};

/// The number of markings that are compared one by one.
const FEW: usize = 500;

/// Whether the markings below some of these include all that the net may start with, and all that a transition leads to from there.
pub fn is_inductive(net: &Net, maximal: &[OmegaMarking], budget: &Budget) -> Budgeted<bool> {
    let index = if maximal.len() > FEW { Some(MaximalSet::of(maximal, budget)?) } else { None };
    let is_inside = |marking: &[u64]| match &index {
        Some(index) => index.contains(marking, budget),
        None => {
            budget.spend(maximal.len().saturating_add(marking.len()))?;
            Ok(maximal.iter().any(|other| other.contains(marking)))
        }
    };
    for start in &net.starts {
        let tokens = start.0.iter().map(|amount| match amount {
            Amount::Exactly(tokens) => *tokens,
            Amount::AtLeast(_) => OMEGA,
        });
        if !is_inside(&tokens.collect::<Marking>())? {
            return Ok(false);
        }
    }
    for marking in maximal {
        let marking = marking.to_dense(net.places.len());
        for transition in &net.transitions {
            budget.spend(transition.takes.len().saturating_add(1))?;
            if let Some(image) = image(&marking, transition)
                && !is_inside(&image)?
            {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// What the transition makes of the markings up to this one; nothing if it cannot fire there.
fn image(marking: &[u64], transition: &Transition) -> Option<Marking> {
    if transition.takes.iter().any(|(place, tokens)| marking[*place] < *tokens) {
        return None;
    }
    let mut capped = marking.to_vec();
    transition.limits.iter().for_each(|(place, most)| capped[*place] = capped[*place].min(*most));
    for (place, tokens) in &transition.takes {
        let left = capped[*place].checked_sub(*tokens)?;
        capped[*place] = if capped[*place] == OMEGA { OMEGA } else { left };
    }
    let mut image = capped.clone();
    transition.transfers.iter().for_each(|(place, _)| image[*place] = 0);
    for (place, target) in &transition.transfers {
        if let Some(target) = target {
            image[*target] = image[*target].saturating_add(capped[*place]);
        }
    }
    transition.gives.iter().for_each(|(place, tokens)| image[*place] = image[*place].saturating_add(*tokens));
    Some(image)
}
