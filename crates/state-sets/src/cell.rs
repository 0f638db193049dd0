//! What has a value in a formula.

use crate::Variable;

/// When a variable is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Moment {
    /// Before the step; in a set, the state itself.
    Now,
    /// After the step; only in relations.
    Next,
}

/// What has a value: a variable before or after a step, or one that is bound inside the formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    /// A variable of the space.
    Variable(Variable, Moment),
    /// A variable bound by [`Formula::Exists`](crate::Formula::Exists).
    Local(Local),
}

impl Cell {
    /// The variable before the step.
    pub fn now(variable: Variable) -> Cell {
        Cell::Variable(variable, Moment::Now)
    }

    /// The variable after the step.
    pub fn next(variable: Variable) -> Cell {
        Cell::Variable(variable, Moment::Next)
    }
}

/// The number of a bound variable; different quantifiers of one formula bind different numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Local(pub u32);
