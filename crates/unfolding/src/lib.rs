//! Complete finite prefixes of the unfoldings of nets.
//!
//! * what a prefix is, and how it is made: [`prefix`], [`Prefix`], [`Unfit`];
//! * what it is asked: [`Prefix::deadlock`], [`Prefix::reach`], [`Prefix::invariant`], with [`Formula`].

mod blocks;
mod concurrency;
mod configurations;
mod cut_off;
mod extensions;
mod formula;
mod marking;
mod occurrence;
mod order;
mod prefix;
mod questions;
mod shape;
mod unfit;
mod unfold;

pub use formula::Formula;
pub use prefix::{Companion, Condition, Event, Prefix, prefix};
pub use unfit::Unfit;
