//! LTL by the product of a system with the automaton of the negated formula, explored as it is needed.
//!
//! Two searches look for an accepting run of the product, independently of each other: [`components`] and
//! [`nested`]. A path of the system that violates the formula is then made as short as
//! the explored part allows ([`lasso`]), and replaced by a shortest one of all where that can be found ([`shorten`]).

mod components;
mod lasso;
mod nested;
mod product;
mod shorten;
#[cfg(test)]
mod tests;

pub(crate) use components::find_accepting;
pub(crate) use lasso::{SystemLasso, accepting_lasso};
pub(crate) use nested::nested_search;
pub(crate) use product::{Explored, MOST_CONDITIONS, Product};
pub(crate) use shorten::shorten;
