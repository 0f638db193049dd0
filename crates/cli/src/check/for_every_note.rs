//! What is known of every size, where that was not asked: a note, if it costs next to nothing.
//!
//! When all verdicts have fallen, what holds is asked again with a constant left open, if the model has one that only says how many
//! instances there are. Nobody has waited for that, so it gets a fraction of a second, and what is not proved by then is not mentioned.

use super::every::{open_system, sensible_least};
use crate::Interrupt;
use crate::args::{Limit, ModelArgs, TimeLimit};
use crate::outcome::{EveryNote, OpenConstant, Outcome};
use crate::supervise::{Limits, Monitor, supervise};
use engines::{Attempt, Choice, Options, proofs};
use std::sync::Arc;
use std::time::Duration;
use system::{ConstantValue, Question, Verdict};

/// The time for the note.
const TIME: Duration = Duration::from_millis(200);

/// A check that takes longer is none after which a note may keep anybody waiting.
const QUICK: Duration = Duration::from_secs(10);

/// The most constants that are tried.
const MOST_CONSTANTS: usize = 3;

/// What is known of every size of the model.
pub fn notes(
    outcome: &Outcome,
    arguments: &ModelArgs,
    options: Options,
    limits: &Limits,
    interrupt: &Interrupt,
) -> Vec<EveryNote> {
    let spent = outcome.model.load_time + outcome.search_time;
    let left = limits.time.map_or(TIME, |limit| limit.0.saturating_sub(spent).min(TIME));
    let holding = holding(outcome);
    if outcome.search_time > QUICK || left.is_zero() || holding.is_empty() || interrupt.happened() {
        return Vec::new();
    }
    let candidates = candidates(outcome, arguments);
    if candidates.is_empty() || !outcome.sizes.is_empty() {
        return Vec::new();
    }
    let limits = Limits { time: Some(TimeLimit(left)), notes: false, ..*limits };
    debug_assert!(!TimeLimit(left).shown().is_empty());
    let (model, arguments) = (Arc::clone(&outcome.model), arguments.clone());
    let work = move |monitor: &Monitor| {
        let mut found = Vec::new();
        let questions: Vec<(String, Question)> = model
            .system
            .properties
            .iter()
            .map(|property| (property.name.clone(), property.question.clone()))
            .collect();
        for name in candidates {
            let Some(least) = sensible_least(&model, &name, &arguments) else { continue };
            let Ok(open) = open_system(&model, &name, least, &arguments) else { continue };
            let mut proofs = proofs(&open, &questions, Choice::Auto, options, false);
            for property in &holding {
                let proved = proofs.iter_mut().find_map(|proof| {
                    let attempts = proof.attempt(&[*property], monitor).ok()?;
                    attempts.into_iter().find_map(|(_, attempt)| match attempt {
                        Attempt::Proved(answer) => Some(answer),
                        Attempt::Open(_) | Attempt::Unfinished(_) => None,
                    })
                });
                if let Some(answer) = proved {
                    let constant = OpenConstant { name: name.clone(), least };
                    found.push(EveryNote { constant, property: *property, answer: *answer });
                }
            }
        }
        found
    };
    supervise(&limits, interrupt, &mut |_, _| {}, work).unwrap_or_default()
}

/// The properties that hold, and that a proof for every size may show.
fn holding(outcome: &Outcome) -> Vec<usize> {
    let is_asked = |property: usize| {
        matches!(
            outcome.model.system.properties[property].question,
            Question::Invariant(_) | Question::NoFaults | Question::DeadlockFree
        )
    };
    let results = outcome.results.iter().filter(|result| *result.answer.verdict() == Verdict::Holds);
    results.map(|result| result.property).filter(|property| is_asked(*property)).collect()
}

/// The constants that could say how many instances there are: integers that the command line leaves alone.
fn candidates(outcome: &Outcome, arguments: &ModelArgs) -> Vec<String> {
    let system = &outcome.model.system;
    if system.processes.iter().all(|process| !process.is_array) {
        return Vec::new();
    }
    let is_integer = |value: ConstantValue| matches!(value, ConstantValue::Int(1..));
    let constants = system.constants.iter().filter(|constant| is_integer(constant.value));
    let free = constants.filter(|constant| arguments.set.iter().all(|set| set.name != constant.name));
    free.map(|constant| constant.name.clone()).take(MOST_CONSTANTS).collect()
}
