//! How large a result may become.

use crate::out_of_budget::{Budgeted, OutOfBudget};

/// The most parts of one result, for each way of writing sets down; without a limit unless one is given.
///
/// ```
/// use budget::{Limits, OutOfBudget};
/// let limits = Limits { disjuncts: 2, ..Limits::default() };
/// assert_eq!([limits.allow_disjuncts(2), limits.allow_disjuncts(3)], [Ok(()), Err(OutOfBudget)]);
/// assert_eq!(limits.allow_states(1_000_000), Ok(()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most disjuncts of a union of polyhedra.
    pub disjuncts: usize,
    /// The most states of an automaton, minimal or not.
    pub states: usize,
    /// The most nodes of the diagrams that automata share.
    pub nodes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { disjuncts: usize::MAX, states: usize::MAX, nodes: usize::MAX }
    }
}

impl Limits {
    /// Checks that a union of that many disjuncts is allowed.
    pub fn allow_disjuncts(&self, count: usize) -> Budgeted<()> {
        allow(count, self.disjuncts)
    }

    /// Checks that an automaton of that many states is allowed.
    pub fn allow_states(&self, count: usize) -> Budgeted<()> {
        allow(count, self.states)
    }

    /// Checks that a table of that many nodes is allowed.
    #[inline]
    pub fn allow_nodes(&self, count: usize) -> Budgeted<()> {
        allow(count, self.nodes)
    }
}

#[inline]
fn allow(count: usize, most: usize) -> Budgeted<()> {
    if count > most { Err(OutOfBudget) } else { Ok(()) }
}
