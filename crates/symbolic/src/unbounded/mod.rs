//! Systems whose states cannot be counted: what fixpoints decide if they end, and what bounds of them decide.
//!
//! A system is put into a domain ([`Representation`], [`Encoded`]); an attempt there follows a [`Strategy`]. Which of
//! them are tried, in which order and for how long, is decided by whoever asks.

mod attempt;
mod branching;
mod context;
mod countless;
mod encoded;
mod largest;
mod linear;
mod proof;
mod rigid;
mod safety;
mod strategy;

pub use countless::Countless;
pub use encoded::{AttemptOutcome, Encoded, Numbered, Representation, Represented, Setup, WITH_KNOWN};
pub use rigid::{restored, rigid_variables, stripped};
pub use strategy::{Direction, STRATEGIES, Strategy};
