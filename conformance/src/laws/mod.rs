//! The laws that are stated at the traits of state sets, as one suite for every domain.
//!
//! A domain is compared with its meaning: a set with the states that it contains, one by one, and a relation with its
//! pairs, as the definition of formulas gives them. This is done for all sets and relations of tiny universes,
//! and for random formulas of all kinds over small ones. Over unbounded integers everything is confined to a box.
//!
//! To test a domain, make one for each of [`universes`] that it can represent, and hand it to the function of each
//! trait that it implements: [`domain_laws`], [`complement_laws`], [`saturate_laws`], [`widen_laws`], [`close_laws`]. They panic
//! where a law is broken.

mod close;
mod complement;
mod formulas;
mod judge;
mod relations;
mod saturate;
mod sets;
mod universe;
mod widen;

pub use close::close_laws;
pub use complement::complement_laws;
pub use formulas::{formula, step};
pub use judge::Judge;
pub use saturate::saturate_laws;
pub use universe::{Universe, universes};
pub use widen::widen_laws;

use state_sets::Domain;

/// The laws of [`Domain`].
///
/// # Panics
/// If one is broken.
pub fn domain_laws<D: Domain>(universe: &Universe, domain: &D) {
    let judge = Judge::new(universe, domain);
    sets::set_laws(&judge);
    relations::relation_laws(&judge);
}
