//! Projection in the serial encoding.
//!
//! A set of states reads both bits where the removed variable has its turn. The value of that variable may have more bits than
//! the others, so a word is accepted if going on with zeros, or with the signs of the others, can lead to acceptance.

use super::machine::{Machine, explored};
use super::{Serial, SerialSet};
use crate::automaton::Numbers;
use crate::budget::{Budget, Budgeted};
use std::collections::{BTreeSet, HashMap};

/// The vectors that are in the set for some value of the variable of a turn.
pub(super) fn without(serial: &Serial, set: &SerialSet, turn: usize, budget: &Budget) -> Budgeted<SerialSet> {
    let (machine, turns) = (&set.0, serial.turns());
    let closed = Closed::new(serial, machine, turn, budget)?;
    let dead = machine.dead();
    // A state is a turn, the signs that the letter has so far or whether the word is accepted, and the set.
    let step = |state: &[i64], bit: usize| {
        let place = state[0] as usize;
        let bits = if place == turn { 0..2 } else { bit..bit + 1 };
        let mut next: Vec<i64> = state[2..]
            .iter()
            .flat_map(|&member| bits.clone().map(move |bit| machine.next(member, bit)))
            .filter(|&member| Some(member) != dead)
            .collect();
        next.sort_unstable();
        next.dedup();
        let signs = if place == 0 { 0 } else { state[1] };
        let is_sign = serial.numbers == Numbers::Integers && place != turn;
        let signs = signs | if is_sign { (bit as i64) << place } else { 0 };
        let last = place + 1 == turns;
        let note = if last { i64::from(closed.accepts(signs, &next)) } else { signs };
        next.splice(0..0, [if last { 0 } else { place as i64 + 1 }, note]);
        next
    };
    let start = vec![0, i64::from(closed.accepts(0, &[0])), 0];
    explored(start, step, |state| state[0] == 0 && state[1] == 1, budget)
}

/// For each letter of signs, the states from which it leads to acceptance if it is repeated.
struct Closed(HashMap<i64, Vec<bool>>);

impl Closed {
    fn new(serial: &Serial, machine: &Machine, turn: usize, budget: &Budget) -> Budgeted<Closed> {
        let turns = serial.turns();
        let between = between_letters(machine, turns);
        let mut letters = vec![0i64];
        if serial.numbers == Numbers::Integers {
            for place in (0..turns).filter(|&place| place != turn) {
                letters.extend(letters.clone().into_iter().map(|letter| letter | 1 << place));
                budget.allow_states(letters.len())?;
            }
        }
        let mut closed = HashMap::new();
        for letter in letters {
            budget.step()?;
            let mut before = vec![Vec::new(); machine.len()];
            for &state in &between {
                let mut reached = vec![state];
                for place in 0..turns {
                    let bit = (letter >> place & 1) as usize;
                    let bits = if place == turn { 0..2 } else { bit..bit + 1 };
                    let next = |&state: &i64| bits.clone().map(move |bit| machine.next(state, bit));
                    reached = reached.iter().flat_map(next).collect();
                }
                reached.iter().for_each(|&next| before[next as usize].push(state));
            }
            let mut waiting: Vec<i64> =
                between.iter().copied().filter(|&state| machine.accepts(state)).collect();
            let mut accepts = vec![false; machine.len()];
            waiting.iter().for_each(|&state| accepts[state as usize] = true);
            while let Some(state) = waiting.pop() {
                for &earlier in &before[state as usize] {
                    if !std::mem::replace(&mut accepts[earlier as usize], true) {
                        waiting.push(earlier);
                    }
                }
            }
            closed.insert(letter, accepts);
        }
        Ok(Closed(closed))
    }

    fn accepts(&self, signs: i64, members: &[i64]) -> bool {
        self.0.get(&signs).is_some_and(|accepts| members.iter().any(|&member| accepts[member as usize]))
    }
}

/// The states that are reached by words of whole letters.
fn between_letters(machine: &Machine, turns: usize) -> Vec<i64> {
    let mut seen = BTreeSet::from([(0, 0i64)]);
    let mut waiting = vec![(0, 0i64)];
    while let Some((place, state)) = waiting.pop() {
        for bit in 0..2 {
            let next = ((place + 1) % turns, machine.next(state, bit));
            if seen.insert(next) {
                waiting.push(next);
            }
        }
    }
    seen.into_iter().filter(|found| found.0 == 0).map(|found| found.1).collect()
}
