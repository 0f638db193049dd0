//! Which markings of a net can be covered, for any number of tokens.
//!
//! * [`backward`]: from the targets, by upward-closed sets ([`sets`]), less what cannot be reached anyway ([`pruning`]);
//! * [`forward`]: what can be reached from the starts, as downward-closed sets ([`downward`]);
//! * as an engine: [`check_observed`] answers questions about systems that are nets, [`can_check`] says which.

pub mod backward;
mod check;
pub mod downward;
mod failure;
pub mod forward;
mod interrupted;
pub mod pruning;
pub mod sets;
mod simplex;

pub use backward::{BackwardOptions, BackwardOutcome, CoverabilityAnswer, Representation};
pub use check::{
    CoverabilityOptions, CoverabilityStrategy, can_check, check_observed, inductive_conditions, invariant,
};
pub use failure::Failure;
pub use interrupted::Interrupted;
