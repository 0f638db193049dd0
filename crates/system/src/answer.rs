//! What an engine answers: a verdict with what supports it.

use crate::{BoundValue, Count, Evidence, Explanation, Question, Trace, Verdict};
use std::fmt;

/// A verdict with what supports it. It is made from evidence, or it is unknown.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    verdict: Verdict,
    evidence: Option<Evidence>,
    value: Option<BoundValue>,
    /// The engine that gave it.
    pub engine: &'static str,
    /// How the engine went about it, in a few words.
    pub strategy: String,
    /// What the verdict rests on beyond paths, in a sentence.
    pub reason: Option<String>,
    /// Counts, in the order in which they are shown.
    pub statistics: Statistics,
}

/// Evidence that says nothing about the question for which it was handed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Irrelevant {
    /// The kind of the question.
    pub question: &'static str,
    /// The kind of the evidence.
    pub evidence: &'static str,
}

impl fmt::Display for Irrelevant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "its evidence is of the kind '{}', which decides no {}", self.evidence, self.question)
    }
}

/// Counts of a run under stable names, such as `states` or `iterations`.
pub type Statistics = Vec<(&'static str, Count)>;

impl Answer {
    /// The answer that the evidence gives.
    ///
    /// # Errors
    /// If the evidence says nothing about such a question.
    pub fn from_evidence(
        question: &Question,
        evidence: Evidence,
        engine: &'static str,
        strategy: impl Into<String>,
    ) -> Result<Self, Irrelevant> {
        let irrelevant = || Irrelevant { question: question.kind(), evidence: evidence.name() };
        let verdict = evidence.verdict(question).ok_or_else(irrelevant)?;
        let value = match &evidence {
            Evidence::Largest { value, .. } => Some((*value).into()),
            _ => None,
        };
        let reason = match &evidence {
            Evidence::Ranking(words) => Some(words.clone()),
            _ => None,
        };
        let (strategy, statistics) = (strategy.into(), Statistics::new());
        Ok(Answer { verdict, evidence: Some(evidence), value, engine, strategy, reason, statistics })
    }

    /// That it could not be decided, for this reason.
    pub fn unknown(reason: impl Into<String>, engine: &'static str, strategy: impl Into<String>) -> Self {
        Answer {
            verdict: Verdict::Unknown(reason.into()),
            evidence: None,
            value: None,
            engine,
            strategy: strategy.into(),
            reason: None,
            statistics: Statistics::new(),
        }
    }

    /// The same, if it is unknown, with what is known of a largest value.
    pub fn between(mut self, at_least: Option<i128>, at_most: Option<i128>) -> Self {
        if matches!(self.verdict, Verdict::Unknown(_)) {
            self.value = Some(BoundValue::Between { at_least, at_most });
        }
        self
    }

    /// The same with these counts.
    pub fn with_statistics(mut self, statistics: Statistics) -> Self {
        self.statistics = statistics;
        self
    }

    /// The verdict.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// Whether it is unknown.
    pub fn is_unknown(&self) -> bool {
        matches!(self.verdict, Verdict::Unknown(_))
    }

    /// What the verdict rests on; nothing if it is unknown.
    pub fn evidence(&self) -> Option<&Evidence> {
        self.evidence.as_ref()
    }

    /// What is known of the value of a `bound`.
    pub fn value(&self) -> Option<BoundValue> {
        self.value
    }

    /// A path that shows a violation.
    pub fn trace(&self) -> Option<&Trace> {
        self.evidence.as_ref()?.trace().filter(|_| self.verdict == Verdict::Violated)
    }

    /// A path that shows why a property holds.
    pub fn witness(&self) -> Option<&Trace> {
        self.evidence.as_ref()?.trace().filter(|_| self.verdict == Verdict::Holds)
    }

    /// Why a branching-time formula has its value in an initial state.
    pub fn explanation(&self) -> Option<&Explanation> {
        match &self.evidence {
            Some(Evidence::Path { explanation, .. }) => explanation.as_deref(),
            _ => None,
        }
    }

    /// The same with another explanation of the same value.
    pub fn explained(mut self, explain: impl FnOnce(Explanation) -> Explanation) -> Self {
        if let Some(Evidence::Path { explanation, .. }) = &mut self.evidence
            && let Some(known) = explanation.take()
        {
            let value = known.value;
            *explanation = Some(Box::new(Explanation { value, ..explain(*known) }));
        }
        self
    }
}
