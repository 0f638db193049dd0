//! What sets of systems whose states cannot be counted must be able to do.

use state_sets::{Close, Complement, Describe, Rank, Widen};

/// Domains for such systems.
pub trait Countless: Complement + Widen + Close + Rank + Describe {}

impl<D: Complement + Widen + Close + Rank + Describe> Countless for D {}
