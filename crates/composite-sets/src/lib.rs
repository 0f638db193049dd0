//! State sets of systems with finite and integer variables: four things apart.
//!
//! * `polyhedra`: [`Polyhedra`], integer variables alone, as unions of polyhedra with divisibility.
//! * `automata`: [`Automata`], integer variables, with finite ones beside them or not, in one automaton.
//! * `composite`: [`Composite`], a finite domain beside an integer domain, as a map from finite states to integer sets.
//! * `wrappers`: [`Memoised`], any of these with a memo table of its results; [`Partitioned`], any of these with its sets kept apart
//!   by classes of states.

mod automata;
mod codes;
mod composite;
mod polyhedra;
mod wrappers;

pub use automata::{Automata, AutomataRelation, Parallel, Serially, TrackEncoding};
pub use composite::{Composite, CompositeRelation, CompositeSet};
pub use polyhedra::{Polyhedra, PolyhedraRelation};
pub use wrappers::{Interned, Memoised, Partitioned};
