//! Coverability by searching backward from the targets.
//!
//! * the question and its answer: [`backward`], [`BackwardOptions`], [`BackwardOutcome`], [`CoverabilityAnswer`];
//! * the search over single demands, the nearest first;
//! * the search in rounds, over any representation of sets;
//! * where limits matter: a search that keeps some upper bounds, and learns which ([`RefinedSearch`]);
//! * runs from what was found.

mod best_first;
mod constrained;
mod layers;
mod outcome;
mod precision;
mod refinement;
mod replay;
mod search;

pub use outcome::{
    BackwardOptions, BackwardOutcome, BackwardStatistics, CoverabilityAnswer, Representation, UncoveredProof,
};
pub use refinement::RefinedSearch;
pub use search::backward;
