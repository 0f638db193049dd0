//! Packed states, kept and found again.

mod hash;
mod lines;
pub mod pieces;
mod shape;
pub mod store;
pub mod table;

pub use hash::{hash, home_in, mix, owner};
pub use shape::Shape;
