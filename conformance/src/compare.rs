//! Compares the explicit engine with the naive checker on one model.

use crate::models;
use crate::naive::{GivenUp, Survey, survey};
use crate::replay::replay;
use diagnostics::{Diagnostic, Span};
use std::panic::{AssertUnwindSafe, catch_unwind};
use system::{
    Answer, Comparison, Expr, ExprKind, Property, Question, State, System, Unlimited, VariableId, Verdict,
};

/// The most states that the naive checker visits.
pub const MOST_STATES: usize = 3000;

/// How many states are looked for one by one.
const SAMPLE: usize = 24;

/// What came of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Both say the same of so many states and properties.
    Agreed {
        /// The number of reachable states.
        states: usize,
        /// The number of properties that were compared.
        properties: usize,
        /// The number of properties that the engine refuses to check.
        refused: usize,
        /// Whether some transition faults.
        faults: bool,
    },
    /// Neither finds an initial state.
    NoInitialState,
    /// The naive checker gives up.
    Skipped(GivenUp),
    /// The engine leaves something open that the naive checker decides.
    Open(String),
    /// The model has errors.
    Wrong(Vec<Diagnostic>),
}

/// What the two do not agree on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The kind of disagreement, the same while a model is shrunk.
    pub kind: &'static str,
    /// What it is.
    pub detail: String,
}

/// Compares the two on a model; a panic of either is a disagreement too.
pub fn compare(text: &str) -> Result<Outcome, Disagreement> {
    let compared = catch_unwind(AssertUnwindSafe(|| compare_text(text)));
    compared.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().cloned();
        let message = message.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
        Err(disagreement("panic", message.unwrap_or_default()))
    })
}

pub(crate) fn disagreement(kind: &'static str, detail: impl Into<String>) -> Disagreement {
    Disagreement { kind, detail: detail.into() }
}

fn compare_text(text: &str) -> Result<Outcome, Disagreement> {
    let loaded = models::load(text);
    check_findings(text, &loaded.diagnostics)?;
    let is_wrong = !loaded.problems.is_empty() || loaded.diagnostics.iter().any(Diagnostic::is_error);
    match loaded.system {
        Some(system) if !is_wrong => compare_system(&system),
        None if is_wrong => Ok(Outcome::Wrong(loaded.diagnostics)),
        Some(_) => Ok(Outcome::Wrong(loaded.diagnostics)),
        None => Err(disagreement("no system", "the model has no errors and no system")),
    }
}

/// Every finding lies within the text, says something, and can be shown.
fn check_findings(text: &str, findings: &[Diagnostic]) -> Result<(), Disagreement> {
    for finding in findings {
        let spans = finding.related.iter().map(|(span, _)| *span).chain([finding.at]);
        for span in spans {
            if text.get(span.range()).is_none() {
                return Err(disagreement("place", format!("{span:?} is no place of the text: {finding:?}")));
            }
        }
        if finding.message.is_empty() {
            return Err(disagreement("message", format!("a finding without a message: {finding:?}")));
        }
    }
    diagnostics::render(findings, text, "model", false);
    Ok(())
}

