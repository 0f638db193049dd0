//! One way to go about a system whose states cannot be counted, as data.

use std::fmt;

/// How often a seed is raised that the user gave.
const RISES: u64 = 4;

/// From where fixpoints are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From the property.
    Backward,
    /// From the initial states.
    Forward,
}

/// What fixpoints are computed, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Strategy {
    /// From where.
    pub direction: Direction,
    /// The iterates before upper bounds are widened; nothing for exact fixpoints.
    pub seed: Option<u64>,
    /// Whether an upper bound of the reachable states is computed first, and all work is done inside it.
    pub restrict: bool,
    /// The most moves of a loop that becomes a shortcut; zero for no shortcuts.
    pub loops: usize,
    /// The most disjuncts of a widened set.
    pub width: u32,
    /// Whether sums that steps decrease may show what no path does for ever.
    pub ranked: bool,
}

impl Strategy {
    /// Exact fixpoints without help.
    pub const fn exact(direction: Direction) -> Strategy {
        Strategy { direction, seed: None, restrict: false, loops: 0, width: 16, ranked: false }
    }

    /// Bounds by widening after this many exact iterates.
    pub const fn approximate(direction: Direction, seed: u64) -> Strategy {
        Strategy { seed: Some(seed), ..Strategy::exact(direction) }
    }

    /// The same inside an upper bound of the reachable states.
    pub const fn restricted(self) -> Strategy {
        Strategy { restrict: true, ..self }
    }

    /// The same, and then with seeds that rise: where a bound is too coarse, one that is widened later may do.
    pub fn rising(self) -> impl Iterator<Item = Strategy> {
        let rises = if self.seed.is_some() { RISES } else { 0 };
        (0..=rises)
            .map(move |rise| Strategy { seed: self.seed.map(|seed| seed.saturating_add(rise)), ..self })
    }

    /// The same with sums that decrease, where paths that go on for ever count.
    pub const fn ranked(self) -> Strategy {
        Strategy { ranked: true, ..self }
    }

    /// The same with shortcuts for loops of up to this many moves.
    pub const fn accelerated(self, loops: usize) -> Strategy {
        Strategy { loops, ..self }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self.direction {
            Direction::Backward => "backward",
            Direction::Forward => "forward",
        })?;
        match self.seed {
            None => formatter.write_str(", exact")?,
            Some(seed) => write!(formatter, ", approximate from {seed}")?,
        }
        if self.restrict {
            formatter.write_str(", inside the reachable states")?;
        }
        if self.loops > 0 {
            formatter.write_str(", accelerated")?;
        }
        if self.ranked {
            formatter.write_str(", ranked")?;
        }
        Ok(())
    }
}

/// The ways that are tried where the user leaves the choice open, cheap ones first.
pub const STRATEGIES: &[Strategy] = {
    use Direction::{Backward, Forward};
    &[
        Strategy::exact(Backward),
        Strategy::exact(Forward),
        Strategy::exact(Backward).restricted(),
        Strategy::approximate(Forward, 1),
        Strategy::approximate(Backward, 1),
        Strategy::exact(Forward).accelerated(1),
        Strategy::exact(Backward).accelerated(1),
        Strategy::approximate(Backward, 2).restricted().ranked(),
        Strategy::approximate(Forward, 3),
        Strategy::approximate(Backward, 2).restricted(),
        Strategy::exact(Forward).accelerated(3),
        Strategy::exact(Backward).accelerated(3),
        Strategy::approximate(Backward, 3).restricted().accelerated(1),
        Strategy::approximate(Forward, 6),
        Strategy::approximate(Backward, 7).restricted(),
    ]
};
