//! Which markings of a net can be covered, for any number of tokens.
//!
//! * [`downward`]: downward-closed sets of markings, as the maximal ones with ω for "no limit";
//! * [`forward`]: what can be reached from the starts, as such sets.

pub mod downward;
pub mod forward;
