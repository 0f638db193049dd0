//! What an engine is.

use crate::{Options, Subject};
use system::{Coverage, Observer, System, Watch};

/// A way of answering questions about systems.
pub trait Engine: Sync {
    /// Its name, as `--engine` takes it.
    fn name(&self) -> &'static str;

    /// For each of these properties, given by their places in the system's list, whether the engine can try it.
    /// Asked before any work begins, so it must not take long.
    fn can_check(&self, system: &System, properties: &[usize]) -> Vec<Result<(), Unsupported>>;

    /// The properties in groups: those of one group share work, and groups take turns.
    fn groups(&self, system: &System, properties: &[usize], options: &Options) -> Vec<Vec<usize>>;

    /// About how often it asks whether it may go on before it knows the system and can begin; its first turn is longer by that.
    fn setup(&self, system: &System) -> u64 {
        let _ = system;
        0
    }

    /// Works on a group of properties, all of which the engine can check, and tells each answer when it falls; returns what
    /// never happens, if that is wanted and known.
    ///
    /// A limit is no failure: what is then still open is answered with `unknown` and the reason.
    fn run(
        &self,
        subject: &Subject<'_>,
        properties: &[usize],
        options: &Options,
        watch: &dyn Watch,
        observer: &dyn Observer,
    ) -> Result<Option<Coverage>, Failure>;
}

/// Why an engine cannot check a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// The engine.
    pub engine: &'static str,
    /// What it cannot deal with, as a sentence without a full stop.
    pub feature: String,
    /// What would fit, if something does.
    pub suggestion: Option<String>,
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.suggestion {
            Some(suggestion) => write!(f, "{}; {suggestion}", self.feature),
            None => write!(f, "{}", self.feature),
        }
    }
}

/// Why there are no answers at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The model has no initial state, so every property would hold of it.
    NoInitialState,
    /// An engine failed by its own account.
    Internal {
        /// The engine.
        engine: &'static str,
        /// What happened.
        reason: String,
    },
    /// The evidence of an engine does not show what follows from it.
    Contradicted {
        /// The engine.
        engine: &'static str,
        /// The name of the property.
        property: String,
        /// What the engine claims.
        claim: &'static str,
        /// What it rests on.
        evidence: &'static str,
        /// What is wrong with that.
        reason: String,
    },
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::NoInitialState => write!(f, "the model has no initial state"),
            Failure::Internal { engine, reason } => write!(f, "the {engine} engine failed: {reason}"),
            Failure::Contradicted { engine, property, claim, evidence, reason } => {
                write!(
                    f,
                    "the {engine} engine claims '{claim}' for '{property}', but its evidence ({evidence}) does not stand a \
                     second look: {reason}"
                )
            }
        }
    }
}
