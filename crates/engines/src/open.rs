//! What is known of a property that is not settled: why engines left it open, and how far they came.

use crate::Unsupported;
use crate::advice::advice;
use crate::plan::Entry;
use symbolic::Between;
use system::{Answer, BoundValue, Evidence, Largest, Progress, Property, Question, Stop, System, Verdict};

/// A property that may stay open.
pub(crate) struct Unsettled<'s> {
    /// The system that is asked about.
    system: &'s System,
    /// Its place in the system's list.
    pub property: usize,
    /// Why it is open if no engine can be asked.
    unasked: String,
    /// How many engines can be asked.
    engines: usize,
    /// Why engines left it open, in the order in which they did.
    reasons: Vec<(&'static str, String)>,
    /// The question.
    question: Question,
    /// What is known of a largest value.
    known: Between,
    /// The last answer of an engine, for how it went about it.
    last: Option<Answer>,
}

impl<'s> Unsettled<'s> {
    /// A property of a system, or of a part of one, before anybody was asked.
    pub fn new(system: &'s System, entry: &Entry) -> Self {
        Unsettled {
            system,
            property: entry.property,
            unasked: unasked(&system.properties[entry.property], entry),
            engines: entry.engines.len(),
            reasons: Vec::new(),
            question: system.properties[entry.property].question.clone(),
            known: Between::default(),
            last: None,
        }
    }

    /// Takes an answer that leaves it open.
    pub fn note(&mut self, engine: &'static str, answer: Answer) {
        if let Some(BoundValue::Between { at_least, at_most }) = answer.value() {
            self.known = self.known.and(Between { at_least, at_most });
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
        if let Some(value) = self.known.exactly() {
            // One engine has found it, and another one that there is no larger one.
            let evidence = Evidence::Largest { value: Largest::Exactly(value), witness: None };
            if let Ok(exact) = Answer::from_evidence(&self.question, evidence, engine, strategy) {
                answer = exact;
            }
        } else if self.known != Between::default() {
            answer = answer.between(self.known.at_least, self.known.at_most);
        }
        answer.statistics = self.last.as_ref().map(|last| last.statistics.clone()).unwrap_or_default();
        answer
    }

    /// What engines say of a largest value, if it cannot all be true.
    pub fn contradiction(&self) -> Option<String> {
        let contradiction =
            || format!("engines contradict each other about the largest value: {:?}", self.known);
        self.known.is_contradictory().then(contradiction)
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
        parts.extend(stop.and_then(|stop| advice(self.system, stop)));
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
