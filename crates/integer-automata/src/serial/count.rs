//! The size of a set in the serial encoding.
//!
//! Each vector has one shortest word: its last letter is not zero, or over all integers differs from the letter before,
//! where zeros stand before the first. The machine of shortest words has as many words as the set has vectors. If it is
//! minimal, they are infinitely many where a cycle leads anywhere.

use super::machine::{Machine, explored};
use super::{Serial, SerialSet};
use crate::automaton::Numbers;
use crate::count::{Size, longest_way};
use budget::{Budget, Budgeted, OutOfBudget};

/// The most variables of which a letter is remembered, in one machine word.
const LETTER: usize = 60;

/// How many vectors a set has, over all variables that take turns.
pub(super) fn size(serial: &Serial, set: &SerialSet, budget: &Budget) -> Budgeted<Size> {
    if serial.tracks.is_empty() {
        return Ok(Size::Finite(u128::from(!set.0.is_empty())));
    }
    if serial.numbers == Numbers::Integers && serial.tracks.len() > LETTER {
        return Err(OutOfBudget);
    }
    let words = shortest_words(serial, set, budget)?;
    let machine = &words.0;
    let dead = machine.dead();
    let successors: Vec<Vec<usize>> = (0..machine.len() as i64)
        .map(|state| {
            let next = [0, 1].map(|bit| machine.next(state, bit));
            next.into_iter().filter(|&next| Some(next) != dead).map(|next| next as usize).collect()
        })
        .collect();
    let among: Vec<bool> = (0..machine.len() as i64).map(|state| Some(state) != dead).collect();
    let Some(length) = longest_way(&successors, &among) else { return Ok(Size::Infinite) };
    counted(machine, dead, length, budget)
}

/// The words of a machine that has none longer than given.
fn counted(machine: &Machine, dead: Option<i64>, length: usize, budget: &Budget) -> Budgeted<Size> {
    let states = 0..machine.len() as i64;
    let mut words = vec![0u128; machine.len()];
    for _ in 0..=length {
        budget.spend(1)?;
        words = states
            .clone()
            .map(|state| {
                if Some(state) == dead {
                    return 0;
                }
                let [zero, one] = [0, 1].map(|bit| words[machine.next(state, bit) as usize]);
                u128::from(machine.accepts(state)).saturating_add(zero).saturating_add(one)
            })
            .collect();
    }
    Ok(Size::Finite(words[0]))
}

fn shortest_words(serial: &Serial, set: &SerialSet, budget: &Budget) -> Budgeted<SerialSet> {
    let (machine, turns) = (&set.0, serial.turns());
    let integers = serial.numbers == Numbers::Integers;
    // A state is a turn, a state of the set, the letter before, and whether the letter has differed from it.
    let step = |&(turn, state, before, differed): &(usize, i64, i64, bool), bit: usize| {
        let bit_here = bit as i64;
        let differs = turn > 0 && differed || before >> turn & 1 != bit_here;
        let letter = if integers { before & !(1 << turn) | bit_here << turn } else { 0 };
        ((turn + 1) % turns, machine.next(state, bit), letter, differs)
    };
    // The empty word is the shortest one of zero.
    explored(
        (0, 0, 0, true),
        step,
        |&(turn, state, _, differs)| turn == 0 && differs && machine.accepts(state),
        budget,
    )
}
