//! What a certificate must satisfy: obligations, each of which says that no state (and no step) is so and so.
//!
//! Every obligation is about one state or about one step. Why they are enough is said where they are made.
//!
//! * [`context`]: the model in a logic, its steps, sets before and after a step
//! * [`safety`]: sets that no step leaves
//! * [`fairness`]: what counts for a fair path
//! * [`region`]: why no fair path stays somewhere; [`recurring`]: why one does
//! * [`growth`]: why values grow without bound
//! * [`branching`] and [`linear_time`]: temporal properties

mod branching;
mod context;
mod core;
mod fairness;
mod growth;
mod linear_time;
mod recurring;
mod region;
mod safety;

pub(crate) use branching::Branching;
pub(crate) use context::{Context, Passage, Set};
pub(crate) use growth::Conditions;
