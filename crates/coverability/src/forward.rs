//! Forward search with markings that have ω.
//!
//! * [`cover`]: the coverability set of a net, by Karp and Miller's tree with accelerations;
//! * [`is_inductive`]: whether a downward-closed set is an invariant, checked apart from the searches.

mod concretise;
mod cover;
mod image;
mod inductive;
mod karp_miller;
mod movement;
mod tree;
mod unfold;

pub use cover::{Cover, cover};
pub use inductive::is_inductive;
pub use karp_miller::CoverStatistics;
