//! An answer about a slice as one about the whole system.
//!
//! What a path shows of a slice it shows of the system, once the variables that were left out have their true values: it is walked
//! again in the reference interpreter, transition by transition, and each step must agree with the slice on what matters. A loop of the slice may
//! not close in the whole system, where a variable that nobody needs may have changed; then it is gone round again, until the states
//! repeat. Where they do not, the path goes on for ever without repeating a state.

use crate::slice::Slice;
use std::cell::Cell;
use system::{
    Answer, Ctl, Ending, Evidence, Explanation, Interpreter, Irrelevant, Obstacle, Question, State, System,
    Trace, TraceStep, TransitionId, explain,
};

/// How many steps a loop may take until the states of the whole system repeat.
const MOST_STEPS: usize = 4_096;

/// Why an answer about a slice is none about the system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LiftError {
    /// The interpreter cannot walk a path.
    Obstacle(Obstacle),
    /// The path is none of the whole system: a bug.
    Impossible(&'static str),
    /// The evidence says nothing about the question: a bug.
    Irrelevant(Irrelevant),
}

impl std::fmt::Display for LiftError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LiftError::Obstacle(obstacle) => {
                write!(f, "a path was found but not replayed: {obstacle}")
            }
            LiftError::Impossible(what) => write!(f, "a path of the slice is none of the system: {what}"),
            LiftError::Irrelevant(irrelevant) => write!(f, "{irrelevant}"),
        }
    }
}

impl From<Obstacle> for LiftError {
    fn from(obstacle: Obstacle) -> Self {
        LiftError::Obstacle(obstacle)
    }
}

/// The answer as one about the whole system.
///
/// # Errors
/// If its paths cannot be walked there.
pub fn lift(whole: &System, slice: &Slice, question: &Question, answer: Answer) -> Result<Answer, LiftError> {
    let Some(evidence) = answer.evidence().cloned() else { return Ok(answer) };
    let lifting = Lifting { whole, slice, interpreter: Interpreter::new(whole), repeated: Cell::new(None) };
    let evidence = lifting.evidence(evidence)?;
    let strategy = match slice.is_whole() {
        true => answer.strategy,
        false => format!("{}, {}", answer.strategy, shown(slice, whole)),
    };
    let mut lifted =
        Answer::from_evidence(question, evidence, answer.engine, strategy).map_err(LiftError::Irrelevant)?;
    (lifted.reason, lifted.statistics) = (answer.reason, answer.statistics);
    if let (None, Some(first)) = (&lifted.reason, lifting.repeated.get()) {
        lifted.reason = Some(format!(
            "the steps from state {first} on can be repeated for ever: only variables change that no transition and no property needs"
        ));
    }
    Ok(lifted)
}

/// What was left out, in a few words.
fn shown(slice: &Slice, whole: &System) -> String {
    let part = |some: usize, all: usize, what: &str| {
        if some == all { format!("all {what}") } else { format!("{some} of {all} {what}") }
    };
    let variables = part(slice.variables.len(), whole.variables.len(), "variables");
    let transitions = part(slice.transitions.len(), whole.transitions.len(), "transitions");
    format!("slice to {variables} and {transitions}")
}

struct Lifting<'a> {
    whole: &'a System,
    slice: &'a Slice,
    interpreter: Interpreter<'a>,
    /// Where a loop begins that does not close in the whole system, if there is one.
    repeated: Cell<Option<usize>>,
}

