//! What never happens in any reachable state, which is often a mistake in the model.

use crate::{EdgeId, Expr, PopulationId, ProcessId, Trace};

/// What a complete search never met. Instances of a process, elements of an array and members of a finite
/// quantifier count as one: what happens for one of them happens.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Coverage {
    /// Locations where nobody ever is.
    pub unreached: Vec<Unreached>,
    /// Edges that are never enabled although somebody is at their locations; the first one of those that were
    /// written as one.
    pub unused: Vec<EdgeId>,
    /// Left sides of implications that are never true, so that what they imply was never looked at; with the
    /// number of the property.
    pub never_true: Vec<(usize, Expr)>,
    /// States without successor; nothing if there are none, or if they were not counted.
    pub dead_ends: Option<DeadEnds>,
}

/// States in which nothing can happen.
#[derive(Debug, Clone, PartialEq)]
pub struct DeadEnds {
    /// How many there are.
    pub count: u64,
    /// A shortest path to one.
    pub path: Trace,
}

/// A location where nobody ever is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unreached {
    /// No instance of the process is ever at this location, counted from zero.
    Process(ProcessId, u32),
    /// The population's counter of this location, counted from zero, is always zero.
    Population(PopulationId, u32),
}

impl Coverage {
    /// Whether everything happens.
    pub fn is_empty(&self) -> bool {
        self.unreached.is_empty() && self.unused.is_empty() && self.never_true.is_empty()
    }
}
