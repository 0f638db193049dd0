//! Firing in place: the marking is changed where the transition's arcs are, and nowhere else.

use crate::{Marking, Net};

/// Whether the transition is one of the net and can fire.
pub(super) fn is_enabled(net: &Net, marking: &Marking, number: usize) -> bool {
    number < net.transitions.len() && net.is_enabled(marking, number)
}

/// Fires the transition; nothing if it cannot, or if a number becomes too large, and then the marking is of no use.
pub(super) fn apply(net: &Net, marking: &mut Marking, number: usize) -> Option<()> {
    if !is_enabled(net, marking, number) {
        return None;
    }
    let transition = &net.transitions[number];
    if !transition.transfers.is_empty() {
        *marking = net.fire(marking, number).ok()??;
        return Some(());
    }
    for (place, tokens) in &transition.takes {
        marking[*place] = marking[*place].checked_sub(*tokens)?;
    }
    for (place, tokens) in &transition.gives {
        marking[*place] = marking[*place].checked_add(*tokens)?;
    }
    Some(())
}
