//! What is asked of the engine beside answers.

use crate::backward::Representation;

/// How the engine goes about it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CoverabilityOptions {
    /// Which searches it makes.
    pub strategy: CoverabilityStrategy,
    /// How a backward search holds its sets.
    pub representation: Representation,
}

/// The searches for targets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CoverabilityStrategy {
    /// Backward and forward, in turns that grow.
    #[default]
    All,
    /// Backward, from the targets.
    Backward,
    /// Karp and Miller's tree, from the starts.
    KarpMiller,
    /// Expand, enlarge and check.
    ExpandEnlarge,
}

impl CoverabilityStrategy {
    /// What it is called where it has not come to an end.
    pub(crate) fn name(self) -> &'static str {
        match self {
            CoverabilityStrategy::All => "backward and forward",
            CoverabilityStrategy::Backward => "backward",
            CoverabilityStrategy::KarpMiller | CoverabilityStrategy::ExpandEnlarge => "forward",
        }
    }
}
