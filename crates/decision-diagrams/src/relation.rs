//! Relations: sets of pairs of states, and what they change.

use crate::image::Changes;
use oxidd::Function;
use oxidd::bdd::BDDFunction;
use std::fmt;
use std::rc::Rc;

/// A set of pairs of states.
#[derive(Clone)]
pub struct Relation {
    pub(crate) diagram: BDDFunction,
    pub(crate) changes: Rc<Changes>,
    pub(crate) number: u64,
}

impl fmt::Debug for Relation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a relation of {} nodes", self.diagram.node_count())
    }
}
