//! Transitions beside others that do the same and need no more.
//!
//! # match:
//! two transitions with the same limits and transfers that change every place by the same, where the one needs at least as many tokens
//! of each place as the other. With transfers, both are the same.
//! # result:
//! the one that needs more is gone.
//!
//! # Why it is right
//! Each of its firings is one of the other, between the same markings. The graph of markings is the same, so this preserves everything.
//! Runs stay as they are.
//!
//! # Reference
//! Berthelot: *Transformations and decompositions of nets*, Advances in Petri Nets 1986, LNCS 254 (identical transitions).
//! Bønneland, Dyhr, Jensen, Johannsen, Srba: *Stubborn versus structural reductions for Petri nets*, JLAMP 102, 2019 (parallel
//! transitions).

use super::arcs::{changes, is_within};
use super::draft::Draft;
use crate::{Place, Transition};
use budget::{Budget, Budgeted};
use std::collections::HashMap;

/// With how many transitions of the same effect each one is compared.
const COMPARED: usize = 64;

/// What two transitions must share.
#[derive(PartialEq, Eq, Hash)]
struct Effect {
    changes: Vec<(Place, i128)>,
    limits: Vec<(Place, u64)>,
    transfers: Vec<(Place, Option<Place>)>,
}

/// Removes transitions beside which there is another with the same effect that needs no more; how many there were.
pub(super) fn apply(draft: &mut Draft, budget: &Budget) -> Budgeted<usize> {
    let mut groups: HashMap<Effect, Vec<usize>> = HashMap::new();
    let mut redundant = Vec::new();
    for (number, transition) in draft.transitions() {
        budget.spend(transition.takes.len().saturating_add(transition.gives.len()).saturating_add(1))?;
        let group = groups.entry(effect(transition)).or_default();
        let mut kept = Vec::new();
        let mut is_needed = true;
        for (at, other) in group.iter().enumerate() {
            let Some(rival) = draft.transition(*other).filter(|_| at < COMPARED && is_needed) else {
                kept.push(*other);
                continue;
            };
            budget.spend(rival.takes.len())?;
            if is_weaker(rival, transition) {
                is_needed = false;
                kept.push(*other);
            } else if is_weaker(transition, rival) {
                redundant.push(*other);
            } else {
                kept.push(*other);
            }
        }
        if is_needed {
            kept.push(number);
        } else {
            redundant.push(number);
        }
        *group = kept;
    }
    redundant.iter().for_each(|number| draft.remove_transition(*number));
    Ok(redundant.len())
}

fn effect(transition: &Transition) -> Effect {
    Effect {
        changes: changes(transition),
        limits: transition.limits.clone(),
        transfers: transition.transfers.clone(),
    }
}

/// Whether the first can fire wherever the second can, and does the same, given that their effects are the same.
fn is_weaker(first: &Transition, second: &Transition) -> bool {
    if first.transfers.is_empty() {
        is_within(&first.takes, &second.takes)
    } else {
        first.takes == second.takes
    }
}
