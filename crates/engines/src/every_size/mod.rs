//! Answers for every size: a constant says how many instances there are, and stays open.
//!
//! Two kinds of work take turns. Concrete sizes are checked one after the other, from the least one on, each as any model is: the
//! first violation that is met is that of the smallest size, with its path, and ends the property. Proofs ([`Proof`]) look at all
//! sizes at once, and end it with `holds`. Turns are counted in questions to the watch, so that they do not depend on a clock, and
//! are twice as large in each round: what a size or a proof needs is spent at most twice.
//!
//! # Why it is right
//! `violated` is the answer of an ordinary check at one size, confirmed as any other. `holds` is never said without a proof for all
//! sizes; and after each proof some sizes that were not searched yet are, so that a wrong one does not stay unnoticed: a proof and a
//! concrete size that disagree are an internal error.
//!
//! A property has each size in turn: it never waits for another one that takes longer at a smaller size.

mod abstractions;
mod concrete;
mod engine_proof;
mod proof;
mod share;
mod standing;
mod turns;

pub use abstractions::{Refused, proofs};
pub use engine_proof::EngineProof;
pub use proof::{Attempt, Proof};
pub use share::Allotment;
pub use turns::{EverySize, SizeEvent, SizedSystem, run_every_size};
