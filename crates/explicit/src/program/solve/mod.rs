//! Finds all values of unknown variables that satisfy constraints.
//!
//! Two questions are answered here: which states are initial, where every variable is unknown, and which new
//! values a relation admits, where the primed variables are. Both are solved by backtracking along a fixed
//! plan, which is made once ([`plan`]) and then run for every state ([`run`]):
//!
//! ```text
//! x' = y + 1 && z' in {1, 2} && x' + z' < w'           w: 0..9
//!    define x' := y + 1   ·  z' among 1, 2   ·  w' between x' + z' + 1 and 9
//! ```
//!
//! A plan checks each constraint as soon as what it reads is known, computes unknowns from equations, tries
//! the members of sets, splits disjunctions, and lists the rest: all values of a small type, or the interval
//! that linear constraints leave ([`linear`]). Where an unknown has infinitely many values left, the plan ends
//! in an obstacle.
//!
//! # Faults
//!
//! A relation whose evaluation faults for some new values counts as a fault. The plan must meet each such
//! fault, and no other, as if all values had been tried and the constraints evaluated from the left. It does
//! if a constraint is used before its turn only when neither it nor anything on its left can fault: the values
//! that it excludes would have been found false before any fault. In initial conditions a fault is just false,
//! and the order is free.

mod chosen;
mod linear;
mod orient;
mod plan;
mod run;
mod scope;
mod turn;

pub(crate) use chosen::ChosenSet;
pub(crate) use orient::conjuncts;
pub(crate) use plan::{Plan, make_plan};
pub(crate) use run::{Board, STEPS_BETWEEN_CALLS, run_plan};
pub(crate) use scope::Scope;

use crate::value::Domain;

/// A variable whose value is sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unknown {
    /// Its number.
    pub variable: u32,
    /// The values of its type.
    pub domain: Domain,
    /// Whether it ranges over the set of an `any` instead, which may leave the type.
    pub from_set: bool,
}
