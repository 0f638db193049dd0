//! Domains around other domains: the same sets, with a memo table, or kept apart by classes of states.

mod memoised;
mod partitioned;

pub use memoised::{Interned, Memoised};
pub use partitioned::Partitioned;
