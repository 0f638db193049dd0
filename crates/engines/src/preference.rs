//! Which engines are asked, in which order and for how long: the whole of `auto`, as data.

use crate::effort::Effort;
use crate::extent::Extent;

/// An engine, and how much it may do before the next one is asked.
pub type Turn = (&'static str, Effort);

/// What is asked for systems of each extent, the most promising first.
///
/// * A small space is searched state by state: that is fast, and gives the shortest paths.
/// * In a large space most systems reach few states, so the search comes first; where it does not end soon, sets of
///   states may do in seconds what it cannot, and if they do not, it goes on as far as the limits allow.
/// * In an infinite space the search finds what goes wrong after few steps; what is right must be shown by sets, which often
///   takes less time than a longer search.
const TURNS: &[(Extent, &[Turn])] = &[
    (Extent::Small, &[("explicit", Effort::Full), ("symbolic", Effort::Full)]),
    (
        Extent::Large,
        &[
            ("explicit", Effort::States(300_000)),
            ("symbolic", Effort::Beats(2_000)),
            ("explicit", Effort::States(5_000_000)),
            ("symbolic", Effort::Beats(100_000)),
            ("explicit", Effort::Full),
            ("symbolic", Effort::Full),
        ],
    ),
    (
        Extent::Infinite,
        &[
            ("explicit", Effort::States(1_000)),
            ("symbolic", Effort::Beats(500)),
            ("explicit", Effort::States(20_000)),
            ("symbolic", Effort::Full),
            ("explicit", Effort::States(3_000_000)),
        ],
    ),
];

/// Who is asked for a system of this extent, the most promising first.
pub fn preference(extent: Extent) -> &'static [Turn] {
    TURNS.iter().find(|(own, _)| *own == extent).map_or(&[], |(_, turns)| turns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Availability, find};

    #[test]
    fn every_preferred_engine_is_known_and_every_extent_has_one() {
        for (name, _) in TURNS.iter().flat_map(|(_, turns)| *turns) {
            assert!(matches!(find(name), Availability::Here(_)), "{name}");
        }
        for extent in [Extent::Small, Extent::Large, Extent::Infinite] {
            assert!(!preference(extent).is_empty());
        }
    }
}
