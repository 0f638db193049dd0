//! The engines that there are.

use crate::Engine;
use crate::abstraction_engine::AbstractionEngine;
use crate::coverability_engine::CoverabilityEngine;
use crate::explicit_engine::ExplicitEngine;
use crate::prefix_turns::PrefixTurns;
use crate::reduced_net::{ReducedNetEngine, ReducedSearch};
use crate::symbolic_engine::SymbolicEngine;
use crate::unfolding_engine::UnfoldingEngine;

/// Whether there is an engine of some name.
pub enum Availability {
    /// There is.
    Here(&'static dyn Engine),
    /// Nobody ever heard of it.
    Unheard,
}

/// The engines.
const ENGINES: &[&dyn Engine] =
    &[&ExplicitEngine, &SymbolicEngine, &AbstractionEngine, &CoverabilityEngine, &UnfoldingEngine];

/// What only schedules give turns to.
const INTERNAL: &[&dyn Engine] = &[
    &ReducedNetEngine { search: ReducedSearch::Explicit, most_left: 70 },
    &ReducedNetEngine { search: ReducedSearch::Sets, most_left: 70 },
    &ReducedNetEngine { search: ReducedSearch::Predicates, most_left: 70 },
    &PrefixTurns { at_once: 4 },
];

/// The names of the engines that there are.
pub fn available() -> impl Iterator<Item = &'static str> {
    ENGINES.iter().map(|engine| engine.name())
}

/// The engine of this name that schedules may give turns to, which users need not be able to choose.
pub(crate) fn scheduled(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.iter().chain(INTERNAL).copied().find(|engine| engine.name() == name)
}

/// The engine of this name.
pub fn find(name: &str) -> Availability {
    match ENGINES.iter().find(|engine| engine.name() == name) {
        Some(engine) => Availability::Here(*engine),
        None => Availability::Unheard,
    }
}
