//! The language of SMT-LIB, as far as files of linear integer arithmetic use it.
//!
//! * [`text`]: parentheses and words, with their places;
//! * [`term`]: formulas and sums, each of them once;
//! * [`logic`], [`arithmetic`]: how they are made, simplified on the way;
//! * [`rewrite`]: what stands in a term, and other things in its place;
//! * [`bindings`], [`reading`]: terms from text;
//! * [`script`]: the declarations and definitions of a file.
//!
//! Terms of files nest deeply, most by chains of definitions. So nothing here calls itself: text is read with a stack of its own,
//! and walks over terms follow their numbers, since the parts of a term have smaller numbers than the term.
//!
//! # Reference
//! Barrett, Fontaine, Tinelli: *The SMT-LIB Standard, Version 2.6*, 2021. Departures: what the standard calls a warning is accepted,
//! and so are the commands `declare-rel`, `declare-var`, `rule` and `query` of Z3.

pub(crate) mod arithmetic;
pub(crate) mod bindings;
pub(crate) mod logic;
pub(crate) mod reading;
pub(crate) mod rewrite;
pub(crate) mod script;
pub(crate) mod term;
pub(crate) mod text;
