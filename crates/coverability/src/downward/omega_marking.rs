//! Markings in which a place may hold any number of tokens.

use nets::{Amount, Marking, Place, Start};
use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

/// The number of tokens that stands for "no limit"; larger than all others.
pub const OMEGA: u64 = u64::MAX;

/// The markings with at most so many tokens on each place, where ω is no limit.
///
/// Only places with tokens are stored, sorted by place; copies share them. A finite number is below [`OMEGA`].
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OmegaMarking {
    entries: Arc<[(Place, u64)]>,
}

impl OmegaMarking {
    /// The one with these tokens; [`OMEGA`] is no limit.
    pub fn dense(tokens: &[u64]) -> OmegaMarking {
        tokens.iter().copied().enumerate().filter(|(_, tokens)| *tokens > 0).collect()
    }

    /// The one with these tokens, sorted by place, each at most once, none of them zero.
    pub fn sparse(entries: &[(Place, u64)]) -> OmegaMarking {
        OmegaMarking { entries: Arc::from(entries) }
    }

    /// The markings up to those that a net may start with.
    pub fn up_to_start(start: &Start) -> OmegaMarking {
        let amounts = start.0.iter().map(|amount| match amount {
            Amount::Exactly(tokens) => *tokens,
            Amount::AtLeast(_) => OMEGA,
        });
        amounts.enumerate().filter(|(_, tokens)| *tokens > 0).collect()
    }

    /// The places with tokens, and how many.
    pub fn entries(&self) -> &[(Place, u64)] {
        &self.entries
    }

    /// The tokens of a place, possibly [`OMEGA`].
    pub fn tokens(&self, place: Place) -> u64 {
        match self.entries.binary_search_by_key(&place, |(place, _)| *place) {
            Ok(index) => self.entries[index].1,
            Err(_) => 0,
        }
    }

    /// The tokens of each of that many places.
    pub fn to_dense(&self, places: usize) -> Marking {
        let mut tokens = vec![0; places];
        self.entries.iter().for_each(|(place, number)| tokens[*place] = *number);
        tokens
    }

    /// Whether it has at most as many tokens on every place.
    pub fn is_at_most(&self, other: &OmegaMarking) -> bool {
        is_at_most(&self.entries, &other.entries)
    }

    /// Whether the marking is one of these.
    pub fn contains(&self, marking: &[u64]) -> bool {
        let needed = marking.iter().enumerate().filter(|(_, tokens)| **tokens > 0);
        let mut own = self.entries.iter();
        needed.into_iter().all(|(place, tokens)| {
            own.by_ref()
                .find(|(other, _)| *other >= place)
                .is_some_and(|entry| entry.0 == place && entry.1 >= *tokens)
        })
    }

    /// Whether it has at least these tokens, sorted by place.
    pub fn covers(&self, demand: &[(Place, u64)]) -> bool {
        is_at_most(demand, &self.entries)
    }

    /// The places without limit.
    pub fn omegas(&self) -> impl Iterator<Item = Place> {
        self.entries.iter().filter(|(_, tokens)| *tokens == OMEGA).map(|(place, _)| *place)
    }

    /// Whether every place has a limit.
    pub fn is_finite(&self) -> bool {
        self.omegas().next().is_none()
    }

    /// The bytes that it holds.
    pub fn bytes(&self) -> usize {
        std::mem::size_of_val(&*self.entries).saturating_add(16)
    }
}

/// Whether every entry of the first list has its place in the second, with at least as many tokens.
fn is_at_most(small: &[(Place, u64)], large: &[(Place, u64)]) -> bool {
    if small.len() > large.len() {
        return false;
    }
    let mut rest = large.iter();
    small.iter().all(|(place, tokens)| {
        rest.by_ref()
            .find(|(other, _)| other >= place)
            .is_some_and(|entry| entry.0 == *place && entry.1 >= *tokens)
    })
}

impl FromIterator<(Place, u64)> for OmegaMarking {
    fn from_iter<I: IntoIterator<Item = (Place, u64)>>(entries: I) -> OmegaMarking {
        OmegaMarking { entries: entries.into_iter().collect() }
    }
}

impl Borrow<[(Place, u64)]> for OmegaMarking {
    fn borrow(&self) -> &[(Place, u64)] {
        &self.entries
    }
}

impl fmt::Debug for OmegaMarking {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut map = formatter.debug_map();
        for (place, tokens) in self.entries.iter() {
            match *tokens {
                OMEGA => map.entry(place, &format_args!("ω")),
                finite => map.entry(place, &finite),
            };
        }
        map.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_place_by_place() {
        let markings = [
            vec![0, 0, 0],
            vec![1, 0, 0],
            vec![1, 2, 0],
            vec![1, OMEGA, 0],
            vec![0, 2, 5],
            vec![3, OMEGA, 9],
        ];
        for small in &markings {
            for large in &markings {
                let expected = small.iter().zip(large).all(|(small, large)| small <= large);
                let (small, large) = (OmegaMarking::dense(small), OmegaMarking::dense(large));
                assert_eq!(small.is_at_most(&large), expected, "{small:?} {large:?}");
                assert_eq!(large.covers(small.entries()), expected);
                assert_eq!(large.contains(&small.to_dense(3)), expected);
            }
        }
    }

    #[test]
    fn starts_without_limit_are_omega() {
        let start = Start(vec![Amount::AtLeast(2), Amount::Exactly(0), Amount::Exactly(4)]);
        let marking = OmegaMarking::up_to_start(&start);
        assert_eq!(marking.to_dense(3), vec![OMEGA, 0, 4]);
        assert_eq!((marking.omegas().collect::<Vec<_>>(), marking.is_finite()), (vec![0], false));
        assert_eq!(format!("{marking:?}"), "{0: ω, 2: 4}");
    }
}
