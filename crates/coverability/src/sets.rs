//! Upward-closed sets of markings, by their least elements.
//!
//! * one least element: [`Demand`]; what leads into it: [`Predecessors`];
//! * many of them: [`DemandTrie`];
//! * sets between bounds from both sides: [`Cubes`], and what leads into them ([`Predecessors::of_cube`]);
//! * what all representations can do: [`UpwardClosed`]; and the representations: [`Antichain`], [`SharingTree`],
//!   [`SumConstraints`].

mod antichain;
mod cube_predecessors;
mod cubes;
mod demand;
mod predecessor;
mod sharing_tree;
mod sum_constraint;
mod sum_constraints;
mod tree_table;
mod trie;
mod upward_closed;

pub use antichain::Antichain;
pub use cube_predecessors::CubePredecessors;
pub use cubes::Cubes;
pub use demand::Demand;
pub use predecessor::{MOST_WAYS, Predecessors, ways};
pub use sharing_tree::SharingTree;
pub use sum_constraints::SumConstraints;
pub use trie::DemandTrie;
pub use upward_closed::UpwardClosed;
