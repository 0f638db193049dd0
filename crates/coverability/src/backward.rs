//! Coverability by searching backward from the targets.
//!
//! * the question and its answer: [`backward`], [`BackwardOptions`], [`BackwardOutcome`], [`CoverabilityAnswer`];
//! * the search over single demands, the nearest first;
//! * the search in rounds, over any representation of sets;
//! * runs from what was found.

mod best_first;
mod layers;
mod outcome;
mod replay;
mod search;

pub use outcome::{
    BackwardOptions, BackwardOutcome, BackwardStatistics, CoverabilityAnswer, Representation, UncoveredProof,
};
pub use search::backward;
