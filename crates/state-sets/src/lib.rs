//! What an engine may ask of a representation of state sets, and nothing of how it is done.
//!
//! A [`Domain`] represents sets of states over a [`Space`] of finite and integer variables. It learns of them by
//! [`Formula`]s and [`Step`]s. What only some domains can do is a trait of its own ([`Complement`], [`Saturate`],
//! [`Widen`], [`Close`], [`Rank`], [`Describe`], [`Exchange`]), so an engine that needs it does not compile without it. Every operation can be ended by
//! a limit ([`Halt`]); a set that is only a bound carries its [`Side`]. The laws of each trait are
//! stated there; [`Evaluator`] gives the meaning of formulas by definition and [`Enumerated`] is the simplest domain,
//! both for tests.
//! [`Erased`] is any domain that can do all of this, where its type does not matter.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

mod bound;
mod cell;
mod describe;
mod divisor;
mod domain;
mod enumerated;
mod erased;
mod evaluate;
mod exchange;
mod formula;
mod limits;
mod parts;
mod rank;
mod shared;
mod space;

pub use bound::{Bounded, Side};
pub use cell::{Cell, Local, Moment};
pub use describe::Describe;
pub use divisor::greatest_common_divisor;
pub use domain::{Close, Closure, Complement, Domain, Saturate, Size, Widen};
pub use enumerated::Enumerated;
pub use erased::{Erased, ErasedRelation, ErasedSet};
pub use evaluate::Evaluator;
pub use exchange::{Exchange, Swap};
pub use formula::{Comparison, Formula, Linear, Step, Term};
pub use limits::{Halt, Limited};
pub use rank::{Descent, Passage, Rank};
pub use shared::{Part, Shared};
pub use space::{Declaration, Kind, Point, Space, Variable};

pub use dashu_int::{IBig, UBig};
