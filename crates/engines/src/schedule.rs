//! Who takes turns at a system, in which order and for how long: the whole of `auto`, as data.
//!
//! Turns are measured in questions that an engine asks its watch, which come every few milliseconds of work, so that they do not
//! depend on any clock; a turn of none lasts until the first question. After the first turns, which are listed, engines take turns that grow, each by its weight: what
//! they have done stays done, so that the sum costs no more than what the best of them needs, times the share that the others get.

use crate::extent::Extent;

/// An engine, and how much it may do before the next one gets its turn.
pub type Turn = (&'static str, u64);

/// The turns at systems of one kind.
#[derive(Debug, Clone, Copy)]
pub struct Schedule {
    /// The first turns.
    pub opening: &'static [Turn],
    /// The turns that follow, again and again, each time twice as large.
    pub rounds: &'static [Turn],
}

/// How much larger the turns of a round are than those of the round before.
pub const GROWTH: u64 = 2;

/// Small spaces are searched state by state: that is fast, and gives the shortest paths.
const SMALL: Schedule =
    Schedule { opening: &[("explicit", 2_000)], rounds: &[("symbolic", 2_000), ("explicit", 2_000)] };

/// In a large space most systems reach few states, so the search comes first; where it does not end soon, sets of
/// states may do in seconds what it cannot. Neither is known beforehand, so their turns grow together: a question of the search is about a
/// millisecond of work, one of fixpoints up to several. Nets are made smaller before the search gets a long turn, and where much can happen in them at the same time they are unfolded.
const LARGE: Schedule = Schedule {
    opening: &[
        ("explicit", 150),
        ("reduced net", 100),
        ("prefix", 20),
        ("symbolic", 200),
        ("explicit", 300),
        ("symbolic", 400),
        ("prefix", 40),
        ("reduced net in sets", 200),
        ("explicit", 2_400),
        ("symbolic", 2_000),
    ],
    rounds: &[
        ("explicit", 4_000),
        ("reduced net", 1_000),
        ("prefix", 1_000),
        ("reduced net in sets", 2_000),
        ("symbolic", 10_000),
    ],
};

/// In an infinite space the search finds what goes wrong after few steps, and all states where they are few after all; what is
/// right must mostly be shown by covers where the system is a net, by sets, or by predicates where sets become large. Systems that are no nets
/// refuse covers at once. What reads few places of a net, and is no question of covers, is also asked of what is left when the net was made smaller.
const INFINITE: Schedule = Schedule {
    opening: &[
        ("explicit", 0),
        ("coverability", 400),
        ("symbolic", 100),
        ("coverability", 400),
        ("abstraction", 200),
        ("reduced net in sets", 50),
        ("reduced net by predicates", 100),
        ("symbolic", 600),
    ],
    rounds: &[
        ("explicit", 20),
        ("coverability", 600),
        ("abstraction", 600),
        ("reduced net by predicates", 300),
        ("symbolic", 1_000),
        ("reduced net in sets", 500),
    ],
};

/// Systems that count reach finitely many states more often than not, and then the search is best; most of them are nets, so that covers come next; sets get a turn in time.
const COUNTERS: Schedule = Schedule {
    opening: &[
        ("explicit", 0),
        ("coverability", 40),
        ("explicit", 30),
        ("coverability", 400),
        ("reduced net", 30),
        ("reduced net in sets", 100),
        ("symbolic", 500),
        ("abstraction", 100),
        ("reduced net by predicates", 100),
    ],
    rounds: &[
        ("coverability", 1_000),
        ("reduced net in sets", 500),
        ("symbolic", 1_000),
        ("reduced net", 100),
        ("explicit", 150),
        ("reduced net by predicates", 150),
        ("abstraction", 300),
    ],
};

/// Who asks for predicates alone gets those of a reduced net, too, if the system is a net and there is much to reduce.
const PREDICATES: Schedule = Schedule {
    opening: &[("abstraction", 200), ("reduced net by predicates", 100), ("abstraction", 400)],
    rounds: &[("abstraction", 800), ("reduced net by predicates", 300)],
};

/// The same for sets.
const SETS: Schedule = Schedule {
    opening: &[("symbolic", 200), ("symbolic", 400), ("reduced net in sets", 200), ("symbolic", 800)],
    rounds: &[("symbolic", 1_600), ("reduced net in sets", 400)],
};

/// The turns where only this engine was asked for, if it shares them with a search of what a reduction leaves.
pub(crate) fn alone(engine: &str) -> Option<Schedule> {
    match engine {
        "abstraction" => Some(PREDICATES),
        "symbolic" => Some(SETS),
        _ => None,
    }
}

/// The schedule for a system of this extent.
pub fn schedule(extent: Extent) -> Schedule {
    match extent {
        Extent::Small => SMALL,
        Extent::Large => LARGE,
        Extent::Counters => COUNTERS,
        Extent::Infinite => INFINITE,
    }
}

impl Schedule {
    /// Its turns, without end.
    pub fn turns(self) -> impl Iterator<Item = Turn> {
        let rounds = (0..).flat_map(move |round| {
            let factor = GROWTH.saturating_pow(round);
            self.rounds.iter().map(move |(engine, work)| (*engine, work.saturating_mul(factor)))
        });
        self.opening.iter().copied().chain(rounds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::scheduled;

    #[test]
    fn every_engine_of_a_schedule_is_known_and_comes_again() {
        let extents = [Extent::Small, Extent::Large, Extent::Counters, Extent::Infinite];
        for schedule in extents.map(schedule).into_iter().chain([PREDICATES, SETS]) {
            for (name, _) in schedule.opening {
                assert!(scheduled(name).is_some(), "{name}");
                assert!(schedule.rounds.iter().any(|(other, _)| other == name), "{name}");
            }
        }
    }

    #[test]
    fn turns_grow() {
        let turns: Vec<u64> = INFINITE.turns().take(6).map(|(_, work)| work).collect();
        assert_eq!(turns, [0, 400, 100, 400, 200, 50]);
    }
}
