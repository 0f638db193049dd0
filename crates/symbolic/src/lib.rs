//! Checks properties by fixpoints over sets of states, in any domain that can represent them.
//!
//! * A system becomes formulas (`lower`): its variables a space, its transitions steps, its conditions formulas.
//! * The formulas become sets and relations of a domain ([`Model`]).
//! * Fixpoints of these decide properties.

mod coding;
mod lower;
mod lowered;

pub use coding::{Codes, Coding};
pub use lower::{LowerOptions, Quantity, Unsupported, lower};
pub use lowered::{Lowered, Move};
