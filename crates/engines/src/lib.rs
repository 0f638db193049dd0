//! Asks engines for answers: who can check what, who takes which turn, and what is told when.
//!
//! * what an engine is: [`Engine`], [`Unsupported`], [`Failure`]; what it is asked for: [`Subject`], [`Options`]
//! * which engines there are: [`available`], [`find`], [`Availability`]
//! * who takes turns, and how long they are, as data: [`schedule()`], by the [`Extent`] of the system
//! * who is asked for what, before work begins: [`plan()`]
//! * giving turns until all is answered: [`run`], which tells answers as [`Event`]s
//! * the same for every size, where a constant that says how many instances there are stays open: [`run_every_size`]
//! * nets made smaller before they are searched, to which only schedules give turns: [`ReducedNetEngine`]
//! * no path is believed until the reference interpreter has walked it: [`confirm`]

mod abstraction_engine;
mod advice;
mod certify;
mod confirm;
mod coroutine;
mod counters;
mod coverability_engine;
mod diagrams;
mod engine;
mod every_size;
mod explicit_engine;
mod extent;
mod finite_sets;
mod hints;
mod integer_sets;
mod net_conditions;
mod net_views;
mod open;
mod options;
mod plan;
mod prefix_turns;
mod reduced_net;
mod registry;
mod schedule;
mod scheduler;
mod solver_budget;
mod split;
mod subject;
mod symbolic_engine;
mod symbolic_options;
mod tasks;
#[cfg(test)]
mod tests;
mod unfolding_engine;

pub use abstraction::{
    Diagram, DiagramEdge, DiagramPredicate, DiagramRequest, Drawn, Means, Node, Origin, Splitting,
    are_inductive,
};
pub use certify::{Certifier, certificate};
pub use confirm::confirm;
pub use coverability::{CoverabilityOptions, CoverabilityStrategy, Representation};
pub use diagrams::{diagram, unaided_diagram};
pub use engine::{Engine, Failure, Unsupported};
pub use every_size::{
    Allotment, Attempt, EngineProof, EverySize, Proof, Refused, SizeEvent, SizedSystem, proofs,
    run_every_size,
};
pub use explicit::{Form, Use};
pub use extent::Extent;
pub use integer_sets::{Asked, pursue};
pub use net_views::{DrawnPrefix, drawn_prefix, named_net};
pub use nets::{Amount, Net};
pub use options::Options;
pub use plan::{Choice, Plan, plan};
pub use reduced_net::{ReducedNetEngine, ReducedSearch};
pub use registry::{Availability, available, find};
pub use schedule::{Schedule, schedule};
pub use scheduler::{Event, run, stopped};
pub use subject::Subject;
pub use symbolic::Direction;
pub use symbolic_options::{Layout, Partition, Sets, SymbolicOptions};
pub use unfolding::{Companion, Condition, Event as PrefixEvent};
