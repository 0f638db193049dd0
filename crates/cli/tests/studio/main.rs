//! `fathom studio`, asked as its page asks it, and as nobody should.

mod checks;
mod client;
mod load;
mod questions;
mod safety;
mod speed;
