//! Temporal properties by their definitions, on graphs so small that nothing needs to be clever, and the explicit
//! engine against that.
//!
//! * the graph of a system, state by state in the reference interpreter: `Graph`;
//! * fair paths: `fair`; branching time: `branching`; linear time: `linear`;
//! * one path: `path`; the paths that an engine shows for a formula: `evidence`;
//! * random tiny models with formulas and fairness: `temporal_model`(generate::temporal_model);
//! * random models with unbounded integers: `integer_model`(integers::integer_model);
//! * what tiny models satisfy, stated by hand: `formulas`(table::formulas);
//! * all of this against the engine: `compare_temporal`(compare::compare_temporal).

mod branching;
mod compare;
mod evidence;
mod fair;
mod formulas;
mod generate;
mod graph;
mod integers;
mod lengths;
mod linear;
mod path;
mod shapes;
mod table;
mod walk;

pub use branching::states_of;
pub use compare::{TemporalOutcome, compare_temporal, compare_with_shapes};
pub use generate::temporal_model;
pub use graph::{Graph, Step};
pub use integers::{PARAMETER, integer_model};
pub use linear::some_path_violates;
pub use path::PlainLasso;
pub use table::formulas;
pub use walk::random_lasso;
