//! Explicit-state search: reachable states one by one, packed and stored.
//!
//! * the front door: [`can_check`], [`check`], [`check_with_coverage`], [`Settings`], [`Failure`];
//! * the model, compiled (`program`), its expressions (`code`), values as integers (`value`), sets of numbers (`bits`);
//! * states, packed and found again (`states`), and their successors (`step`);
//! * what may be left out because it cannot matter (`reduce`);
//! * the search, what it watches, and paths to what it found (`search`), and what comes of it (`answer`);
//! * temporal logic on the graph of states (`temporal`);
//! * what never happens (`coverage`);
//! * states and successors for a search whose states others store: [`Kernel`];
//! * errors that tests make on purpose (`injected`).
//!
//! No module imports, even by way of others, one that imports it: each stands on those listed before it in
//! `injected`, `bits`, `value`, `code`, `program`, `states`, `step`, `reduce`, `search`, `temporal`, `coverage`.

mod answer;
mod bits;
mod can_check;
mod check;
mod code;
mod coverage;
mod hashing;
mod injected;
mod kernel;
mod places;
mod program;
mod reduce;
mod report;
mod search;
mod settings;
mod states;
mod step;
mod temporal;
mod value;

pub use can_check::{can_check, can_check_all};
pub use check::{check, check_observed, check_with_coverage, read_processes};
#[cfg(feature = "injected-errors")]
pub use injected::{InjectedError, with_error};
pub use kernel::{Counts, Ended, ExpandedState, Kernel, Met, TooWide};
pub use reduce::symmetry::{Form, orbits};
pub use report::{Failure, Report};
pub use settings::{LinearSearch, Settings, Use};
