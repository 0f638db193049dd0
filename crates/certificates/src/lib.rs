//! Certificates: what a verdict rests on, in formulas of the language, and a checker that accepts or refuses them.
//!
//! Nothing here shares code with an engine or a library of sets.

mod certificate;
mod linear;
mod logic;
mod term;

pub use certificate::{
    AlwaysAbove, AlwaysBelow, Automaton, AutomatonEdge, Certificate, Claim, Condition, Document, Growth, Header, Proof,
    Recurring, Region,
};
pub use linear::Linear;
pub use logic::{Kind, Logic, Refusal, Valuation, Variable};
pub use term::Term;
