//! Projection in the serial encoding.
//!
//! A set of states reads both bits where a removed variable has its turn. The value of that variable may have more bits than
//! the others, so a word is accepted if going on with zeros, or with the signs of the others, can lead to acceptance. Which
//! last letters accept in a set of states is a diagram over the turns, see [`crate::close`], and a machine follows it
//! while it reads a letter.

use super::convert::Reader;
use super::machine::explored;
use super::{Serial, SerialSet};
use crate::automaton::{Numbers, Raw};
use crate::close::{Closure, closure};
use crate::diagrams::{Diagram, Diagrams, View};
use crate::memo::Memo;
use budget::{Budget, Budgeted};
use std::cell::RefCell;
use std::collections::HashMap;

/// The vectors that are in the set for some values of the variables whose turns are removed.
pub(super) fn without(
    serial: &Serial,
    set: &SerialSet,
    removed: &[bool],
    budget: &Budget,
) -> Budgeted<SerialSet> {
    let (machine, turns) = (&set.0, serial.turns());
    let closed = Closed::new(serial, set, removed, budget)?;
    let dead = machine.dead();
    // A state is a turn, the accepting letters below what was read of this one or whether the word is accepted, and the
    // set.
    let step = |state: &Vec<i64>, bit: usize| {
        let place = state[0] as usize;
        let bits = if removed[place] { 0..2 } else { bit..bit + 1 };
        let mut next: Vec<i64> = state[2..]
            .iter()
            .flat_map(|&member| bits.clone().map(move |bit| machine.next(member, bit)))
            .filter(|&member| Some(member) != dead)
            .collect();
        next.sort_unstable();
        next.dedup();
        let letters = if place == 0 { closed.letters(&state[2..]) } else { Diagram(state[1] as u32) };
        let letters = closed.read(letters, place, bit);
        let last = place + 1 == turns;
        let note = if last { i64::from(letters == ALL) } else { i64::from(letters.0) };
        next.splice(0..0, [if last { 0 } else { place as i64 + 1 }, note]);
        next
    };
    let start = closed.letters(&[0]);
    let zeros = (0..turns).fold(start, |letters, place| closed.read(letters, place, 0)) == ALL;
    explored(vec![0, i64::from(zeros), 0], step, |state| state[0] == 0 && state[1] == 1, budget)
}

const NONE: Diagram = Diagram::terminal(0);
const ALL: Diagram = Diagram::terminal(1);

/// Which last letters accept in which states.
struct Closed {
    diagrams: RefCell<Diagrams>,
    /// For each state between letters, the letters that accept there.
    single: HashMap<i64, Diagram>,
    /// The same for sets of states.
    joined: RefCell<HashMap<Vec<i64>, Diagram>>,
}

impl Closed {
    fn new(serial: &Serial, set: &SerialSet, removed: &[bool], budget: &Budget) -> Budgeted<Closed> {
        let mut diagrams = Diagrams::new();
        let mut reader = Reader::new(serial, set);
        let roots = reader.roots(&mut diagrams, budget)?;
        let raw = Raw { head: Diagram::terminal(u32::from(set.0.accepts(0))), roots };
        let letters: Vec<Diagram> =
            match closure(&mut diagrams, serial.numbers, &raw, &|track| removed[track as usize], budget)? {
                Closure::Letters(letters) => letters,
                Closure::States(accepts) => {
                    // Natural numbers are accepted by states: a letter accepts if it leads to one that does.
                    let leaf =
                        &mut |number: u32| Ok(Diagram::terminal(u32::from(accepts[number as usize / 2])));
                    diagrams.map(&raw.roots, leaf, budget)?
                }
            };
        let letters = match serial.numbers {
            Numbers::Integers => letters,
            Numbers::Naturals => {
                let mut memo = Memo::new();
                let mut free = |letters: Diagram, turn: usize| {
                    let low = diagrams.restrict(letters, turn as u32, false, &mut Memo::new(), budget)?;
                    let high = diagrams.restrict(letters, turn as u32, true, &mut Memo::new(), budget)?;
                    diagrams.apply(low, high, &mut memo, &mut either, budget)
                };
                let gone = (0..removed.len()).filter(|&turn| removed[turn]);
                let all_free = |letters: Diagram| gone.clone().try_fold(letters, &mut free);
                letters.into_iter().map(all_free).collect::<Budgeted<_>>()?
            }
        };
        let single = reader.order.iter().copied().zip(letters).collect();
        Ok(Closed { diagrams: RefCell::new(diagrams), single, joined: RefCell::default() })
    }

    /// The letters that accept in one of these states. The join of a few small diagrams needs no budget of its own.
    fn letters(&self, members: &[i64]) -> Diagram {
        if let Some(&known) = self.joined.borrow().get(members) {
            return known;
        }
        let mut diagrams = self.diagrams.borrow_mut();
        let mut memo = Memo::new();
        let mut letters = NONE;
        for member in members {
            let Some(&own) = self.single.get(member) else { continue };
            letters = diagrams
                .apply(letters, own, &mut memo, &mut either, &Budget::unlimited())
                .expect("an unlimited budget does not end");
        }
        self.joined.borrow_mut().insert(members.to_vec(), letters);
        letters
    }

    /// What is left of the letters after one more bit.
    fn read(&self, letters: Diagram, place: usize, bit: usize) -> Diagram {
        match self.diagrams.borrow().view(letters) {
            View::Branch(track, low, high) if track as usize == place => [low, high][bit],
            _ => letters,
        }
    }
}

/// The letters of either diagram.
fn either(left: Diagram, right: Diagram) -> Budgeted<Option<Diagram>> {
    Ok(match (left, right) {
        (ALL, _) | (_, ALL) => Some(ALL),
        (NONE, other) | (other, NONE) => Some(other),
        _ => (left == right).then_some(left),
    })
}
