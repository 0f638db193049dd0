//! What sets of systems whose states cannot be counted must be able to do.

use state_sets::{Close, Complement, Rank, Tell, Widen};

/// Domains for such systems.
pub trait Countless: Complement + Widen + Close + Rank + Tell {}

impl<D: Complement + Widen + Close + Rank + Tell> Countless for D {}