impl Lifting<'_> {
    fn evidence(&self, evidence: Evidence) -> Result<Evidence, LiftError> {
        Ok(match evidence {
            Evidence::Path { trace, explanation } => {
                let lifted = self.trace(&trace, &self.initial(&trace.initial)?)?;
                let explanation = match explanation {
                    Some(known) => Some(Box::new(self.explanation(&known, &lifted.initial)?)),
                    None => None,
                };
                Evidence::Path { trace: lifted, explanation }
            }
            Evidence::Largest { value, witness: Some(witness) } => {
                let witness = self.trace(&witness, &self.initial(&witness.initial)?)?;
                Evidence::Largest { value, witness: Some(witness) }
            }
            Evidence::Parts(parts) => {
                Evidence::Parts(parts.into_iter().map(|part| self.evidence(part)).collect::<Result<_, _>>()?)
            }
            other => other,
        })
    }

    /// An initial state of the slice is one of the system: what was left out has a value that an initial state has.
    fn initial(&self, state: &State) -> Result<State, LiftError> {
        match self.interpreter.is_initial(state)? {
            true => Ok(state.clone()),
            false => Err(LiftError::Impossible("its first state is not initial")),
        }
    }

    /// A path of the slice from a state of the system.
    fn trace(&self, trace: &Trace, initial: &State) -> Result<Trace, LiftError> {
        let mut lifted = Trace { initial: initial.clone(), steps: Vec::new(), ending: Ending::Finite };
        trace.steps.iter().try_for_each(|step| self.step(&mut lifted, step))?;
        lifted.ending = match &trace.ending {
            Ending::Finite => Ending::Finite,
            Ending::Endless => Ending::Endless,
            Ending::Loop(start) => self.close(&mut lifted, &trace.steps[*start..], *start)?,
            Ending::Fault(fault) => {
                let faults = self.interpreter.fire(lifted.last(), self.own(fault.transition))?.faults;
                let fault = faults.into_iter().next();
                Ending::Fault(fault.ok_or(LiftError::Impossible("the transition does not fault"))?)
            }
        };
        Ok(lifted)
    }

    fn own(&self, transition: TransitionId) -> TransitionId {
        self.slice.transitions[transition.index()]
    }

    /// Goes one step further, to a state that agrees with the slice on what matters.
    fn step(&self, lifted: &mut Trace, step: &TraceStep) -> Result<(), LiftError> {
        let agrees = |state: &State| {
            self.slice
                .variables
                .iter()
                .all(|variable| state[variable.index()] == step.state[variable.index()])
        };
        let mut near = lifted.last().clone();
        for variable in &self.slice.variables {
            near[variable.index()] = step.state[variable.index()];
        }
        let found = self.interpreter.step_near(lifted.last(), self.own(step.transition), &near, &agrees)?;
        lifted.steps.push(found.ok_or(LiftError::Impossible("a step is impossible"))?);
        Ok(())
    }

    /// Goes round a loop until the states repeat where it begins, and says how the path goes on.
    fn close(&self, lifted: &mut Trace, around: &[TraceStep], start: usize) -> Result<Ending, LiftError> {
        let once = lifted.steps.len();
        loop {
            let ends = (start..lifted.steps.len()).step_by(around.len());
            let mut earlier = ends.filter(|at| lifted.states().nth(*at) == Some(lifted.last()));
            if let Some(first) = earlier.next() {
                return Ok(Ending::Loop(first));
            }
            if lifted.steps.len() > once.saturating_add(MOST_STEPS) {
                lifted.steps.truncate(once);
                self.repeated.set(Some(start));
                return Ok(Ending::Endless);
            }
            around.iter().try_for_each(|step| self.step(lifted, step))?;
        }
    }

    /// An explanation of a value in a state of the slice, in a state of the system that agrees with it.
    fn explanation(&self, known: &Explanation, state: &State) -> Result<Explanation, LiftError> {
        let path = known.path.as_ref().map(|path| self.trace(path, state)).transpose()?;
        let end = path.as_ref().map_or(state, Trace::last).clone();
        let reasons = match &known.formula {
            Ctl::State(condition) => explain(self.whole, condition, state),
            _ => Vec::new(),
        };
        let parts = known.parts.iter().map(|part| self.explanation(part, &end)).collect::<Result<_, _>>()?;
        Ok(Explanation { reasons, path, parts, formula: known.formula.clone(), value: known.value })
    }
}
