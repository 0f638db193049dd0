//! A system in the language of state sets, which any domain can read.
//!
//! * [`lower()`] makes formulas of a system: its variables become a space, its transitions steps, its conditions formulas; the
//!   result is [`Lowered`], or the reason why there is none ([`LoweringError`]).
//! * [`Prepared`] is a system that is lowered once for all who ask.
//! * [`Coding`] says which code of the space stands for which value of the system.
//!
//! Nothing here knows how sets are represented, nor what they are computed for.

mod coding;
mod lower;

pub use coding::{Codes, Coding};
pub use lower::{
    LowerOptions, Lowered, LoweringError, Move, NOTE, Prepared, Quantity, Unsupported, guard, kinds, lower,
};
