//! What is known of a property that is not settled: why engines left it open, and how far they came.

use crate::Unsupported;
use crate::plan::Entry;
use system::{Answer, BoundValue, Progress, Property, Stop, System, Verdict};

/// A property that may stay open.
pub(crate) struct Unsettled {
    /// Its place in the system's list.
    pub property: usize,
    /// Why it is open if no engine can be asked.
    unasked: String,
    /// How many engines can be asked.
    engines: usize,
    /// Why engines left it open, in the order in which they did.
    reasons: Vec<(&'static str, String)>,
    /// What is known of a largest value.
    at_least: Option<i128>,
    at_most: Option<i128>,
    /// The last answer of an engine, for how it went about it.
    last: Option<Answer>,
}

impl Unsettled {
    /// A property before anybody was asked.
    pub fn new(system: &System, entry: &Entry) -> Self {
        Unsettled {
            property: entry.property,
            unasked: unasked(&system.properties[entry.property], entry),
            engines: entry.engines.len(),
            reasons: Vec::new(),
            at_least: None,
            at_most: None,
            last: None,
        }
    }

    /// Takes an answer that leaves it open.
    pub fn note(&mut self, engine: &'static str, answer: Answer) {
        if let Some(BoundValue::Between { at_least, at_most }) = answer.value() {
            self.at_least = self.at_least.max(at_least);
            self.at_most = [self.at_most, at_most].into_iter().flatten().min();
        }
        if let Verdict::Unknown(reason) = answer.verdict()
            && !self.reasons.iter().any(|known| *known == (engine, reason.clone()))
        {
            self.reasons.push((engine, reason.clone()));
        }
        self.last = Some(answer);
    }

    /// The answer, if a limit ended the work or nobody else can be asked; `standing` says how far those are who have not ended.
    pub fn answer(&self, stop: Option<&Stop>, standing: &[(&'static str, Progress)]) -> Answer {
        let (engine, strategy) = match &self.last {
            Some(last) => (last.engine, last.strategy.as_str()),
            None => ("", ""),
        };
        let mut answer = Answer::unknown(self.reason(stop, standing), engine, strategy);
        if self.at_least.is_some() || self.at_most.is_some() {
            answer = answer.between(self.at_least, self.at_most);
        }
        answer.statistics = self.last.as_ref().map(|last| last.statistics.clone()).unwrap_or_default();
        answer
    }

    fn reason(&self, stop: Option<&Stop>, standing: &[(&'static str, Progress)]) -> String {
        if self.engines == 0 {
            return self.unasked.clone();
        }
        let limit = stop.map(ToString::to_string);
        let is_other =
            |reason: &&(&str, String)| limit.as_ref().is_none_or(|limit| !reason.1.starts_with(limit));
        let mut parts: Vec<String> = self
            .reasons
            .iter()
            .filter(is_other)
            .map(
                |(engine, reason)| {
                    if self.engines > 1 { format!("{engine}: {reason}") } else { reason.clone() }
                },
            )
            .collect();
        parts.extend(standing.iter().filter_map(|(engine, progress)| far(engine, progress)));
        match limit {
            None => parts.join("; "),
            Some(limit) => {
                let own = self.reasons.iter().find(|(_, reason)| reason.starts_with(&limit));
                let limit = own.map_or(limit, |(_, reason)| reason.clone());
                if parts.is_empty() { limit } else { format!("{limit}; {}", parts.join("; ")) }
            }
        }
    }
}

/// How far an engine was that was stopped.
fn far(engine: &str, progress: &Progress) -> Option<String> {
    match progress {
        Progress { states: 0, iteration: 0, .. } => None,
        Progress { states: 0, iteration, size, .. } => {
            Some(format!("{engine} was at iteration {iteration} of a fixpoint, whose set had size {size}"))
        }
        Progress { states, frontier, depth, .. } => Some(format!(
            "{engine} had found {states} states to depth {depth}, of which {frontier} were waiting"
        )),
    }
}

/// Why no engine can be asked for the property, and what would help.
fn unasked(property: &Property, entry: &Entry) -> String {
    if entry.refusals.is_empty() {
        return format!("no engine for {} properties is available", property.question.kind());
    }
    let refusals: Vec<String> = entry.refusals.iter().map(Unsupported::to_string).collect();
    format!("no engine can check this: {}", refusals.join("; "))
}
