//! State sets of systems with finite and integer variables.
//!
//! * [`Polyhedra`]: integer variables alone, as unions of polyhedra with divisibility.
//! * [`Composite`]: a finite domain beside an integer domain, as a map from finite states to integer sets.

mod composite;
mod polyhedra;

pub use composite::{Composite, CompositeRelation, CompositeSet};
pub use polyhedra::{Polyhedra, PolyhedraRelation};
