//! Automata as text for people and other tools.

mod dot;
mod hoa;
mod label;

pub use dot::to_dot;
pub use hoa::to_hoa;
