//! Which markings of a net can be covered, for any number of tokens.
//!
//! * [`downward`]: downward-closed sets of markings, as the maximal ones with ω for "no limit".

pub mod downward;
