//! The engines that there are, and those that are planned.

use crate::Engine;
use crate::abstraction_engine::AbstractionEngine;
use crate::coverability_engine::CoverabilityEngine;
use crate::explicit_engine::ExplicitEngine;
use crate::reduced_net::ReducedNetEngine;
use crate::symbolic_engine::SymbolicEngine;

/// Whether there is an engine of some name.
pub enum Availability {
    /// There is.
    Here(&'static dyn Engine),
    /// Not yet; and what it will be for.
    Planned(&'static str),
    /// Nobody ever heard of it.
    Unheard,
}

/// The engines.
const ENGINES: &[&dyn Engine] = &[&ExplicitEngine, &SymbolicEngine, &AbstractionEngine, &CoverabilityEngine];

/// What only schedules give turns to.
const INTERNAL: &[&dyn Engine] = &[&ReducedNetEngine { most_left: 70 }];

/// The engines to come, each with what it will be for.
const PLANNED: &[(&str, &str)] = &[("unfolding", "nets with much that is concurrent")];

/// The names of the engines that there are.
pub fn available() -> impl Iterator<Item = &'static str> {
    ENGINES.iter().map(|engine| engine.name())
}

/// The names of the engines to come, each with what it will be for.
pub fn planned() -> impl Iterator<Item = (&'static str, &'static str)> {
    PLANNED.iter().copied()
}

/// The engine of this name that schedules may give turns to, which users need not be able to choose.
pub(crate) fn scheduled(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.iter().chain(INTERNAL).copied().find(|engine| engine.name() == name)
}

/// The engine of this name.
pub fn find(name: &str) -> Availability {
    if let Some(engine) = ENGINES.iter().find(|engine| engine.name() == name) {
        return Availability::Here(*engine);
    }
    match PLANNED.iter().find(|(planned, _)| *planned == name) {
        Some((_, purpose)) => Availability::Planned(purpose),
        None => Availability::Unheard,
    }
}
