//! The values of variables in the middle of a transition, in terms of the state before it.

use super::number::Number;
use std::collections::BTreeMap;
use system::VariableId;

/// The variables that no longer have the value that they had before the transition.
pub(super) type Values = BTreeMap<VariableId, Number>;

/// Where an expression reads.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    /// The current values, where they differ from those of the state.
    pub now: &'a Values,
    /// The new values that primes denote.
    pub next: &'a Values,
}

static NONE: Values = Values::new();

impl Scope<'_> {
    /// The state itself.
    pub fn state() -> Scope<'static> {
        Scope { now: &NONE, next: &NONE }
    }

    /// Current values without primes.
    pub fn of(now: &Values) -> Scope<'_> {
        Scope { now, next: &NONE }
    }
}
