//! Explicit-state search: reachable states one by one, packed and stored.
//!
//! * the front door: [`can_check`], [`check`], [`check_with_coverage`], [`Settings`], [`Failure`];
//! * the model, compiled: `program`, expressions (`code`), values as integers (`value`);
//! * one step: transitions on packed states (`rule`, `packed`, `apply`, `expand`), and in full generality
//!   (`fire`, `action`), with relations and initial states solved by `solve` and `initial`;
//! * states: how they are packed (`layout`), kept (`store`), and found again (`table`, `lines`, `successors`,
//!   `visited`, `missing`);
//! * what is left out because it cannot matter: interleavings (`stubborn`), instances
//!   that differ in nothing (`symmetry`), values that nobody will read (`inactive`); all together (`reduction`), and
//!   paths without them (`unfold`);
//! * the search (`search`, `lane`, `recent`, `sieve`, `positions`, `pieces`), what it watches (`monitor`), and what comes of it (`answer`, `path`, `reason`);
//! * temporal logic on the graph of states (`temporal`, `space`, `graph`, `fairness`, `ctl`, `ltl`);
//! * what never happens (`coverage`).

mod action;
#[cfg(test)]
mod agreement;
mod answer;
mod apply;
mod can_check;
mod check;
mod code;
mod coverage;
mod ctl;
mod expand;
mod fairness;
mod fire;
mod graph;
mod inactive;
mod initial;
mod lane;
mod layout;
mod lines;
mod ltl;
mod missing;
mod monitor;
mod packed;
mod path;
mod pieces;
mod positions;
mod program;
mod reason;
mod recent;
mod reduction;
mod rule;
mod search;
mod sieve;
mod solve;
mod space;
mod store;
mod stubborn;
mod successors;
mod symmetry;
mod table;
mod temporal;
mod unfold;
mod value;
mod visited;

pub use can_check::{can_check, can_check_all};
pub use check::{Failure, LinearSearch, Report, Settings, check, check_with_coverage};
pub use reduction::Use;
pub use symmetry::Form;
