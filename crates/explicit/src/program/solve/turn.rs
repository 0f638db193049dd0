//! Which constraints of a conjunction may be used when.

use system::Expr;

/// A constraint that is not yet dealt with.
#[derive(Clone)]
pub(super) struct Entry {
    /// What it says.
    pub expr: Expr,
    /// Its place in the order of evaluation.
    pub rank: usize,
    /// The unknowns in it.
    pub unknowns: Vec<usize>,
    /// Whether its evaluation can fault, and that matters.
    pub can_fault: bool,
    /// Whether it has been dealt with.
    pub is_done: bool,
    /// Whether its cases are being dealt with one by one; it is kept to be checked in the end.
    pub is_split: bool,
}

/// Which constraints may be used at this point of a plan.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    /// The lowest rank: its turn has come.
    lowest: usize,
    /// The lowest rank of a constraint that can fault.
    faulting: usize,
}

impl Turn {
    /// Whose turn it is among these constraints.
    pub fn of(entries: &[Entry]) -> Self {
        let open = || entries.iter().filter(|entry| !entry.is_done);
        let lowest = open().map(|entry| entry.rank).min().unwrap_or(usize::MAX);
        let faulting = open().filter(|entry| entry.can_fault).map(|entry| entry.rank);
        Turn { lowest, faulting: faulting.min().unwrap_or(usize::MAX) }
    }

    /// Whether nothing that can fault would have been evaluated before, nor can the constraint itself.
    pub fn is_safe(self, entry: &Entry) -> bool {
        !entry.can_fault && entry.rank < self.faulting
    }

    /// Whether it is safe, or its turn has come.
    pub fn allows(self, entry: &Entry) -> bool {
        self.is_safe(entry) || entry.rank == self.lowest
    }
}
