//! Transitions that change nothing.
//!
//! # match:
//! a transition that gives exactly what it takes and transfers nothing. Where dead ends are to be kept: beside another transition that
//! needs no more tokens of any place, and has no limit that it has not.
//! # result:
//! the transition is gone.
//!
//! # Why it is right
//! The same markings are reached without it, which is all that reachability asks. A marking is dead with it exactly if it is dead without
//! it, since where it is enabled the other is as well. Endless stuttering may be lost, so nothing more is preserved. Runs stay as
//! they are.
//!
//! # Reference
//! Murata: *Petri nets: properties, analysis and applications*, Proceedings of the IEEE 77(4), 1989 (self-loop transitions).
//! Bønneland, Dyhr, Jensen, Johannsen, Srba: *Stubborn versus structural reductions for Petri nets*, JLAMP 102, 2019.

use super::arcs::{is_identity, is_within};
use super::draft::Draft;
use super::preserve::Preserve;
use budget::{Budget, Budgeted};

/// Removes transitions that change nothing, as far as this is allowed; how many there were.
pub(super) fn apply(draft: &mut Draft, preserve: Preserve, budget: &Budget) -> Budgeted<usize> {
    let mut removed: usize = 0;
    for number in draft.numbers() {
        budget.spend(1)?;
        let Some(transition) = draft.transition(number).filter(|transition| is_identity(transition)) else {
            continue;
        };
        let is_allowed = match preserve {
            Preserve::Reachability => true,
            Preserve::Deadlocks => {
                let rivals = transition.takes.iter().map(|(place, _)| draft.consumers(*place).len());
                budget.spend(rivals.fold(0, usize::saturating_add))?;
                has_rival(draft, number)
            }
            Preserve::Stuttering | Preserve::Everything => false,
        };
        if is_allowed {
            draft.remove_transition(number);
            removed = removed.saturating_add(1);
        }
    }
    Ok(removed)
}

/// Whether another transition is enabled wherever this one is.
fn has_rival(draft: &Draft, number: usize) -> bool {
    let Some(transition) = draft.transition(number) else { return false };
    let mut rivals = transition.takes.iter().flat_map(|(place, _)| draft.consumers(*place));
    rivals.any(|other| {
        *other != number
            && draft.transition(*other).is_some_and(|rival| {
                is_within(&rival.takes, &transition.takes)
                    && rival.limits.iter().all(|limit| transition.limits.contains(limit))
            })
    })
}
