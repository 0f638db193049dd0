//! What every representation of upward-closed sets can do.

use super::demand::Demand;
use super::predecessor::Predecessors;
use crate::interrupted::Interrupted;
use budget::Budget;
use nets::{Marking, Start};

/// An upward-closed set of markings: with a marking, everything above it is in the set.
///
/// All operations are exact; so different representations give the same sets, which tests compare.
pub trait UpwardClosed: Sized + Clone {
    /// The set of all markings that meet one of the demands.
    fn of_demands(places: usize, demands: &[Demand], budget: &Budget<'_>) -> Result<Self, Interrupted>;

    /// Whether no marking is in the set.
    fn is_empty(&self) -> bool;

    /// How large the representation is, in its own unit.
    fn size(&self) -> usize;

    /// About how many bytes it takes.
    fn bytes(&self) -> u64;

    /// Whether the marking is in the set.
    fn contains(&self, marking: &[u64]) -> bool;

    /// A start marking in the set, as small as is easily found.
    fn start_in(&self, start: &Start) -> Option<Marking>;

    /// The markings from which a transition leads into the set, made upward closed, less some that are in the set itself.
    fn predecessors(
        &self,
        predecessors: &Predecessors<'_>,
        transition: usize,
        budget: &Budget<'_>,
    ) -> Result<Self, Interrupted>;

    /// The transitions by which there may be predecessors that are not in the set itself.
    fn useful(&self, predecessors: &Predecessors<'_>) -> Vec<usize>;

    /// Another set without parts of it that are in this one; all of them are left out if it is a subset of single parts of this
    /// one.
    fn new_of(&self, other: Self, budget: &Budget<'_>) -> Result<Self, Interrupted>;

    /// Adds another set.
    fn add(&mut self, other: Self, budget: &Budget<'_>) -> Result<(), Interrupted>;

    /// Leaves out parts of the set that lie above a demand for which the question is answered with no. Parts may stay.
    fn retain(
        self,
        keeps: &mut dyn FnMut(&Demand) -> Result<bool, Interrupted>,
        budget: &Budget<'_>,
    ) -> Result<Self, Interrupted>;

    /// Its least elements, sorted.
    fn basis(&self, budget: &Budget<'_>) -> Result<Vec<Demand>, Interrupted>;
}
