//! What the user can choose about the symbolic engine.

use symbolic::{Direction, Strategy};

/// How integer sets are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sets {
    /// As unions of polyhedra.
    Polyhedra,
    /// As automata that read all numbers at once.
    Automata,
    /// As automata that read one number after the other.
    AutomataSerial,
}

/// Where finite variables are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// In decision diagrams beside the integer sets.
    Composite,
    /// In the same automaton.
    Unified,
}

/// How the state space is partitioned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Partition {
    /// Not at all: finite variables are integers like others.
    None,
    /// By the values of finite variables.
    Control,
    /// By which transitions are enabled.
    EventDomain,
}

/// What the user chose about the symbolic engine; nothing where it is left open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SymbolicOptions {
    /// How integer sets are stored.
    pub sets: Option<Sets>,
    /// Where finite variables are stored.
    pub layout: Option<Layout>,
    /// From where fixpoints are computed.
    pub direction: Option<Direction>,
    /// How the state space is partitioned.
    pub partition: Option<Partition>,
    /// Whether relations are taken apart into conjunctions.
    pub dnf: bool,
    /// Whether bounds will do (`true`) or fixpoints must be exact (`false`).
    pub approximate: Option<bool>,
    /// The exact iterates before widening begins.
    pub widening_seed: Option<u32>,
    /// Whether an upper bound of the reachable states comes first.
    pub restrict_reachable: bool,
    /// Whether closures of loops are added.
    pub accelerate: bool,
}

/// The seed where the user wants bounds and leaves it open.
const DEFAULT_SEED: u64 = 1;

impl SymbolicOptions {
    /// Whether anything was chosen.
    pub fn is_any(&self) -> bool {
        *self != SymbolicOptions::default()
    }

    /// The one strategy that the choices describe; nothing if they leave the way of fixpoints open.
    pub fn strategy(&self) -> Option<Strategy> {
        let chosen = self.direction.is_some()
            || self.approximate.is_some()
            || self.widening_seed.is_some()
            || self.restrict_reachable
            || self.accelerate;
        if !chosen {
            return None;
        }
        let approximate = self.approximate.unwrap_or(self.widening_seed.is_some());
        let seed = self.widening_seed.map_or(DEFAULT_SEED, u64::from);
        Some(Strategy {
            seed: approximate.then_some(seed),
            restrict: self.restrict_reachable,
            loops: if self.accelerate { 1 } else { 0 },
            ranked: approximate,
            ..Strategy::exact(self.direction.unwrap_or(Direction::Backward))
        })
    }
}
