//! What can be said of a system without searching its states: bounds of its variables, what can matter to a property, and the system
//! reduced to that.
//!
//! * intervals: [`bounds()`] finds a box around the reachable states, as [`Bounds`] of [`Values`], and transitions that are never taken
//! * cones of influence: [`cone()`] finds what can matter to a question
//! * what transitions change at all: [`changed`]
//! * inactive variables: [`inactive()`] finds values that nobody will read
//! * symmetry: [`classes`] finds the instances that can be exchanged, [`orbits`] the questions that symmetries map onto each other
//! * slices: [`slice()`] leaves out the rest, and [`lift()`] turns an answer about a slice into one about the whole system

mod cone;
mod environment;
mod evaluate;
mod faults;
mod inactive;
mod interval;
mod intervals;
mod lift;
mod places;
mod reads;
mod refine;
mod slice;
mod start;
mod symmetry;
mod transfer;
mod values;

pub use cone::{Cone, cone};
pub use faults::can_fault;
pub use inactive::{Inactive, Resets, inactive};
pub use interval::{End, Interval};
pub use intervals::{Bounds, bounds};
pub use lift::{LiftError, lift};
pub use reads::changed;
pub use slice::{Slice, slice};
pub use symmetry::{Class, Roles, classes, classes_by, orbits};
pub use values::{Codes, Values};
