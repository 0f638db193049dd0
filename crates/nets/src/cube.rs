//! Sets of markings between bounds.

use crate::Place;

/// The markings with at least and with at most so many tokens on some places.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Cube {
    /// At least this many tokens on the place; sorted by place, each at most once, all positive.
    pub at_least: Vec<(Place, u64)>,
    /// At most this many; sorted by place, each at most once.
    pub at_most: Vec<(Place, u64)>,
}

impl Cube {
    /// Whether the marking is one of these.
    pub fn contains(&self, marking: &[u64]) -> bool {
        self.at_least.iter().all(|(place, tokens)| marking[*place] >= *tokens)
            && self.at_most.iter().all(|(place, tokens)| marking[*place] <= *tokens)
    }

    /// Whether more tokens never lead out of it: to be there is to cover its least marking.
    pub fn is_upward_closed(&self) -> bool {
        self.at_most.is_empty()
    }
}
