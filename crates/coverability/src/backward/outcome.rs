//! What a backward search is asked for, and what it answers.

use crate::pruning::{LinearBound, PruningCounts, PruningOptions};
use crate::sets::Demand;
use nets::{Cube, Place, Run};

/// How upward-closed sets are held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Representation {
    /// Single demands, the nearest to a start first; or sums of places where transfers distribute many tokens.
    #[default]
    Auto,
    /// Their least elements, in rounds.
    Antichain,
    /// Their least elements as paths of a graph that shares prefixes and suffixes.
    SharingTree,
    /// Conjunctions of lower bounds on sums of places.
    SumConstraints,
}

/// How a backward search goes about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackwardOptions {
    /// How sets are held.
    pub representation: Representation,
    /// What is left out of them.
    pub pruning: PruningOptions,
    /// How many runs that limits forbid are looked at before one of them is the answer.
    pub spurious_runs: usize,
}

impl Default for BackwardOptions {
    fn default() -> BackwardOptions {
        BackwardOptions {
            representation: Representation::Auto,
            pruning: PruningOptions::provable(),
            spurious_runs: 100,
        }
    }
}

/// The answer, and how it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackwardOutcome {
    /// Whether a target can be covered.
    pub answer: CoverabilityAnswer,
    /// Whether nothing was approximated: no step backward through a transition with limits, and no upper bound of a target, was
    /// left out of account. `Covered` and `Uncovered` are right in any case; `Spurious` is never exact.
    pub exact: bool,
    /// How much was done.
    pub statistics: BackwardStatistics,
}

/// Whether a target can be covered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CoverabilityAnswer {
    /// The run leads from a start into a target; it has been replayed.
    Covered(Run),
    /// No run leads from a start into a target.
    Uncovered(UncoveredProof),
    /// Without limits, and without upper bounds of targets, the run would lead there; with them it does not. Others may.
    Spurious(Run),
    /// A number of tokens does not fit 64 bits.
    TooLarge,
}

/// Why no target can be covered.
///
/// Consider the markings that meet no demand of `basis`, are in none of the `cubes`, have no token on places of `empty`, and for which all `bounds` hold
/// ([`LinearBound::holds`]). All starts are among them, and no target is, unless it is above a demand of `excluded`. No step
/// leaves them, again unless it begins above a demand of `excluded`: of these other arguments have shown that no run meets them.
/// So if `excluded` is empty, the markings are an inductive invariant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UncoveredProof {
    /// The least elements of an upward-closed set.
    pub basis: Vec<Demand>,
    /// What belongs to that set beside it, between bounds from both sides.
    pub cubes: Vec<Cube>,
    /// Places that are always empty.
    pub empty: Vec<Place>,
    /// Weighted sums that are never larger.
    pub bounds: Vec<LinearBound>,
    /// Demands that no run meets, without a proof here.
    pub excluded: Vec<Demand>,
}

/// How much a backward search did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BackwardStatistics {
    /// The demands, or rounds, of which predecessors were computed.
    pub iterations: u64,
    /// The predecessors that were computed.
    pub predecessors: u64,
    /// Those that were in the set already.
    pub subsumed: u64,
    /// The least elements at the end.
    pub basis: u64,
    /// Those that were left out.
    pub pruned: PruningCounts,
}
