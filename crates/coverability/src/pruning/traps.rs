//! Places that never lose their last token together.
//!
//! A set of places is a *trap* if each transition that takes a token from it, or moves or removes one by a transfer out of it,
//! gives a token to it. If such a set has a token once, it has one for ever: no transition that leaves it alone makes it empty, a
//! transfer inside of it keeps tokens there, and all others give one.
//!
//! # Reference
//!
//! Commoner: *Deadlocks in Petri nets*, 1972; Desel, Esparza: *Free Choice Petri Nets*, Cambridge University Press 1995,
//! doi:10.1017/CBO9780511526558, chapter 4. The largest trap inside a set is what remains when places that violate the condition
//! are removed one after the other.

use nets::{Net, Place, Transition};

/// The largest trap inside some places, if all starts have a token on it.
pub fn marked_trap(net: &Net, starts: &[Vec<u64>], mut inside: Vec<bool>) -> Option<Vec<Place>> {
    loop {
        let mut removed = false;
        for transition in &net.transitions {
            let gives = transition.gives.iter().any(|(place, _)| inside[*place]);
            if gives {
                continue;
            }
            for place in losses(transition, &inside) {
                inside[place] = false;
                removed = true;
            }
        }
        if !removed {
            break;
        }
    }
    let trap: Vec<Place> = (0..inside.len()).filter(|place| inside[*place]).collect();
    let marked = starts.iter().all(|start| trap.iter().any(|place| start[*place] > 0));
    (marked && !trap.is_empty()).then_some(trap)
}

/// The places of a set from which tokens leave the set by a transition that gives none to it.
fn losses(transition: &Transition, inside: &[bool]) -> Vec<Place> {
    let taken = transition.takes.iter().map(|(place, _)| *place).filter(|place| inside[*place]);
    let moved = transition
        .transfers
        .iter()
        .filter(|(source, target)| inside[*source] && target.is_none_or(|target| !inside[target]))
        .map(|(source, _)| *source);
    taken.chain(moved).collect()
}

/// Whether the places are a trap.
pub fn is_trap(net: &Net, places: &[Place]) -> bool {
    let mut inside = vec![false; net.places.len()];
    places.iter().for_each(|place| inside[*place] = true);
    net.transitions.iter().all(|transition| {
        transition.gives.iter().any(|(place, _)| inside[*place]) || losses(transition, &inside).is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transfer_out_of_a_set_makes_it_no_trap() {
        let places = ["a", "b", "c"].map(String::from).to_vec();
        let moves = Transition { transfers: vec![(0, Some(1)), (1, Some(2))], ..Transition::default() };
        let mut net = Net { places, starts: Vec::new(), transitions: vec![moves] };
        assert!(!is_trap(&net, &[0]) && !is_trap(&net, &[0, 1]) && is_trap(&net, &[1, 2]));
        assert_eq!(marked_trap(&net, &[vec![0, 1, 0]], vec![true, true, false]), None);
        assert_eq!(marked_trap(&net, &[vec![0, 1, 0]], vec![false, true, true]), Some(vec![1, 2]));
        assert_eq!(marked_trap(&net, &[vec![1, 0, 0]], vec![false, true, true]), None);
        net.transitions[0].gives = vec![(0, 1)];
        assert!(is_trap(&net, &[0]));
        net.transitions.push(Transition { takes: vec![(0, 1)], ..Transition::default() });
        assert!(!is_trap(&net, &[0]));
    }
}
