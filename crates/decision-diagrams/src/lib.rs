//! Finite state sets as binary decision diagrams.
//!
//! A [`Diagrams`] is a domain of state sets (`state_sets::Domain`) over variables with finitely many values. Each
//! variable is coded in bits, and a set is the ordered decision diagram of its characteristic function. The nodes
//! live in a table of the `oxidd` crate; the operations on them are ours, so that each of them can be
//! interrupted, hears of a full table, and knows of pairs of old and new bits.
//!
//! * `layout`: variables in bits, bits on levels; `order`: which variable comes first;
//! * `store`: the table of nodes, its limits and its memory of results (`cache`);
//! * `connect`: union, intersection, difference, choice; `image`: one step of a relation;
//! * `formula`, `sum`: from formulas to diagrams;
//! * `exchange`: variables and values that change places;
//! * `reach`, `saturate`: all steps of many relations;
//! * `measure`: counting, picking, membership; `domain`: all of it behind the traits.

mod cache;
mod connect;
mod describe;
mod domain;
mod exchange;
mod formula;
mod image;
mod layout;
mod measure;
mod order;
mod reach;
mod relation;
mod saturate;
mod store;
mod sum;

pub use domain::{Diagrams, Options, Set};
pub use order::Order;
pub use reach::Strategy;
pub use relation::Relation;
