//! Downward-closed sets of markings.
//!
//! A set that contains with a marking all those with fewer tokens is the union of finitely many boxes "at most so many tokens on each
//! place", where a place may be without limit. Such a box is an [`OmegaMarking`], and a set is kept as its maximal ones:
//!
//! * [`OmegaMarking`]: sparse, cheap to copy;
//! * [`Signature`]: what shows quickly that one is not below another;
//! * [`MaximalSet`]: the maximal ones, with an index for the questions "is this below one of them" and "which of them are below this".
//!
//! # Reference
//!
//! Finkel, Goubault-Larrecq: *Forward analysis for WSTS, part I: completions*, STACS 2009, doi:10.4230/LIPIcs.STACS.2009.1844.

mod maximal;
mod omega_marking;
mod signature;

pub use maximal::MaximalSet;
pub use omega_marking::{OMEGA, OmegaMarking};
pub use signature::Signature;
