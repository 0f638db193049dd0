//! Sets of integer vectors as minimal automata over shared decision diagrams.

mod atom;
mod automaton;
mod basic;
mod budget;
mod canonical;
mod carries;
mod close;
mod combine;
mod compare;
mod count;
mod diagrams;
mod formula;
mod hopcroft;
mod image;
mod linear;
mod memo;
mod minimize;
mod project;
mod rename;
mod sample;
mod store;
mod subsets;
mod substitute;
mod track;
mod vectors;

pub use automaton::{Automaton, Numbers};
pub use budget::{Budget, Budgeted, OutOfBudget};
pub use count::Size;
pub use diagrams::{Diagram, Diagrams, View};
pub use formula::Formula;
pub use image::Update;
pub use linear::{Comparison, Linear};
pub use memo::Memo;
pub use sample::Point;
pub use store::Store;
pub use track::{BooleanTrack, Track};
