//! Sets in words: how a set is described to people.

use crate::{Domain, Formula, Limited};

/// Domains that can write a set down as a formula.
///
/// # Laws
///
/// A formula that is given has the states of the set: `⟦set(describe(a))⟧ = ⟦a⟧`. A set that is too large to be read may have
/// none.
pub trait Describe: Domain {
    /// The formula of the set.
    fn describe(&self, set: &Self::Set) -> Limited<Option<Formula>> {
        let _ = set;
        Ok(None)
    }

    /// The formula of the set however large it is, where nodes that are met several times are shared; nothing if the domain cannot
    /// write such sets down at all.
    fn formula(&self, set: &Self::Set) -> Limited<Option<Formula>> {
        self.describe(set)
    }
}
