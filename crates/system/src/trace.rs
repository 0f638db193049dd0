//! Concrete paths through a system.

use crate::{EdgeId, State, TransitionId};

/// A path from an initial state, possibly ending in a loop or at a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// The first state.
    pub initial: State,
    /// The steps from there.
    pub steps: Vec<TraceStep>,
    /// How the path goes on behind its last step.
    pub ending: Ending,
}

/// One step of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceStep {
    /// The transition that is taken.
    pub transition: TransitionId,
    /// The edges that move at least one process in it, sender first.
    pub moved: Vec<EdgeId>,
    /// The state it leads to.
    pub state: State,
}

/// How a trace goes on behind its last step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// It ends there: what it shows is shown.
    Finite,
    /// The last step returns to the state after this many steps.
    Loop(usize),
    /// It can be continued for ever without repeating a state.
    Endless,
    /// A transition faults in the last state.
    Fault(Fault),
}

/// A transition that faults, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The transition.
    pub transition: TransitionId,
    /// The name of the transition as far as it came: the edges whose guards were true, joined by ` & `.
    pub name: String,
    /// What went wrong, such as `null dereference: p->x`.
    pub reason: String,
    /// Where it went wrong.
    pub span: diagnostics::Span,
}

impl Trace {
    /// The last state.
    pub fn last(&self) -> &State {
        self.steps.last().map_or(&self.initial, |step| &step.state)
    }

    /// Whether it goes on for ever, by a loop or otherwise.
    pub fn is_lasso(&self) -> bool {
        matches!(self.ending, Ending::Loop(_) | Ending::Endless)
    }

    /// All states, the initial one first.
    pub fn states(&self) -> impl Iterator<Item = &State> {
        std::iter::once(&self.initial).chain(self.steps.iter().map(|step| &step.state))
    }
}
