//! The value of an integer expression, as questions that formulas answer.

use super::cells::Cells;
use super::conjunction::not;
use super::number::Number;
use super::rewrite::numbered;
use state_sets::{Cell, Formula, Linear, Variable};

/// The value of an integer expression in each state.
#[derive(Debug, Clone)]
pub struct Quantity {
    pub(super) number: Number,
    pub(super) cells: Cells,
    /// The least value that it can have, if that is known from the types.
    pub low: Option<i128>,
    /// The greatest value that it can have, if that is known from the types.
    pub high: Option<i128>,
}

impl Quantity {
    /// The states in which the expression has a value: where it does not fault.
    pub fn defined(&self) -> Formula {
        numbered(&not(&self.number.fault))
    }

    /// The states in which the expression has at least this value; nothing if a number gets too large.
    pub fn at_least(&self, value: i128) -> Option<Formula> {
        let value = Linear::constant(value);
        let atom = |term: &Linear| Some(self.cells.not_positive(value.minus(term)?));
        self.number.holds(atom).map(|truth| numbered(&truth.truth))
    }

    /// The states in which the expression has at least the value of an integer variable; nothing if a number gets too
    /// large.
    pub fn at_least_variable(&self, variable: Variable) -> Option<Formula> {
        let value = Linear::cell(Cell::now(variable));
        let atom = |term: &Linear| Some(self.cells.not_positive(value.minus(term)?));
        self.number.holds(atom).map(|truth| numbered(&truth.truth))
    }

    /// The states in which the expression has this value; nothing if a number gets too large.
    pub fn equals(&self, value: i128) -> Option<Formula> {
        let value = Linear::constant(value);
        let atom = |term: &Linear| Some(self.cells.zero(value.minus(term)?));
        self.number.holds(atom).map(|truth| numbered(&truth.truth))
    }
}
