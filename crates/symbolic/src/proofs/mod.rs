//! Proofs of verdicts, as data that others can check: the sets that fixpoints end in, and why no fair path stays where it must not.
//!
//! What was answered is computed once more, in the whole system and without the help of other answers, with the sets written down as
//! formulas. Nothing here is trusted: what comes out is checked by the crate `certificates`.

mod branching;
mod falling;
mod finite;
mod fixpoints;
mod layered;
mod linear;
mod prover;
mod recurring;
mod safety;
mod writer;

pub(crate) use finite::extras;
pub use finite::prove_in;
pub(crate) use fixpoints::{Above, Fixpoints, eliminated};
pub(crate) use linear::written;
pub(crate) use prover::Prover;
pub use prover::{Asked, Proved};
pub use safety::proof_of_invariant;
pub(crate) use writer::Writer;
