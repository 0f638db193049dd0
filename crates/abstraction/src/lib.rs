//! Proofs by predicates, and bounded search: questions about single states, put to a solver.
//!
//! * [`check_observed`] answers questions; [`can_check`] says which; [`invariant`] gives what a proof rests on.
//! * Bounded search and induction write the steps of a system out one after the other.
//! * Reachability of predicates finds inductive invariants made of predicates, and new predicates where a path shows that they do not
//!   suffice.
//!
//! Nothing here knows how integers are decided: that is the crate `satisfiability`.

mod check;
mod choice;
mod cube;
mod diagram;
mod elimination;
mod failure;
mod farkas;
mod fraction;
mod ic3;
mod implicant;
mod instant;
mod predicates;
mod refinement;
mod transitions;
mod translation;
mod unrolling;

pub use check::{Means, are_inductive, can_check, check_observed, invariant};
pub use diagram::{
    Configuration, Consecution, Control, Diagram, DiagramEdge, DiagramPredicate, DiagramRequest, Drawn, Node,
    Origin, Splitting, draw,
};
pub use failure::Failure;
