//! Exact integer sets and relations, as unions of polyhedra with divisibility.
//!
//! A [`Set`] is a finite union of [`Conjunction`]s of linear equalities and inequalities over named dimensions,
//! symbolic parameters and floor divisions; a [`Relation`] is a set of pairs. Every set that a formula of Presburger
//! arithmetic defines can be expressed, and every operation is exact unless its name says otherwise. Coefficients
//! are [`Integer`]s of any size. Every operation that can blow up takes a [`Budget`].
//!
//! # A worked example
//!
//! A buffer between a producer and a consumer, of unbounded size. Can the consumer overtake the producer? The states are
//! points `[produced, consumed]` and each event is a relation between the point before and the point after.
//!
//! ```
//! use presburger::{Budget, OutOfBudget, Relation, Set, Side};
//!
//! fn main() -> Result<(), OutOfBudget> {
//!     // Every operation that can blow up takes a budget, and says so if it is spent.
//!     let budget = Budget::operations(1_000_000);
//!     let step = Relation::parse(
//!         "{ [produced, consumed] -> [produced + 1, consumed];
//!            [produced, consumed] -> [produced, consumed + 1] : consumed < produced }").unwrap();
//!     let start = Set::parse("{ [p, c] : p = 0 and c = 0 }").unwrap();
//!     let bad = Set::parse("{ [p, c] : c > p }").unwrap();
//!
//!     // Infinitely many states are reached, in any number of steps; the answer is exact, and says so.
//!     let closure = step.reflexive_transitive_closure(Side::Above, &budget)?;
//!     assert!(closure.exact);
//!     let reached = closure.relation.image(&start, &budget)?;
//!     assert!(reached.is_equal(&Set::parse("{ [p, c] : 0 <= c <= p }").unwrap(), &budget)?);
//!     assert!(reached.is_disjoint(&bad, &budget)?);
//!
//!     // Sets are printed as they are read. Which states with an even number of items have an empty buffer?
//!     let even = Set::parse("{ [p, c] : exists k: p = 2k }").unwrap();
//!     let empty = Set::parse("{ [p, c] : p = c }").unwrap();
//!     let both = reached.intersection(&even, &budget)?.intersection(&empty, &budget)?;
//!     assert!(both.contains(&[4, 4]) && !both.contains(&[3, 3]));
//!     let again = Set::parse(&both.simplified(&budget)?.to_string()).unwrap();
//!     assert!(again.is_equal(&both, &budget)?);
//!     Ok(())
//! }
//! ```
//!
//! # The operations
//!
//! * Building and writing: [`Formula`], [`Notation`], [`Set::parse`], [`Set::parse_within`], [`Set::from_formula`], `Display`.
//! * Boolean operations: [`Set::union`], [`Set::intersection`], [`Set::difference`], [`Set::complement`].
//! * Questions: [`Set::is_empty`], [`Set::sample`], [`Set::is_subset`], [`Set::is_equal`], [`Set::is_disjoint`],
//!   [`Set::contains`], [`Set::minimum`], [`Set::maximum`].
//! * Dimensions: [`Set::project_out`], [`Set::cylinder`], [`Set::product`], [`Set::renamed`], [`Set::permuted`].
//! * Simpler forms: [`Set::simplified`], [`Set::coalesced`], [`Set::gist`].
//! * Hulls and optima: [`Set::affine_hull`], [`Set::convex_hull`], [`Set::lexicographic_minimum`],
//!   [`Set::lexicographic_maximum`].
//! * Relations: [`Relation::domain`], [`Relation::range`], [`Relation::inverse`], [`Relation::then`],
//!   [`Relation::image`], [`Relation::pre_image`], [`Relation::restrict_domain`], [`Relation::transitive_closure`].
//! * Functions that steps decrease: [`linear_ranking`].
//! * Upper bounds of growing sequences: [`Set::widened`], [`Set::widened_hull`].

mod affine_hull;
mod build;
mod closure;
mod coalesce;
mod compare;
mod conjunction;
mod convex_hull;
mod cut;
mod difference;
mod eliminate;
mod formula;
mod gist;
mod integer;
mod lexicographic;
mod normalize;
mod optimum;
mod parse;
mod print;
mod project;
mod ranking;
mod read;
mod relation;
mod row;
mod sample;
mod scalar;
mod set;
mod simplex;
mod simplify;
mod space;
mod system;
mod tableau;
mod widen;

pub use budget::{Budget, Budgeted, Limits, OutOfBudget};
pub use build::BuildError;
pub use closure::{Closure, Side};
pub use conjunction::{Conjunction, Division};
pub use formula::{Comparison, Formula, Term};
pub use integer::Integer;
pub use optimum::Optimum;
pub use parse::{Notation, ParseError};
pub use ranking::{Passage, Ranking, linear_ranking};
pub use read::ReadError;
pub use relation::Relation;
pub use row::Row;
pub use set::Set;
pub use space::Space;
