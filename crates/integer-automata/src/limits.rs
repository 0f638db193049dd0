//! How large automata and their diagrams may become.

use budget::{Budget, Budgeted, OutOfBudget};

/// The bytes of a node of a diagram, with its share of the tables around it.
pub const NODE_BYTES: u64 = 40;

/// Two terminals for each state have to fit below the mark of a terminal.
const MOST_STATES: usize = 1 << 29;

/// Numbers of nodes have to fit below that mark as well.
const MOST_NODES: usize = 1 << 30;

/// Checks that an automaton of that many states is allowed.
pub(crate) fn allow_states(budget: &Budget, count: usize) -> Budgeted<()> {
    if count > MOST_STATES { Err(OutOfBudget) } else { budget.limits().allow_states(count) }
}

/// Checks that a table of that many nodes is allowed, which are held from now on.
#[inline]
pub(crate) fn allow_nodes(budget: &Budget, count: usize) -> Budgeted<()> {
    budget.hold(count as u64 * NODE_BYTES);
    if count > MOST_NODES { Err(OutOfBudget) } else { budget.limits().allow_nodes(count) }
}
