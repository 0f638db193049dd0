//! Places that no token ever comes to.
//!
//! A place can have a token only if it has one at a start, or if a transition gives or transfers tokens to it whose own places
//! can all have tokens. The places for which this is not so are empty in all markings that can be reached: together they are a
//! siphon without tokens. Transitions that take from them never fire.
//!
//! # Reference
//!
//! Desel, Esparza: *Free Choice Petri Nets*, Cambridge University Press 1995, doi:10.1017/CBO9780511526558, chapter 4 (siphons).

use nets::{Net, Place};
use std::collections::VecDeque;

/// Which places can have tokens, counted without their numbers.
pub fn markable(net: &Net) -> Vec<bool> {
    let mut marked = vec![false; net.places.len()];
    for start in &net.starts {
        for (place, amount) in start.0.iter().enumerate() {
            marked[place] |= !matches!(amount, nets::Amount::Exactly(0));
        }
    }
    let mut waiting: Vec<usize> = net.transitions.iter().map(|transition| transition.takes.len()).collect();
    let mut consumers: Vec<Vec<usize>> = vec![Vec::new(); net.places.len()];
    for (number, transition) in net.transitions.iter().enumerate() {
        transition.takes.iter().for_each(|(place, _)| consumers[*place].push(number));
        transition.transfers.iter().for_each(|(source, _)| consumers[*source].push(number));
    }
    consumers.iter_mut().for_each(|list| {
        list.sort_unstable();
        list.dedup();
    });
    let mut open: VecDeque<Place> = (0..marked.len()).filter(|place| marked[*place]).collect();
    let fire = |number: usize, marked: &mut Vec<bool>, open: &mut VecDeque<Place>| {
        let transition = &net.transitions[number];
        let moved = transition
            .transfers
            .iter()
            .filter(|(source, _)| marked[*source])
            .filter_map(|(_, target)| *target);
        let reached: Vec<Place> = transition.gives.iter().map(|(place, _)| *place).chain(moved).collect();
        for place in reached {
            if !marked[place] {
                marked[place] = true;
                open.push_back(place);
            }
        }
    };
    for number in (0..waiting.len()).filter(|number| waiting[*number] == 0).collect::<Vec<_>>() {
        fire(number, &mut marked, &mut open);
    }
    while let Some(place) = open.pop_front() {
        for number in &consumers[place] {
            if net.transitions[*number].takes.iter().any(|(own, _)| *own == place) {
                waiting[*number] = waiting[*number].saturating_sub(1);
            }
            if waiting[*number] == 0 {
                fire(*number, &mut marked, &mut open);
            }
        }
    }
    marked
}
