//! Runs the engines of a plan until every property has an answer.

use crate::plan::Entry;
use crate::{Engine, Failure, Plan, Unsupported, confirm};
use system::{Answer, Property, Stop, System, Verdict, Watch};

/// What is told while engines run.
#[derive(Debug)]
pub enum Event<'a> {
    /// An engine begins to work on these properties.
    Started {
        /// The engine.
        engine: &'static str,
        /// The properties' places in the system's list.
        properties: &'a [usize],
    },
    /// There is an answer for a property; an earlier `unknown` for it is outdated.
    Answered {
        /// The property's place in the system's list.
        property: usize,
        /// The answer; its engine is empty if none could be asked.
        answer: Box<Answer>,
    },
}

/// Runs the plan: each property is put to its engines, one after the other, until one knows the answer.
///
/// Properties whose next engine is the same are put to it together, so that they can share one search.
pub fn run(
    system: &System,
    plan: &Plan,
    watch: &dyn Watch,
    observe: &mut dyn FnMut(Event<'_>),
) -> Result<(), Failure> {
    let mut waiting: Vec<(&Entry, usize)> = Vec::new();
    for entry in &plan.entries {
        match entry.engines.is_empty() {
            true => {
                let answer = Box::new(unanswered(system, entry));
                observe(Event::Answered { property: entry.property, answer });
            }
            false => waiting.push((entry, 0)),
        }
    }
    while let Some((first, attempt)) = waiting.first() {
        let engine = first.engines[*attempt];
        let (now, later): (Vec<_>, Vec<_>) =
            waiting.iter().partition(|(entry, attempt)| entry.engines[*attempt].name() == engine.name());
        waiting = later;
        let properties: Vec<usize> = now.iter().map(|(entry, _)| entry.property).collect();
        observe(Event::Started { engine: engine.name(), properties: &properties });
        let answers = ask(engine, system, &properties, watch)?;
        for ((entry, attempt), answer) in now.into_iter().zip(answers) {
            let open = matches!(answer.verdict, Verdict::Unknown(_));
            observe(Event::Answered { property: entry.property, answer: Box::new(answer) });
            if open && attempt + 1 < entry.engines.len() {
                waiting.push((entry, attempt + 1));
            }
        }
    }
    Ok(())
}

/// The engine's answers, each confirmed.
fn ask(
    engine: &dyn Engine,
    system: &System,
    properties: &[usize],
    watch: &dyn Watch,
) -> Result<Vec<Answer>, Failure> {
    let answers = engine.check(system, properties, watch)?;
    assert_eq!(answers.len(), properties.len(), "an engine answers each property that it was asked");
    for (index, answer) in properties.iter().zip(&answers) {
        let property = &system.properties[*index];
        confirm(system, property, answer).map_err(|reason| Failure::Contradicted {
            engine: engine.name(),
            property: property.name.clone(),
            reason,
        })?;
    }
    Ok(answers)
}

/// The answer that all properties get where the work was stopped before it began.
pub fn stopped(stop: &Stop) -> Answer {
    Answer::new(Verdict::Unknown(stop.to_string()), "", "")
}

fn unanswered(system: &System, entry: &Entry) -> Answer {
    Answer::new(Verdict::Unknown(reason(&system.properties[entry.property], entry)), "", "")
}

/// Why no engine can be asked for the property, and what would help.
fn reason(property: &Property, entry: &Entry) -> String {
    if entry.refusals.is_empty() {
        return format!("no engine for {} properties is available yet", property.question.kind());
    }
    let refusals: Vec<String> = entry.refusals.iter().map(Unsupported::to_string).collect();
    format!("no engine that is available yet can check this: {}", refusals.join("; "))
}
