//! Compares what is said of a slice with what is true of the whole system, and bounds with the states that are reached.

use crate::compare::{Disagreement, compare_answer, disagreement};
use crate::models;
use crate::naive::{GivenUp, Survey, survey};
use analysis::{Bounds, LiftError, bounds, cone, lift, slice};
use diagnostics::Span;
use std::collections::BTreeSet;
use system::{
    Comparison, Expr, ExprKind, Interpreter, Property, Question, System, Unlimited, Value, VariableId,
    Verdict,
};

/// What was compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SliceOutcome {
    /// The questions that were compared.
    pub questions: usize,
    /// Those whose slice leaves out a variable or a transition.
    pub sliced: usize,
    /// Those of them about paths.
    pub paths: usize,
    /// The answers with a path that was lifted.
    pub lifted: usize,
    /// Loops that do not close in the whole system.
    pub endless: usize,
    /// The variables whose bounds are smaller than their types.
    pub bounded: usize,
    /// The transitions that are known to be dead.
    pub dead: usize,
    /// The questions that stayed open.
    pub open: usize,
}

/// Compares slices of a model with the whole; nothing if the naive checker cannot list its states.
///
/// # Errors
/// What does not agree.
pub fn compare_slices(text: &str, most: usize) -> Result<Option<SliceOutcome>, Disagreement> {
    let Some(system) = models::load(text).system else { return Ok(None) };
    let naive = match survey(&system, most) {
        Ok(survey) => survey,
        Err(GivenUp::NoInitialState | GivenUp::TooManyStates(_) | GivenUp::Obstacle(_)) => return Ok(None),
    };
    let known = bounds(&system);
    let mut outcome = check_bounds(&system, &naive, &known)?;
    let system = with_values(&system, &naive);
    for number in 0..system.properties.len() {
        if explicit::can_check(&system, &system.properties[number]).is_ok() {
            compare_property(&system, &naive, &known, number, &mut outcome)?;
        }
    }
    Ok(Some(outcome))
}

/// Every state that is reached lies within the bounds, and what is dead neither moves nor faults.
fn check_bounds(system: &System, naive: &Survey, known: &Bounds) -> Result<SliceOutcome, Disagreement> {
    let interpreter = Interpreter::new(system);
    for state in &naive.states {
        if !known.contain(state) {
            return Err(disagreement("bounds", format!("{state:?} is reached, but outside {known:?}")));
        }
        for transition in &known.dead {
            let happens = interpreter.fire(state, *transition);
            if happens.is_ok_and(|happens| !happens.steps.is_empty() || !happens.faults.is_empty()) {
                return Err(disagreement("dead", format!("{transition:?} happens in {state:?}")));
            }
        }
    }
    let types = Bounds::of_types(system);
    let bounded = known.values.iter().zip(&types.values).filter(|(one, other)| one != other).count();
    Ok(SliceOutcome { bounded, dead: known.dead.len(), ..SliceOutcome::default() })
}

/// The system with a question about some values of each variable alone: these have the smallest slices.
fn with_values(system: &System, naive: &Survey) -> System {
    let mut asked = system.clone();
    for (number, variable) in system.variables.iter().enumerate() {
        let reached: BTreeSet<Value> = naive.states.iter().map(|state| state[number]).collect();
        for value in reached.into_iter().rev().take(2) {
            let read = Expr::read(VariableId::from_index(number), variable.ty, Span::default());
            let constant = Expr::new(ExprKind::Const(value, variable.ty.sort()), Span::default());
            let condition = Expr::compare(Comparison::Eq, read, constant, Span::default());
            let question = match number % 2 {
                0 => Question::Reachable(condition),
                _ => Question::Invariant(Expr::new(ExprKind::Not(Box::new(condition)), Span::default())),
            };
            let name = format!("value of {}", variable.name);
            asked.properties.push(Property {
                name,
                question,
                expect: None,
                doc: Vec::new(),
                span: Span::default(),
            });
        }
    }
    asked
}

fn compare_property(
    system: &System,
    naive: &Survey,
    known: &Bounds,
    number: usize,
    outcome: &mut SliceOutcome,
) -> Result<(), Disagreement> {
    let property = &system.properties[number];
    let cone = cone(system, &property.question, &known.dead);
    let is_smaller =
        cone.variables.len() < system.variables.len() || cone.transitions.len() < system.transitions.len();
    let paths = matches!(property.question, Question::Ctl(_) | Question::Ltl(_));
    let Some(slice) = slice(system, &cone, known, paths) else { return Ok(()) };
    let settings = explicit::Settings::default();
    let failed = |failure| disagreement("failure", format!("'{}': {failure:?}", property.name));
    let answer = explicit::check(&slice.system, &[number], &settings, &Unlimited).map_err(failed)?.remove(0);
    let answer = match lift(system, &slice, &property.question, answer) {
        Ok(answer) => answer,
        Err(LiftError::Obstacle(_)) => {
            outcome.open += 1;
            return Ok(());
        }
        Err(error) => return Err(disagreement("lift", format!("'{}': {error}", property.name))),
    };
    if answer.is_unknown() {
        outcome.open += 1;
        return Ok(());
    }
    let about_paths = matches!(property.question, Question::Ctl(_) | Question::Ltl(_) | Question::Bound(_));
    match about_paths {
        true => {
            let whole = explicit::check(system, &[number], &settings, &Unlimited).map_err(failed)?.remove(0);
            let same = whole.verdict() == answer.verdict() && whole.value() == answer.value();
            if !same && !matches!(whole.verdict(), Verdict::Unknown(_)) {
                let detail = format!("'{}': {:?}, but the slice says {:?}", property.name, whole, answer);
                return Err(disagreement("verdict", detail));
            }
            engines::confirm(system, property, &answer)
                .map_err(|reason| disagreement("confirm", format!("'{}': {reason}", property.name)))?;
        }
        false => compare_answer(system, naive, property, &answer)?,
    }
    let trace = answer.evidence().and_then(|evidence| evidence.trace());
    outcome.questions += 1;
    outcome.sliced += usize::from(is_smaller);
    outcome.paths += usize::from(is_smaller && about_paths);
    outcome.lifted += usize::from(is_smaller && trace.is_some());
    outcome.endless += usize::from(trace.is_some_and(|trace| trace.ending == system::Ending::Endless));
    Ok(())
}
