//! Coloured nets, unfolded to place/transition nets.
//!
//! Symmetric nets have tokens with colours from finite sorts. A place becomes one place for each colour that its tokens may have, a
//! transition one transition for each way to give its variables values for which its condition holds. Names of instances are those of
//! the place or transition and of the colours, `fork_2`. What can never be marked, and what can never fire since it needs that, is left
//! out: formulas about it are not changed by that, and most of what an unfolding writes down is of that kind.
//!
//! The successor of the last value of a sort is the first one, in every sort that has an order: where the standard defines it, the sort
//! is cyclic, and elsewhere tools agree on this.
//!
//! # Reference
//! ISO/IEC 15909-2:2011, *High-level Petri nets, part 2: transfer format*, clauses on symmetric nets; Chiola, Dutheillet, Franceschinis,
//! Haddad: *On Well-Formed Coloured Nets and Their Symbolic Reachability Graph*, ICATPN 1990.

mod condition;
mod instances;
mod sorts;
mod terms;
mod unfold;

use super::graph::Graph;
use crate::Problem;
use crate::net::Net;

/// The place/transition net that a coloured net unfolds to.
pub(super) fn net(id: &str, graph: &Graph<'_, '_>) -> Result<Net, Problem> {
    let declarations = sorts::Declarations::of(&graph.declarations)?;
    let net = unfold::unfolded(id, graph, &declarations)?;
    Ok(instances::markable(net))
}