/// Compares the two on a system.
pub fn compare_system(system: &System) -> Result<Outcome, Disagreement> {
    let naive = survey(system, MOST_STATES);
    let naive = match naive {
        Ok(survey) => survey,
        Err(GivenUp::NoInitialState) => return no_initial_state(system),
        Err(given_up) => return Ok(Outcome::Skipped(given_up)),
    };
    let asked = with_questions(system, &naive);
    if let Err(refusal) = explicit::can_check(&asked, &asked.properties[0]) {
        return Ok(Outcome::Open(refusal));
    }
    let is_compared =
        |question: &Question| !matches!(question, Question::Ctl(_) | Question::Ltl(_) | Question::Bound(_));
    let (numbers, refused): (Vec<usize>, Vec<usize>) = (0..asked.properties.len())
        .filter(|number| is_compared(&asked.properties[*number].question))
        .partition(|number| explicit::can_check(&asked, &asked.properties[*number]).is_ok());
    let answers = explicit::check(&asked, &numbers, &explicit::Settings::default(), &Unlimited)
        .map_err(|failure| disagreement("failure", format!("{failure:?}")))?;
    let mut open = None;
    for (number, answer) in numbers.iter().zip(&answers) {
        match answer.verdict() {
            Verdict::Unknown(reason) => open = Some(reason.clone()),
            _ => compare_answer(&asked, &naive, &asked.properties[*number], answer)?,
        }
    }
    if let Some(reason) = open {
        return Ok(Outcome::Open(reason));
    }
    let states = naive.states.len();
    let found =
        answers[0].statistics.iter().find(|(name, _)| *name == "states").and_then(|(_, count)| count.word());
    if found != Some(states as u128) {
        let detail = format!("{states} states, but the engine finds {found:?}");
        return Err(disagreement("states", detail));
    }
    let faults = naive.nearest_fault.is_some();
    Ok(Outcome::Agreed { states, properties: numbers.len(), refused: refused.len(), faults })
}

fn no_initial_state(system: &System) -> Result<Outcome, Disagreement> {
    let Some(number) = system.properties.iter().position(|p| explicit::can_check(system, p).is_ok()) else {
        return Ok(Outcome::NoInitialState);
    };
    match explicit::check(system, &[number], &explicit::Settings::default(), &Unlimited) {
        Err(explicit::Failure::NoInitialState) => Ok(Outcome::NoInitialState),
        other => {
            let detail = format!("there is no initial state, but the engine says {other:?}");
            Err(disagreement("initial", detail))
        }
    }
}

/// The answer of an engine must be what the naive checker finds, with a path that is as short.
pub fn compare_answer(
    system: &System,
    naive: &Survey,
    property: &Property,
    answer: &Answer,
) -> Result<(), Disagreement> {
    let truth = naive
        .truth(system, &property.question)
        .map_err(|obstacle| disagreement("obstacle", obstacle.to_string()))?
        .expect("only properties of reachable states are compared");
    let name = &property.name;
    let wanted = if truth.holds { Verdict::Holds } else { Verdict::Violated };
    if *answer.verdict() != wanted {
        let detail = format!("'{name}': {wanted:?}, but the engine says {:?}", answer.verdict());
        return Err(disagreement("verdict", detail));
    }
    let shown = if truth.holds { answer.witness() } else { answer.trace() };
    let length = shown.as_ref().map(|trace| trace.steps.len());
    if length != truth.distance {
        let detail = format!("'{name}': distance {:?}, but the path's length is {length:?}", truth.distance);
        return Err(disagreement("distance", detail));
    }
    if let Some(trace) = shown {
        replay(system, &property.question, trace)
            .map_err(|reason| disagreement("replay", format!("'{name}': {reason}")))?;
    }
    Ok(())
}

/// The system with further properties: one that always holds, so that the search is complete, and one for each
/// of some states, so that the engine must reach just these at the same distance.
fn with_questions(system: &System, naive: &Survey) -> System {
    let mut asked = system.clone();
    let always = Question::Invariant(Expr::bool(true, Span::default()));
    asked.properties.insert(0, property("always".into(), always));
    let every = naive.states.len().div_ceil(SAMPLE);
    for (number, state) in naive.states.iter().enumerate().step_by(every) {
        let question = Question::Reachable(is_state(system, state));
        asked.properties.push(property(format!("state {number}"), question));
    }
    asked
}

fn property(name: String, question: Question) -> Property {
    Property { name, question, expect: None, doc: Vec::new(), span: Span::default() }
}

/// The condition that is true in this state only.
fn is_state(system: &System, state: &State) -> Expr {
    let span = Span::default();
    let parts = system.variables.iter().zip(state).enumerate().map(|(number, (variable, value))| {
        let read = Expr::read(VariableId::from_index(number), variable.ty, span);
        let constant = Expr::new(ExprKind::Const(*value, variable.ty.sort()), span);
        Expr::compare(Comparison::Eq, read, constant, span)
    });
    Expr::new(ExprKind::And(parts.collect()), span)
}
