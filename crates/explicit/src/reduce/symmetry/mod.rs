//! Symmetry: states that differ only by an exchange of instances of a process are searched once.
//!
//! Nothing is assumed. Two instances can be exchanged if their exchange maps the transitions of the system onto
//! themselves, and every property onto itself: the transitions are written down before and after, and compared
//! ([`detect`], [`key`]). Being exchangeable is an equivalence, so the instances fall into classes, and a property that
//! names an instance leaves that one alone. References follow the instances, and so do arrays with an element for each
//! of them and integers that hold their indices, where these are used for nothing else ([`roles`]). The initial states
//! need not be symmetric.
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
mod detect;
mod exchange;
mod key;
mod orbits;
mod roles;
#[cfg(test)]
mod tests;

pub use canonical::Form;
pub(crate) use canonical::{Canonical, Workspace};
pub use orbits::orbits;

use system::{Property, System};

/// How to represent states under the symmetries that a system and these properties have; nothing if there are none.
pub(crate) fn symmetry(system: &System, properties: &[&Property]) -> Option<Canonical> {
    let classes = detect::classes(system, properties);
    if classes.is_empty() { None } else { Some(Canonical::new(system, &classes)) }
}
