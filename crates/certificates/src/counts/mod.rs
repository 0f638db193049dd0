//! Certificates for every size by counting: a proof about how many instances have which values, and a checker for it.
//!
//! The certificate lists the combinations of values that are counted, and has a proof whose formulas are about their numbers, of any
//! kind that single sizes have. The checker makes a system of counters by itself ([`translation`]) and has the proof checked
//! there. That instances have no other combinations is not believed: the system notes if one is met, and the proof must exclude it.

mod check;
mod data;
mod initial;
mod scope;
mod translation;
mod written;

pub use check::{check_counts, system_of_counters};
pub use data::CountsOf;
