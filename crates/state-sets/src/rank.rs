//! Sums that steps never increase: what shows that some steps are taken only finitely often.

use crate::{Domain, Limited, Linear};

/// Steps of a relation from some states to some states.
pub struct Passage<'a, D: Domain + ?Sized> {
    /// The relation.
    pub relation: &'a D::Relation,
    /// The states from which the steps are taken.
    pub from: &'a D::Set,
    /// The states to which they lead.
    pub to: &'a D::Set,
    /// The places whose numbers are added to what a sum loses in such a step, each as often as it says.
    pub places: Vec<(usize, i128)>,
}

/// A sum that some steps decrease and none of those that were asked for increases, if it is what it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Descent {
    /// The sum, over integer variables before a step.
    pub sum: Linear,
    /// The number of each place.
    pub places: Vec<i128>,
    /// The sum is at least this wherever a step begins that decreases it.
    pub least: i128,
}

/// Domains that can look for such sums. There is no law: whoever gets a sum must find out what it is good for.
pub trait Rank: Domain {
    /// A sum for these steps, with so many places.
    fn descent(&self, passages: &[Passage<'_, Self>], places: usize) -> Limited<Option<Descent>> {
        let _ = (passages, places);
        Ok(None)
    }
}
