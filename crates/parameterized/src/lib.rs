//! Answers for every number of processes.
//!
//! [`check`] asks whether a property holds of a [`ParameterizedSystem`] for every value of its constant from the
//! least one on. It proves or gives up: violations are for searches of single sizes.
//!
//! * [`views`]: which views of a few processes are reachable, closed under what one more can do.

pub mod views;

pub use views::{Outcome, Statistics, ViewsProof, check};

#[doc(inline)]
pub use system::parameterized::ParameterizedSystem;
