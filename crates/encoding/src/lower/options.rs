//! What a system is lowered to.

use state_sets::Declaration;
use system::BoundId;

/// How a system becomes a space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LowerOptions {
    /// Rigid variables: they follow the system's variables, have any value at the start, and never change.
    pub rigid: Vec<BoundId>,
    /// Further variables behind those. They are free at the start, and no move changes them.
    pub extra: Vec<Declaration>,
    /// Integer ranges with at most this many values become codes; larger ones stay integers between bounds.
    pub most_codes: u64,
    /// The most moves of one transition; more alternatives than this are put into one.
    pub most_moves: usize,
    /// Formulas with more atoms and connectives than this, written as trees, are refused. Domains that read a part that
    /// occurs several times only once can take far more.
    pub largest: usize,
}

impl Default for LowerOptions {
    fn default() -> Self {
        LowerOptions {
            rigid: Vec::new(),
            extra: Vec::new(),
            most_codes: 1 << 16,
            most_moves: 64,
            largest: 1 << 18,
        }
    }
}
