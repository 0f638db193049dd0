//! Satisfiability of Boolean formulas over linear integer arithmetic.
//!
//! A [`Solver`] keeps clauses over [`Literal`]s: Boolean variables, gates over other literals, and comparisons of linear [`Sum`]s
//! over [`Integer`]s without bounds. Asked under assumptions, it gives a model, or a core of the assumptions. What it learns stays
//! for the next question.
//!
//! * the interface: [`Solver`], with gates in normal form, inequalities in normal form, and models;
//! * the search: clauses, conflicts, what is learnt from them, and what need not be decided;
//! * arithmetic: rows and pivots, bounds and explanations, integers by cases and by [`presburger`].
//!
//! No number is ever rounded: all have any size inside, and [`Stopped::Overflow`] is the answer where one does not fit outside.

mod analysis;
mod arithmetic;
mod clauses;
mod gates;
mod integers;
mod linear;
mod literal;
mod model;
mod order;
mod relevance;
mod search;
mod simplex;
mod solver;
mod stopped;
mod sum;
mod tableau;
mod trail;

pub use literal::Literal;
pub use solver::Solver;
pub use stopped::Stopped;
pub use sum::{Integer, Sum};
