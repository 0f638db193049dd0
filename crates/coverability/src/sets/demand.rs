//! The least marking of an upward-closed set, without its empty places.

use nets::{Amount, Cube, Marking, Place, Start};

/// The markings with at least so many tokens on some places: everything above one marking.
///
/// Sorted by place, each at most once, all amounts positive. Smaller demands are larger sets.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Demand(Vec<(Place, u64)>);

impl Demand {
    /// A demand from amounts in any order; of several for one place, the largest counts.
    pub fn new(mut amounts: Vec<(Place, u64)>) -> Demand {
        amounts.retain(|(_, tokens)| *tokens > 0);
        amounts.sort_unstable();
        amounts.reverse();
        amounts.dedup_by_key(|(place, _)| *place);
        amounts.reverse();
        Demand(amounts)
    }

    /// What a marking demands.
    pub fn of_marking(marking: &[u64]) -> Demand {
        Demand::new(marking.iter().copied().enumerate().collect())
    }

    /// What the markings of a cube have at least.
    pub fn of_cube(cube: &Cube) -> Demand {
        Demand::new(cube.at_least.clone())
    }

    /// The places with their amounts.
    #[inline]
    pub fn amounts(&self) -> &[(Place, u64)] {
        &self.0
    }

    /// The amount for a place.
    #[inline]
    pub fn amount(&self, place: Place) -> u64 {
        self.0.binary_search_by_key(&place, |(own, _)| *own).map_or(0, |at| self.0[at].1)
    }

    /// Whether the marking is in the set.
    pub fn contains(&self, marking: &[u64]) -> bool {
        self.0.iter().all(|(place, tokens)| marking[*place] >= *tokens)
    }

    /// Whether it demands nowhere more than the other: then its set is the larger one.
    pub fn is_below(&self, other: &Demand) -> bool {
        self.0.len() <= other.0.len() && self.0.iter().all(|(place, tokens)| *tokens <= other.amount(*place))
    }

    /// The sum of all amounts, or the largest number if that is too large.
    pub fn total(&self) -> u64 {
        self.0.iter().fold(0, |sum, (_, tokens)| sum.saturating_add(*tokens))
    }

    /// The places of the demand as bits, several places for each bit.
    #[inline]
    pub fn signature(&self) -> u64 {
        self.0.iter().fold(0, |bits, (place, _)| bits | signature_of(*place))
    }

    /// The least start marking in the set.
    pub fn least_start(&self, start: &Start) -> Option<Marking> {
        let mut marking = start.least();
        for (place, tokens) in &self.0 {
            match start.0[*place] {
                Amount::Exactly(own) if own < *tokens => return None,
                Amount::Exactly(_) => {}
                Amount::AtLeast(own) => marking[*place] = own.max(*tokens),
            }
        }
        Some(marking)
    }
}

/// The bit of a place in a signature.
#[inline]
pub fn signature_of(place: Place) -> u64 {
    1u64.rotate_left((place % 64) as u32)
}
