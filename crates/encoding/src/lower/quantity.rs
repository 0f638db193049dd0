//! The value of an integer expression, as questions that formulas answer.

use super::cells::Cells;
use super::conjunction::not;
use super::number::{Case, Number};
use super::rewrite::numbered;
use state_sets::{Cell, Formula, Linear, Term, Variable};

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

    /// The sums that are its value, each with the states in which it is; in no state more than one of them is. Nothing if a sum
    /// speaks of more than the state.
    pub fn cases(&self) -> Option<Vec<(Formula, Linear)>> {
        let is_plain = |sum: &Linear| {
            sum.terms.iter().all(|(_, term)| match term {
                Term::Cell(cell) => matches!(cell, Cell::Variable(..)),
                Term::Indicator(formula) => formula.last_local().is_none(),
            })
        };
        let case = |case: &Case| is_plain(&case.term).then(|| (numbered(&case.guard), case.term.clone()));
        self.number.cases.iter().map(case).collect()
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
