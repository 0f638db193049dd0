//! Symmetry: states that differ only by an exchange of instances of a process are searched once.
//!
//! Which instances can be exchanged is found in the system and the properties ([`analysis::classes`]).
//!
//! Each state is replaced by a representative of its orbit ([`canonical`]). A path through representatives is
//! turned into one of the system afterwards, from a true initial state on, by taking at each step a successor with
//! the representative that is wanted.
//!
//! # Reference
//!
//! Ip, Dill: *Better Verification through Symmetry*, Formal Methods in System Design 9, 1996, doi:10.1007/BF00625968.
//! Departure: what they declare as scalarsets is found by comparison.

mod canonical;
#[cfg(test)]
mod tests;

pub use analysis::orbits;
pub use canonical::Form;
pub(crate) use canonical::{Canonical, Workspace};

use crate::injected::{InjectedError, is_made};
use system::{Property, System};

/// How to represent states under the symmetries that a system and these properties have; nothing if there are none.
pub(crate) fn symmetry(system: &System, properties: &[&Property]) -> Option<Canonical> {
    let judgement = |is_same| is_same || is_made(InjectedError::AnySymmetry);
    let classes = analysis::classes_by(system, properties, &judgement);
    if classes.is_empty() { None } else { Some(Canonical::new(system, &classes)) }
}
