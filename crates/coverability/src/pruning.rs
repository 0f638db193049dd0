//! Arguments that a marking cannot be covered, each cheaper than a search.
//!
//! * what all of them are asked through: [`Filter`], with [`PruningOptions`] and [`PruningCounts`];
//! * weighted sums of tokens: [`LinearBound`], from place invariants and from the state equation;
//! * traps, places that stay empty, and continuous runs;
//! * words first, and integers of any size where they do not suffice.

mod continuous;
mod empty_places;
mod filter;
mod flows;
mod invariants;
mod linear_bound;
mod state_equation;
mod traps;
mod words_first;

pub use filter::{Filter, FilterAnswer, PruningCounts, PruningOptions};
pub use flows::Flows;
pub use linear_bound::LinearBound;
pub use traps::is_trap;
