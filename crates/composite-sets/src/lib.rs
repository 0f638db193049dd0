//! State sets of systems with finite and integer variables.
//!
//! * [`Polyhedra`]: integer variables alone, as unions of polyhedra with divisibility.
//! * [`Automata`]: integer variables, with finite ones beside them or not, in one automaton.
//! * [`Composite`]: a finite domain beside an integer domain, as a map from finite states to integer sets.
//! * [`Remembered`]: any of these with a memory of its results.
//! * [`Partitioned`]: any of these with its sets kept apart by classes of states.

mod automata;
mod codes;
mod composite;
mod partitioned;
mod polyhedra;
mod remembered;

pub use automata::{Automata, AutomataRelation, Parallel, Serially, Tape};
pub use composite::{Composite, CompositeRelation, CompositeSet};
pub use partitioned::Partitioned;
pub use polyhedra::{Polyhedra, PolyhedraRelation};
pub use remembered::{Known, Remembered};
