//! Runs for labels with ω, by the way that the kind of net allows.

use super::concretise::run_by_doubling;
use super::tree::Tree;
use super::unfold::run_to_node;
use budget::{Budget, Budgeted};
use nets::{Net, Place, Run};

/// A run to a marking with at least these tokens, which must be below the node's label; nothing if none was found.
pub(crate) fn find_run(
    net: &Net,
    tree: &Tree,
    node: usize,
    demand: &[(Place, u64)],
    budget: &Budget,
) -> Budgeted<Option<Run>> {
    if net.is_plain() {
        run_to_node(net, tree, node, demand, budget)
    } else {
        run_by_doubling(net, tree, node, demand, budget)
    }
}
