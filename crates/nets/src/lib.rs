//! Petri nets with transfers and limits, apart from any way of checking them.
//!
//! * the data: [`Net`], [`Transition`], [`Start`], [`Amount`]; a [`Marking`] says how many tokens are where;
//! * what a net means: [`Net::fire`], [`Net::is_start`];
//! * sets of markings that questions ask for: [`Cube`];
//! * the net that a system is, if it is one: [`extract`], [`SystemNet`], [`Unfit`];
//! * weighted sums of tokens that never change: [`invariants`];
//! * smaller nets that share chosen properties, and runs led back from them: [`reduction`].

mod cube;
mod extraction;
pub mod invariants;
mod net;
pub mod reduction;

pub use cube::Cube;
pub use extraction::{Shape, SystemNet, Unfit, View, extract};
pub use net::{Amount, Marking, Net, Overflow, Place, Run, Start, Transition};
