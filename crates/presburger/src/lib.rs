//! Exact integer sets and relations, as unions of polyhedra with divisibility.
//!
//! A [`Set`] is a finite union of [`Conjunction`]s of linear equalities and inequalities over named dimensions,
//! symbolic parameters and floor divisions; a [`Relation`] is a set of pairs. Every set that a formula of Presburger
//! arithmetic defines can be expressed, and every operation is exact unless its name says otherwise. Coefficients
//! are [`Integer`]s of any size. Every operation that can blow up takes a [`Budget`].
//!
//! ```
//! use presburger::{Budget, Relation, Set, Side};
//! let budget = Budget::unlimited();
//! // A consumer that takes from a buffer: it never overtakes the producer.
//! let consume = Relation::parse("{ [produced, consumed] -> [produced, consumed + 1] : consumed < produced }").unwrap();
//! let closure = consume.reflexive_transitive_closure(Side::Above, &budget).unwrap();
//! assert!(closure.exact);
//! let start = Set::parse("{ [p, c] : p = 10 and c = 0 }").unwrap();
//! let reached = closure.relation.image(&start, &budget).unwrap();
//! let expected = Set::parse("{ [p, c] : p = 10 and 0 <= c <= 10 }").unwrap();
//! assert!(reached.is_equal(&expected, &budget).unwrap());
//! ```
//!
//! * Building and writing: [`Formula`], [`Notation`], [`Set::parse`], [`Set::from_formula`], `Display`.
//! * Boolean operations: [`Set::union`], [`Set::intersection`], [`Set::difference`], [`Set::complement`].
//! * Questions: [`Set::is_empty`], [`Set::sample`], [`Set::is_subset`], [`Set::is_equal`], [`Set::is_disjoint`],
//!   [`Set::contains`], [`Set::minimum`], [`Set::maximum`].
//! * Dimensions: [`Set::project_out`], [`Set::cylinder`], [`Set::product`], [`Set::renamed`], [`Set::permuted`].
//! * Simpler forms: [`Set::simplified`], [`Set::coalesced`], [`Set::gist`].
//! * Hulls and optima: [`Set::affine_hull`], [`Set::convex_hull`], [`Set::lexicographic_minimum`].
//! * Relations: [`Relation::image`], [`Relation::pre_image`], [`Relation::then`],
//!   [`Relation::transitive_closure`].
//! * Upper bounds of growing sequences: [`Set::widened`], [`Set::widened_hull`].

mod affine_hull;
mod budget;
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

pub use budget::{Budget, Budgeted, OutOfBudget};
pub use build::BuildError;
pub use closure::{Closure, Side};
pub use conjunction::{Conjunction, Division};
pub use formula::{Comparison, Formula, Term};
pub use integer::Integer;
pub use optimum::Optimum;
pub use parse::{Notation, ParseError};
pub use read::ReadError;
pub use relation::Relation;
pub use row::Row;
pub use set::Set;
pub use space::Space;
