//! The value of an integer expression, as questions that formulas answer.

use state_sets::Formula;

/// The value of an integer expression in each state.
#[derive(Debug, Clone)]
pub struct Quantity {
    /// Where the expression has a value: where it does not fault.
    pub defined: Formula,
    /// The least value that it can have, if that is known from the types.
    pub low: Option<i128>,
    /// The greatest value that it can have, if that is known from the types.
    pub high: Option<i128>,
}

impl Quantity {
    /// The states in which the expression has at least this value; nothing if a number gets too large.
    pub fn at_least(&self, _: i128) -> Option<Formula> {
        None
    }
}
