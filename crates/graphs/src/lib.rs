//! Algorithms on graphs whose nodes are numbers, and which know nothing of what the nodes stand for.

mod components;

pub use components::components;
