//! A system as formulas: what every domain of state sets can read.

use crate::Coding;
use crate::lower::{self, Quantity, Unsupported};
use state_sets::{Formula, Space, Step, Variable};
use system::{BoundId, EdgeId, Expr, System, TransitionId};

/// A system in the language of state sets.
#[derive(Debug, Clone)]
pub struct Lowered {
    /// The variables: those of the system, the rigid ones, and others that were asked for.
    pub space: Space,
    /// What codes and integers of the space stand for in the system.
    pub coding: Coding,
    /// The variables of the space that stand for rigid variables; they never change.
    pub rigid: Vec<(BoundId, Variable)>,
    /// The initial states.
    pub initial: Formula,
    /// What the transitions do, in the order of the transitions; one transition can have several moves.
    pub moves: Vec<Move>,
    /// The states in which a transition faults, for those that can. The ways to take it that do not fault are
    /// moves all the same.
    pub faults: Vec<(TransitionId, Formula)>,
}

/// One way in which a transition is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The transition.
    pub transition: TransitionId,
    /// The step from the state before to the state after.
    pub step: Step,
    /// The edges that take part, each with the condition on the state before under which it does, given that
    /// the step is possible there.
    pub edges: Vec<(EdgeId, Formula)>,
}

impl Lowered {
    /// The states in which a condition is true; where it faults, it is false.
    pub fn condition(&self, system: &System, condition: &Expr) -> Result<Formula, Unsupported> {
        lower::condition(system, self, condition)
    }

    /// The value of an integer expression in each state in which it does not fault.
    pub fn value(&self, system: &System, expression: &Expr) -> Result<Quantity, Unsupported> {
        lower::value(system, self, expression)
    }
}
