//! Which markings of a net can be covered, for any number of tokens.
//!
//! * [`backward`]: from the targets, by upward-closed sets ([`sets`]), less what cannot be reached anyway ([`pruning`]).

pub mod backward;
mod interrupted;
pub mod pruning;
pub mod sets;
mod simplex;

pub use interrupted::Interrupted;
