//! Generated invariants: what is always true at which location, found and proved without being asked for a property.
//!
//! * [`generate()`] finds candidates, keeps those that are inductive together, and leaves out what the others imply;
//! * [`compositional()`] are the candidates of each process on its own, before they are proved;
//! * what comes out: [`Generation`] of [`Generated`] formulas, each with the [`Rule`] that gave it;
//! * the same as text, with what holds of every instance as one: [`describe()`]; each as one expression: [`expression()`];
//! * as conditions that engines can read: [`condition()`].
//!
//! Whatever a candidate comes from, it is believed only when it has been proved: `inductive` decides that exactly, in the logic of the
//! checker of certificates.

mod allowance;
mod commands;
mod conditions;
mod counts;
mod cubes;
mod describe;
mod equalities;
mod evaluate;
mod expressions;
mod families;
mod generate;
mod generated;
mod inductive;
mod minimal;
mod orbits;
mod polyhedra;
mod renaming;
mod rows;
mod samples;
mod steps;
mod structural;
mod symmetry;
mod templates;
mod terms;
mod vocabulary;
mod wording;

pub use conditions::condition;
pub use describe::{Described, Index, describe, expression};
pub use generate::{Generation, compositional, generate, generate_with};
pub use generated::{At, Generated, Rule};
