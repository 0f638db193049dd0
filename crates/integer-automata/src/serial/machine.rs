//! Deterministic machines over the letters 0 and 1.

use super::{SerialSet, halves};
use crate::limits::allow_states;
use crate::memo::mix;
use budget::{Budget, Budgeted};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::Arc;

/// A machine that begins in state 0.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Machine {
    next: Vec<[u32; 2]>,
    accepts: Vec<bool>,
}

impl Machine {
    /// The machine that accepts nothing.
    pub(super) fn rejecting() -> Machine {
        Machine { next: vec![[0, 0]], accepts: vec![false] }
    }

    pub(super) fn len(&self) -> usize {
        self.next.len()
    }

    pub(super) fn next(&self, state: i64, bit: usize) -> i64 {
        i64::from(self.next[state as usize][bit])
    }

    pub(super) fn accepts(&self, state: i64) -> bool {
        self.accepts[state as usize]
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.accepts.contains(&true)
    }

    /// The state of a minimal machine from which nothing is accepted.
    pub(super) fn dead(&self) -> Option<i64> {
        let is_dead = |&state: &usize| !self.accepts[state] && self.next[state] == [state as u32; 2];
        (0..self.next.len()).find(is_dead).map(|state| state as i64)
    }

    /// A shortest word that is accepted.
    pub(super) fn shortest(&self) -> Option<Vec<bool>> {
        let mut reached: Vec<Option<(usize, bool)>> = vec![None; self.next.len()];
        let mut order = vec![0];
        let mut place = 0;
        while let Some(&state) = order.get(place) {
            if self.accepts[state] {
                let (mut word, mut state) = (Vec::new(), state);
                while let Some((before, bit)) = reached[state] {
                    word.push(bit);
                    state = before;
                }
                word.reverse();
                return Some(word);
            }
            for bit in [false, true] {
                let next = self.next[state][usize::from(bit)] as usize;
                if next != 0 && reached[next].is_none() {
                    reached[next] = Some((state, bit));
                    order.push(next);
                }
            }
            place += 1;
        }
        None
    }
}

/// A hash that is quick for a few small numbers.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            self.0 = mix(self.0 ^ word);
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word);
    }

    fn write_i64(&mut self, word: i64) {
        self.write_u64(word as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The minimal machine of states that are found by following steps. States of a fixed size cost no allocation.
pub(super) fn explored<S: Clone + Eq + Hash>(
    start: S,
    step: impl Fn(&S, usize) -> S,
    accepts: impl Fn(&S) -> bool,
    budget: &Budget,
) -> Budgeted<SerialSet> {
    let mut numbers: HashMap<S, u32, BuildHasherDefault<Mixed>> = HashMap::default();
    numbers.insert(start.clone(), 0);
    let mut order = vec![start];
    let mut next = Vec::new();
    while next.len() < order.len() {
        budget.spend(1)?;
        allow_states(budget, order.len())?;
        let state = order[next.len()].clone();
        next.push([0, 1].map(|bit| {
            let target = step(&state, bit);
            let fresh = order.len() as u32;
            *numbers.entry(target).or_insert_with_key(|target| {
                order.push(target.clone());
                fresh
            })
        }));
    }
    let accepts = order.iter().map(accepts).collect();
    minimal(&Machine { next, accepts }, budget)
}

/// The minimal machine with states in the order of a breadth-first search.
fn minimal(machine: &Machine, budget: &Budget) -> Budgeted<SerialSet> {
    let class = halves::classes(machine, budget)?;
    let count = class.iter().map(|&class| class as usize + 1).max().unwrap_or(1);
    let mut number = vec![u32::MAX; count];
    let mut order = vec![0usize];
    number[class[0] as usize] = 0;
    let mut next = Vec::new();
    while next.len() < order.len() {
        let state = order[next.len()];
        next.push(machine.next[state].map(|target| {
            let target_class = class[target as usize] as usize;
            if number[target_class] == u32::MAX {
                number[target_class] = order.len() as u32;
                order.push(target as usize);
            }
            number[target_class]
        }));
    }
    let accepts = order.iter().map(|&state| machine.accepts[state]).collect();
    Ok(SerialSet(Arc::new(Machine { next, accepts })))
}
