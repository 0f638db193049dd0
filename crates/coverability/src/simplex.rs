//! Exact linear programs, asked again and again with other bounds.
//!
//! * [`Dictionary`]: the simplex method;
//! * [`Number`]: what it computes with.

mod dictionary;
mod number;

pub use dictionary::{Dictionary, Terms, Variable};
pub use number::Number;
