//! Forward search with markings that have ω.
//!
//! * [`cover`]: the coverability set of a net, by Karp and Miller's tree with accelerations;
//!   places' bounds and transitions that can fire are read off it ([`Cover::bound`], [`Cover::quasi_live`]);
//! * [`deadlock_free`] and [`termination`]: what needs more than covers;
//! * [`forward()`]: whether a target is covered, by that tree, and by expand, enlarge and check;
//! * [`minimal_markings_that_fire`]: least markings without deadlocks, for nets without choices;
//! * [`is_inductive`]: whether a downward-closed set is an invariant, checked apart from the searches.

mod bound;
mod concretise;
mod cover;
mod deadlock;
mod decide;
mod expand_enlarge;
mod image;
mod inductive;
mod karp_miller;
mod movement;
mod perpetual;
mod saturate;
mod termination;
mod tree;
mod unfold;
mod witness;

pub use bound::{Bound, Growth};
pub use cover::{Cover, GrowingCover, cover};
pub use deadlock::{Deadlocks, deadlock_free};
pub use decide::{ForwardOptions, ForwardOutcome, ForwardStatistics, forward};
pub use inductive::is_inductive;
pub use karp_miller::CoverStatistics;
pub use perpetual::{is_choice_free, minimal_markings_that_fire};
pub use termination::{Termination, termination};
