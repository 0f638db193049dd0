//! Forward search with markings that have ω.
//!
//! * [`cover`]: the coverability set of a net, by Karp and Miller's tree with accelerations;
//! * [`forward`](decide::forward): whether a target is covered, by that tree, and by expand, enlarge and check;
//! * [`is_inductive`]: whether a downward-closed set is an invariant, checked apart from the searches.

mod concretise;
mod cover;
mod decide;
mod expand_enlarge;
mod image;
mod inductive;
mod karp_miller;
mod movement;
mod saturate;
mod tree;
mod unfold;
mod witness;

pub use cover::{Cover, cover};
pub use decide::{ForwardOptions, ForwardOutcome, ForwardStatistics, forward};
pub use inductive::is_inductive;
pub use karp_miller::CoverStatistics;
