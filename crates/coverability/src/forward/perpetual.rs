//! The least markings from which a net never comes to a deadlock.
//!
//! # The algorithm
//!
//! In a choice-free net each place is taken from by one transition at most. No transition then disables another one, so all that can be
//! fired can be fired in the end, in any order, and runs that cannot go on are equally long: a marking is free of deadlocks
//! if and only if it has an endless run. It has one if and only if it fires a sequence in which the transitions occur as often as in a
//! minimal vector that loses no tokens: after such a sequence as much is there as before. For consistent nets that hang together, there is
//! one such vector, the minimal T-semiflow.
//!
//! The markings from which each transition can be fired at least so often are upward closed. Their minimal elements are found backward,
//! one firing at a time: places that count firings are added to the net, the goal is that they have enough tokens, and what is
//! looked for are minimal markings before it in which these places are empty.
//!
//! # Reference
//!
//! Teruel, Colom, Silva: *Choice-free Petri nets: a model for deterministic concurrent systems with bulk services and arrivals*, IEEE
//! Transactions on Systems, Man, and Cybernetics A 27(1), 1997, doi:10.1109/3468.553226.
//! Delzanno, Raskin: *Symbolic representation of upward-closed sets*, TACAS 2000, doi:10.1007/3-540-46419-0_29.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use budget::{Budget, Budgeted};
use nets::{Marking, Net};
use std::collections::VecDeque;

/// Whether the net is plain, and each place is taken from by one transition at most.
pub fn is_choice_free(net: &Net) -> bool {
    let mut takers = vec![None; net.places.len()];
    net.is_plain()
        && net.transitions.iter().enumerate().all(|(number, transition)| {
            transition
                .takes
                .iter()
                .all(|(place, _)| takers[*place].replace(number).is_none_or(|other| other == number))
        })
}

/// The minimal markings from which the transitions can be fired at least so often each, in some order; sorted.
///
/// With the minimal T-semiflow of a choice-free net these are the minimal markings without deadlocks. The starts of the net do not
/// matter. Nothing if the numbers do not fit the net, it is not plain, or tokens are too many.
pub fn minimal_markings_that_fire(
    net: &Net,
    times: &[u64],
    budget: &Budget,
) -> Budgeted<Option<Vec<Marking>>> {
    if !net.is_plain() || times.len() != net.transitions.len() {
        return Ok(None);
    }
    // Markings, followed by the firings that were done before them.
    let goal = [&vec![0; net.places.len()], times].concat();
    let mut minimal = vec![goal.clone()];
    let mut waiting = VecDeque::from([goal]);
    while let Some(goal) = waiting.pop_front() {
        budget.spend(minimal.len())?;
        if minimal.binary_search(&goal).is_err() {
            continue;
        }
        for transition in 0..times.len() {
            budget.spend(minimal.len().saturating_add(goal.len()))?;
            let Some(before) = before(net, &goal, transition) else { return Ok(None) };
            if add_minimal(&mut minimal, &before) {
                waiting.push_back(before);
            }
        }
    }
    let (places, all) = (net.places.len(), minimal.into_iter());
    let undone = all.filter(|goal| goal[places..].iter().all(|fired| *fired == 0));
    Ok(Some(undone.map(|goal| goal[..places].to_vec()).collect()))
}

/// The least goal that leads to at least this one by the transition; nothing if its numbers are too large.
fn before(net: &Net, goal: &[u64], transition: usize) -> Option<Marking> {
    let mut before = goal.to_vec();
    let fired = &mut before[net.places.len()..][transition];
    *fired = fired.saturating_sub(1);
    for (place, tokens) in &net.transitions[transition].gives {
        before[*place] = before[*place].saturating_sub(*tokens);
    }
    for (place, tokens) in &net.transitions[transition].takes {
        before[*place] = before[*place].checked_add(*tokens)?;
    }
    Some(before)
}

/// Adds a goal to a sorted list of minimal ones, unless it is above one of them.
fn add_minimal(minimal: &mut Vec<Marking>, goal: &Marking) -> bool {
    let at_most = |small: &[u64], large: &[u64]| small.iter().zip(large).all(|(small, large)| small <= large);
    if minimal.iter().any(|other| at_most(other, goal)) {
        return false;
    }
    minimal.retain(|other| !at_most(goal, other));
    let at = minimal.partition_point(|other| other < goal);
    minimal.insert(at, goal.clone());
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use nets::Transition;
    use std::collections::HashSet;

    /// A net with bulk services: two parts are machined, joined, and sent round.
    fn bulk_services() -> Net {
        let transition = |takes: &[(usize, u64)], gives: &[(usize, u64)]| Transition {
            takes: takes.to_vec(),
            gives: gives.to_vec(),
            ..Transition::default()
        };
        Net {
            places: (1..=7).map(|number| format!("P{number}")).collect(),
            starts: vec![],
            transitions: vec![
                transition(&[(0, 2)], &[(4, 2)]),
                transition(&[(1, 1)], &[(4, 1)]),
                transition(&[(2, 1)], &[(5, 1)]),
                transition(&[(4, 4), (5, 1)], &[(6, 1)]),
                transition(&[(3, 1)], &[(6, 1)]),
                transition(&[(6, 2)], &[(0, 3), (1, 1), (2, 1), (3, 1)]),
            ],
        }
    }

    const SEMIFLOW: [u64; 6] = [3, 2, 2, 2, 2, 2];

    /// Whether the net comes to a deadlock, by firing whatever can be fired until a marking comes again: it keeps a weighted sum.
    fn dies(net: &Net, marking: &[u64]) -> bool {
        let (mut marking, mut seen) = (marking.to_vec(), HashSet::new());
        while seen.insert(marking.clone()) {
            let Some(number) = (0..6).find(|number| net.is_enabled(&marking, *number)) else { return true };
            marking = net.fire(&marking, number).expect("small numbers").expect("enabled");
        }
        false
    }

    #[test]
    fn minimal_markings_without_deadlocks() -> Budgeted<()> {
        let net = bulk_services();
        assert!(is_choice_free(&net));
        let minimal =
            minimal_markings_that_fire(&net, &SEMIFLOW, &Budget::unlimited())?.expect("small numbers");
        assert_eq!(minimal.len(), 262);
        for marking in &minimal {
            assert!(!dies(&net, marking), "{marking:?}");
            for place in (0..7).filter(|place| marking[*place] > 0) {
                let mut less = marking.clone();
                less[place] -= 1;
                assert!(dies(&net, &less), "{less:?}");
            }
        }
        // With tokens on the first four places only.
        let first: Vec<&Marking> = minimal.iter().filter(|marking| marking[4..] == [0; 3]).collect();
        assert_eq!(first.len(), 19);
        for marking in (0..2_500_u64).map(|code| [code % 10, code / 10 % 10, code / 100 % 5, code / 500]) {
            let marking = [&marking[..], &[0; 3]].concat();
            let above =
                first.iter().any(|minimal| minimal.iter().zip(&marking).all(|(least, own)| least <= own));
            assert_eq!(above, !dies(&net, &marking), "{marking:?}");
        }
        Ok(())
    }

    #[test]
    fn choices_are_seen() {
        let mut net = bulk_services();
        net.transitions[1].takes = vec![(0, 1)];
        assert!(!is_choice_free(&net));
    }
}
