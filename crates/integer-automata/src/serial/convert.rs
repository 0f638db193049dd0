//! Between the serial encoding and diagrams: a letter's turns are the branches of a diagram.

use super::machine::explored;
use super::{Serial, SerialSet};
use crate::automaton::{Automaton, Raw};
use crate::diagrams::{Diagram, Diagrams, View};
use crate::store::Store;
use budget::{Budget, Budgeted};
use std::collections::HashMap;

/// The set as an automaton over tracks that are numbered by turns.
pub(super) fn parallel(
    serial: &Serial,
    set: &SerialSet,
    store: &mut Store,
    budget: &Budget,
) -> Budgeted<Automaton> {
    let roots = Reader::new(serial, set).roots(&mut store.diagrams, budget)?;
    let head = Diagram::terminal(u32::from(set.0.accepts(0)));
    store.finish(Raw { head, roots }, budget)
}

/// Reads letters of a machine.
pub(super) struct Reader<'a> {
    serial: &'a Serial,
    set: &'a SerialSet,
    /// The states between letters, with their numbers.
    numbers: HashMap<i64, u32>,
    /// The same in the order of their numbers.
    pub(super) order: Vec<i64>,
    /// The diagrams of places inside letters.
    known: HashMap<(usize, i64), Diagram>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(serial: &'a Serial, set: &'a SerialSet) -> Reader<'a> {
        Reader { serial, set, numbers: HashMap::from([(0, 0)]), order: vec![0], known: HashMap::new() }
    }

    /// The letters of all states between letters, as diagrams over turns.
    pub(super) fn roots(&mut self, diagrams: &mut Diagrams, budget: &Budget) -> Budgeted<Vec<Diagram>> {
        let mut roots = Vec::new();
        while roots.len() < self.order.len() {
            budget.spend(1)?;
            let state = self.order[roots.len()];
            roots.push(self.letter(diagrams, 0, state, budget)?);
        }
        Ok(roots)
    }

    fn letter(
        &mut self,
        diagrams: &mut Diagrams,
        turn: usize,
        state: i64,
        budget: &Budget,
    ) -> Budgeted<Diagram> {
        if turn == self.serial.turns() {
            let fresh = self.order.len() as u32;
            let number = *self.numbers.entry(state).or_insert(fresh);
            if number == fresh {
                self.order.push(state);
            }
            return Ok(Diagram::terminal(2 * number + u32::from(self.set.0.accepts(state))));
        }
        if let Some(&known) = self.known.get(&(turn, state)) {
            return Ok(known);
        }
        budget.spend(1)?;
        let low = self.letter(diagrams, turn + 1, self.set.0.next(state, 0), budget)?;
        let high = self.letter(diagrams, turn + 1, self.set.0.next(state, 1), budget)?;
        let result = diagrams.branch(turn as u32, low, high, budget)?;
        self.known.insert((turn, state), result);
        Ok(result)
    }
}

/// The set of an automaton over tracks that are numbered by turns.
pub(super) fn serial(
    serial: &Serial,
    set: &Automaton,
    store: &Store,
    budget: &Budget,
) -> Budgeted<SerialSet> {
    let (data, turns) = (store.own(set), serial.turns());
    let Some(start) = data.head.value() else { return Err(budget::OutOfBudget) };
    let zeros = store.contains(set, |_| 0, |_| false);
    // A state is a turn, what is left of the letter's diagram, and whether the word is accepted.
    let step = |&(turn, mut diagram, _): &(u32, Diagram, bool), bit: usize| {
        if let View::Branch(track, low, high) = store.diagrams.view(diagram)
            && track == turn
        {
            diagram = if bit == 0 { low } else { high };
        }
        match diagram.value() {
            Some(number) if turn as usize + 1 == turns => {
                (0, data.roots[number as usize / 2], number & 1 == 1)
            }
            _ => (turn + 1, diagram, false),
        }
    };
    let start = (0, data.roots[start as usize / 2], zeros);
    explored(start, step, |&(turn, _, accepts)| turn == 0 && accepts, budget)
}
