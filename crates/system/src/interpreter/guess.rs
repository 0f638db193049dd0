//! Values to try for unknowns, where the state after the transition is known.
//!
//! A search for all successors lists every value of an unknown, and cannot where there are infinitely many. A search
//! for a step to one given state need not: unless a later step of the action writes the variable again, the value is
//! the one in that state. Where a later step does, the value has mostly been copied elsewhere or tested against
//! something, so the integers of both states and their neighbours are tried as well. Every value that is tried is put to
//! the same constraints as in the search for all successors, so what is found is a step; what is not found may be one
//! all the same.

use crate::{State, Value, VariableId};

/// More values than this are not tried for one unknown.
const MOST: usize = 64;

/// The values that are tried.
#[derive(Debug, Clone)]
pub(super) struct Guesses<'a> {
    next: &'a State,
    /// Integers that are tried besides the value in the next state, in order.
    others: Vec<i128>,
}

impl<'a> Guesses<'a> {
    /// The values in the next state only.
    pub(super) fn exact(next: &'a State) -> Self {
        Guesses { next, others: Vec::new() }
    }

    /// The integers of both states and their neighbours too.
    pub(super) fn near(state: &State, next: &'a State) -> Self {
        let integers = next.iter().chain(state).filter_map(|value| match value {
            Value::Int(value) => Some(*value),
            _ => None,
        });
        let mut others: Vec<i128> = Vec::new();
        for value in integers.chain([0]) {
            for near in [Some(value), value.checked_add(1), value.checked_sub(1)].into_iter().flatten() {
                if others.len() < MOST && !others.contains(&near) {
                    others.push(near);
                }
            }
        }
        Guesses { next, others }
    }

    /// The values to try for a variable, the likeliest first.
    pub(super) fn of(&self, variable: VariableId) -> Vec<Value> {
        let Some(own) = self.next.get(variable.index()) else { return Vec::new() };
        let mut values = vec![*own];
        if matches!(own, Value::Int(_)) {
            values.extend(self.others.iter().map(|value| Value::Int(*value)).filter(|value| value != own));
        }
        values
    }
}
