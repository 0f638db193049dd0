//! A system as formulas: what every domain of state sets can read.

use crate::Coding;
use state_sets::{Formula, Space, Step};
use system::{EdgeId, TransitionId};

/// A system in the language of state sets.
#[derive(Debug, Clone)]
pub struct Lowered {
    /// The variables.
    pub space: Space,
    /// What codes and integers of the space stand for in the system.
    pub coding: Coding,
    /// The initial states.
    pub initial: Formula,
    /// What the transitions do, in the order of the transitions; one transition can have several moves.
    pub moves: Vec<Move>,
    /// The states in which a transition faults, for those that can.
    pub faults: Vec<(TransitionId, Formula)>,
}

/// One way in which a transition is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The transition.
    pub transition: TransitionId,
    /// The step from the state before to the state after.
    pub step: Step,
    /// The edges that take part, each with the condition on the state before under which it does.
    pub edges: Vec<(EdgeId, Formula)>,
}
