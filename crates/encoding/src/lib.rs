//! A system in the language of state sets, which any domain can read.
//!
//! * [`lower()`] makes formulas of a system: its variables become a space, its transitions steps, its conditions formulas; the
//!   result is [`Lowered`], or the reason why there is none ([`LoweringError`]).
//! * [`Prepared`] is a system that is lowered once for all who ask.
//! * [`apart()`] divides a step by the values of references, into parts that mention few variables.
//! * [`Lowered::forget`] makes steps forget what nobody will read.
//! * [`Coding`] says which code of the space stands for which value of the system.
//!
//! Nothing here knows how sets are represented, nor what they are computed for.

mod apart;
mod coding;
mod forget;
mod lower;

pub use apart::{Apart, apart};
pub use coding::{Codes, Coding};
pub use forget::Resets;
pub use lower::{
    LowerOptions, Lowered, LoweringError, Move, NOTE, Prepared, Quantity, Unsupported, guard, kinds, lower,
};
