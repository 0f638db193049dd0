//! Systems whose states cannot be counted: what fixpoints decide if they end, and what bounds of them decide.
//!
//! One attempt follows a [`Tactic`]; [`check_unbounded`] tries one after the other, with growing shares of work, until
//! each property is settled or the watch says that it is enough.

mod attempt;
mod bench;
mod branching;
mod countless;
mod ladder;
mod largest;
mod linear;
mod ration;
mod rigid;
mod safety;
mod storage;
mod tactic;

pub use countless::Countless;
pub use ladder::{UnboundedSettings, check_unbounded};
pub use ration::Ration;
pub use rigid::rigid_variables;
pub use storage::{Storage, Stored};
pub use tactic::{Direction, LADDER, Tactic};
