//! What an engine answers.

use crate::{Count, Ctl, Reason, Trace};

/// The answer to a property: never a guess.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It does not hold.
    Violated,
    /// It could not be decided, for this reason.
    Unknown(String),
}

/// A verdict with what supports it.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// The engine that gave it.
    pub engine: &'static str,
    /// How the engine went about it, in a few words.
    pub strategy: String,
    /// What the verdict rests on beyond paths, in a sentence.
    pub reason: Option<String>,
    /// A path that shows a violation.
    pub trace: Option<Trace>,
    /// A path that shows why a property holds.
    pub witness: Option<Trace>,
    /// Why a branching-time formula has its value in an initial state.
    pub evidence: Option<Evidence>,
    /// What is known of the value of a `bound`.
    pub value: Option<BoundValue>,
    /// Counts, in the order in which they are shown.
    pub statistics: Statistics,
}

/// Why a formula has its value in a state, down to the state expressions: a tree of paths.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// The formula.
    pub formula: Ctl,
    /// Its value there.
    pub value: bool,
    /// For a state expression, why it has its value.
    pub reasons: Vec<Reason>,
    /// The path that shows it, from the state; universal truths and existential falsehoods have
    /// none, and nor do paths of no step that need not be maximal.
    pub path: Option<Trace>,
    /// Why subformulas have their values at the end of the path, or in the state itself if there is none.
    pub parts: Vec<Evidence>,
}

/// Counts of a run under stable names, such as `states` or `iterations`.
pub type Statistics = Vec<(&'static str, Count)>;

/// What is known of the largest value of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundValue {
    /// Exactly this.
    Exact(i128),
    /// There is no largest value.
    Unbounded,
    /// It lies between these, where they are known.
    Between {
        /// It is at least this.
        at_least: Option<i128>,
        /// It is at most this.
        at_most: Option<i128>,
    },
}

impl Answer {
    /// An answer without further support.
    pub fn new(verdict: Verdict, engine: &'static str, strategy: impl Into<String>) -> Self {
        Answer {
            verdict,
            engine,
            strategy: strategy.into(),
            reason: None,
            trace: None,
            witness: None,
            evidence: None,
            value: None,
            statistics: Statistics::new(),
        }
    }
}
