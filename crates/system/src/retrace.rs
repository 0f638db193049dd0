//! Turns a path that an engine claims into a trace, by walking it in the reference interpreter.
//!
//! This is the only way to obtain a [`Trace`] from an engine, so every trace has been replayed.

use crate::{Ending, Fault, Interpreter, Obstacle, State, System, Trace, TraceStep, TransitionId};

/// A path as an engine knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedPath {
    /// The first state.
    pub initial: State,
    /// The transitions taken and the states that they lead to.
    pub steps: Vec<(TransitionId, State)>,
    /// How it goes on.
    pub ending: PathEnding,
}

/// How a path goes on behind its last step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathEnding {
    /// It ends there.
    Finite,
    /// It ends there because no transition is possible.
    DeadEnd,
    /// The last step returns to the state after this many steps.
    Loop(usize),
    /// It can be continued for ever without repeating a state.
    Endless,
    /// This transition faults in the last state.
    Fault(TransitionId),
}

/// Why a path is not one of the system's: a bug in the engine that claims it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mismatch {
    /// The first state is not initial.
    NotInitial,
    /// The step with this number, counted from zero, is impossible.
    NoSuchStep(usize),
    /// The last step does not return to the state it should.
    NoLoop,
    /// The transition does not fault in the last state.
    NoFault,
    /// The last state has a successor.
    NoDeadEnd,
    /// The interpreter cannot walk the path.
    Obstacle(Obstacle),
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mismatch::NotInitial => write!(f, "the first state is not initial"),
            Mismatch::NoSuchStep(step) => write!(f, "step {} is impossible", step + 1),
            Mismatch::NoLoop => write!(f, "the last step does not close the loop"),
            Mismatch::NoFault => write!(f, "the transition does not fault in the last state"),
            Mismatch::NoDeadEnd => write!(f, "the last state has a successor"),
            Mismatch::Obstacle(obstacle) => write!(f, "{obstacle}"),
        }
    }
}

impl From<Obstacle> for Mismatch {
    fn from(obstacle: Obstacle) -> Self {
        Mismatch::Obstacle(obstacle)
    }
}

/// The path as a trace, if it begins in an initial state and every step of it is one of the system's.
pub fn retrace(system: &System, path: &ClaimedPath) -> Result<Trace, Mismatch> {
    if !Interpreter::new(system).is_initial(&path.initial)? {
        return Err(Mismatch::NotInitial);
    }
    retrace_from(system, path)
}

/// The path as a trace, if every step of it is one of the system's; it may begin anywhere.
pub fn retrace_from(system: &System, path: &ClaimedPath) -> Result<Trace, Mismatch> {
    let interpreter = Interpreter::new(system);
    let mut trace = Trace { initial: path.initial.clone(), steps: Vec::new(), ending: Ending::Finite };
    for (number, (transition, state)) in path.steps.iter().enumerate() {
        let step: Option<TraceStep> = interpreter.step(trace.last(), *transition, state)?;
        trace.steps.push(step.ok_or(Mismatch::NoSuchStep(number))?);
    }
    trace.ending = match path.ending {
        PathEnding::Finite => Ending::Finite,
        PathEnding::Endless => Ending::Endless,
        PathEnding::DeadEnd => {
            if !interpreter.successors(trace.last())?.steps.is_empty() {
                return Err(Mismatch::NoDeadEnd);
            }
            Ending::Finite
        }
        PathEnding::Loop(start) => {
            if start >= trace.steps.len() || trace.states().nth(start) != Some(trace.last()) {
                return Err(Mismatch::NoLoop);
            }
            Ending::Loop(start)
        }
        PathEnding::Fault(transition) => {
            let faults: Vec<Fault> = interpreter.fire(trace.last(), transition)?.faults;
            Ending::Fault(faults.into_iter().next().ok_or(Mismatch::NoFault)?)
        }
    };
    Ok(trace)
}
