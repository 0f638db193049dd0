//! Which markings of a net can be covered, for any number of tokens.
//!
//! * [`backward`]: from the targets, by upward-closed sets ([`sets`]), less what cannot be reached anyway ([`pruning`]).
//! * as an engine: [`check_observed`] answers questions about systems that are nets, [`can_check`] says which.

pub mod backward;
mod check;
mod failure;
pub mod pruning;
pub mod sets;

pub use backward::{BackwardOptions, BackwardOutcome, CoverabilityAnswer};
pub use check::{CoverabilityOptions, can_check, check_observed, invariant};
pub use failure::Failure;
