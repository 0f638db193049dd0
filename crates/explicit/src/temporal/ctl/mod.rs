//! CTL on the graph of reachable states: which states satisfy a formula, and why.

mod evidence;
mod label;
mod shorten;

pub(crate) use evidence::{Claim, claim};
pub(crate) use label::Labelling;
