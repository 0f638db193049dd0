//! Complete finite prefixes of the unfoldings of nets.
//!
//! * what a prefix is, and how it is made: [`prefix`], [`Prefix`], [`Unfit`];
//! * what it is asked: [`Prefix::deadlock`], [`Prefix::reach`], [`Prefix::invariant`], with [`Formula`];
//! * infinite runs that an automaton accepts: [`accepted_run`], with [`Automaton`] and [`Lasso`];
//! * what there is to draw: [`Prefix::picture`], [`Picture`];
//! * the engine, which asks these things of the nets that systems are: [`can_check`], [`groups`], [`check_observed`], [`Failure`].

mod automaton;
mod blocks;
mod check;
mod concurrency;
mod configurations;
mod cut_off;
mod extensions;
mod failure;
mod formula;
mod inquiry;
mod lasso;
mod linear_time;
mod marking;
mod occurrence;
mod order;
mod picture;
mod prefix;
mod product;
mod questions;
mod repeats;
mod shape;
mod single_states;
mod temporal;
mod turned;
mod unfit;
mod unfold;

pub use automaton::{Automaton, Edge};
pub use check::{can_check, check_observed, groups};
pub use failure::Failure;
pub use formula::Formula;
pub use lasso::Lasso;
pub use picture::{Kind, Node, Picture};
pub use prefix::{Companion, Condition, Event, Prefix, prefix};
pub use temporal::accepted_run;
pub use unfit::Unfit;
