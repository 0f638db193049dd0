//! Complete finite prefixes of the unfoldings of nets.
//!
//! * what a prefix is, and how it is made: [`prefix`], [`Prefix`], [`Unfit`].

mod blocks;
mod concurrency;
mod cut_off;
mod extensions;
mod marking;
mod occurrence;
mod order;
mod prefix;
mod shape;
mod unfit;
mod unfold;

pub use prefix::{Companion, Condition, Event, Prefix, prefix};
pub use unfit::Unfit;
