//! What is checked, and what runs of engines have found out of it that others need too.

use symbolic::Prepared;
use system::System;

/// A system that several runs work on.
pub struct Subject<'s> {
    /// The system.
    pub system: &'s System,
    /// The same as formulas, which whoever needs them first writes.
    pub formulas: Prepared<'s>,
}

impl<'s> Subject<'s> {
    /// A system of which nothing is known.
    pub fn new(system: &'s System) -> Self {
        Subject { system, formulas: Prepared::new(system) }
    }
}
