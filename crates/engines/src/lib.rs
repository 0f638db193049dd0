//! Asks each engine what it can check, picks, runs and combines.
//!
//! * what an engine is: [`Engine`], [`Unsupported`], [`Failure`]; what it is asked for: [`Wishes`], [`Report`]
//! * which engines there are, and those that are planned: [`find`], [`Availability`]
//! * who is asked first, and for how long, as data: [`preference`], by the [`Extent`] of the system; [`Effort`]
//! * who is asked for what, before work begins: [`plan`]
//! * running them: [`run`], with what is told meanwhile as [`Event`]s
//! * no path is believed until the reference interpreter has walked it: [`confirm`]

mod confirm;
mod effort;
mod engine;
mod explicit_engine;
mod extent;
mod integer_sets;
mod plan;
mod preference;
mod registry;
mod report;
mod run;
mod symbolic_engine;
mod symbolic_wishes;

pub use confirm::confirm;
pub use effort::Effort;
pub use engine::{Engine, Failure, Unsupported};
pub use explicit::{Form, Use};
pub use extent::Extent;
pub use plan::{Choice, Plan, plan};
pub use preference::preference;
pub use registry::{Availability, find};
pub use report::{Report, Wishes};
pub use run::{Event, run, stopped};
pub use symbolic::Direction;
pub use symbolic_wishes::{Layout, Partition, Sets, SymbolicWishes};
