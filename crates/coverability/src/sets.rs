//! Upward-closed sets of markings, by their least elements.
//!
//! * one least element: [`Demand`]; what leads into it: [`Predecessors`];
//! * many of them: [`DemandTrie`];
//! * why a computation ended early: [`Interrupted`].

mod demand;
mod interrupted;
mod predecessor;
mod trie;

pub use demand::Demand;
pub use interrupted::Interrupted;
pub use predecessor::Predecessors;
pub use trie::DemandTrie;
