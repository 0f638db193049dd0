//! Whether a downward-closed set contains the starts and is closed under steps.
//!
//! Then it contains every marking that the net can reach. The check computes images anew, place by place, with no index and nothing
//! else of the searches that propose such sets.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::downward::{OMEGA, OmegaMarking};
use budget::{Budget, Budgeted};
use nets::{Amount, Marking, Net, Transition};

/// Whether the markings below some of these include all that the net may start with, and all that a transition leads to from there.
pub fn is_inductive(net: &Net, maximal: &[OmegaMarking], budget: &Budget) -> Budgeted<bool> {
    let rows: Vec<Marking> = maximal.iter().map(|marking| marking.to_dense(net.places.len())).collect();
    for start in &net.starts {
        let tokens = start.0.iter().map(|amount| match amount {
            Amount::Exactly(tokens) => *tokens,
            Amount::AtLeast(_) => OMEGA,
        });
        if !is_below_some(&tokens.collect::<Marking>(), &rows, 0, budget)? {
            return Ok(false);
        }
    }
    for (number, row) in rows.iter().enumerate() {
        for transition in &net.transitions {
            budget.spend(transition.takes.len().saturating_add(1))?;
            if let Some(image) = image(row, transition)
                && !is_below_some(&image, &rows, number, budget)?
            {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// What the transition makes of the markings up to this one; nothing if it cannot fire there.
fn image(marking: &[u64], transition: &Transition) -> Option<Marking> {
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

/// Whether the marking is below one of the rows; the row with the hint's number is tried first.
fn is_below_some(marking: &[u64], rows: &[Marking], hint: usize, budget: &Budget) -> Budgeted<bool> {
    let is_below = |row: &Marking| marking.iter().zip(row).all(|(own, other)| own <= other);
    if rows.get(hint).is_some_and(is_below) {
        return Ok(true);
    }
    budget.spend(rows.len())?;
    Ok(rows.iter().any(is_below))
}
