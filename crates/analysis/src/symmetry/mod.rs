//! Symmetry of systems: which instances of a process can be exchanged without changing anything that is asked.
//!
//! Nothing is assumed. Two instances can be exchanged if their exchange maps the transitions of the system onto
//! themselves, and every property onto itself: the transitions are written down before and after, and compared
//! (`detect`, `key`). Being exchangeable is an equivalence, so the instances fall into classes, and a property that
//! names an instance leaves that one alone. References follow the instances, and so do arrays with an element for each
//! of them and integers that hold their indices, where these are used for nothing else (`roles`), entries of queues
//! as far as these are long among them (`queues`). The initial states
//! need not be symmetric.
//!
//! Engines put one state in the place of all that differ from it by such exchanges, each in its own way.
//!
//! # Reference
//!
//! Ip, Dill: *Better Verification through Symmetry*, Formal Methods in System Design 9, 1996, doi:10.1007/BF00625968.
//! Departure: what they declare as scalarsets is found by comparison.

mod detect;
mod exchange;
mod key;
mod orbits;
mod queues;
mod roles;

pub use detect::{Class, classes, classes_by};
pub use exchange::Roles;
pub use orbits::orbits;
