//! Petri nets with transfers and limits, apart from any way of checking them.
//!
//! * the data: [`Net`], [`Transition`], [`Start`], [`Amount`]; a [`Marking`] says how many tokens are where;
//! * what a net means: [`Net::fire`], [`Net::is_start`];
//! * sets of markings that questions ask for: [`Cube`];
//! * the net that a system is, if it is one: [`extract`], [`SystemNet`], [`Unfit`].

mod cube;
mod extraction;
mod net;

pub use cube::Cube;
pub use extraction::{Shape, SystemNet, Unfit, View, extract};
pub use net::{Amount, Marking, Net, Overflow, Place, Run, Start, Transition};
