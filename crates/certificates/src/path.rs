//! Paths as certificates: they are replayed in the reference interpreter, and then asked what they show.

use crate::Refusal;
use system::{
    ClaimedPath, Expr, Interpreter, Lasso, Ltl, Mismatch, Obstacle, PathEnding, Question, System, Trace,
    retrace,
};

/// The path as a trace.
///
/// # Errors
/// [`Refusal::Failed`] if it is none of the model's, and [`Refusal::Undecided`] if the interpreter cannot walk it.
pub fn replay(system: &System, path: &ClaimedPath) -> Result<Trace, Refusal> {
    retrace(system, path).map_err(|mismatch| match mismatch {
        Mismatch::Obstacle(obstacle) => undecided(&obstacle),
        other => failed("the path is one of the model's", &other.to_string()),
    })
}

/// That a path shows the verdict on a property.
///
/// # Errors
/// [`Refusal::Failed`] if it does not, [`Refusal::Undecided`] if the interpreter cannot tell, and [`Refusal::Malformed`] if no path
/// shows such a verdict.
pub fn check_path(
    system: &System,
    question: &Question,
    holds: bool,
    path: &ClaimedPath,
) -> Result<(), Refusal> {
    let wanted = match (question, holds) {
        (Question::Invariant(_), false) | (Question::Reachable(_), true) => path.ending == PathEnding::Finite,
        (Question::DeadlockFree, false) => path.ending == PathEnding::DeadEnd,
        (Question::NoFaults, false) => matches!(path.ending, PathEnding::Fault(_)),
        (Question::Ltl(_), false) => matches!(path.ending, PathEnding::DeadEnd | PathEnding::Loop(_)),
        _ => return Err(Refusal::Malformed("a path shows nothing of such a property".into())),
    };
    if !wanted {
        return Err(Refusal::Malformed("the path ends in a way that shows nothing of the property".into()));
    }
    let trace = replay(system, path)?;
    match question {
        Question::Invariant(e) if is_true(system, e, &trace)? => {
            Err(failed("the invariant is false in the last state of the path", "it is true there"))
        }
        Question::Reachable(e) if !is_true(system, e, &trace)? => {
            Err(failed("the condition is true in the last state of the path", "it is false there"))
        }
        Question::Ltl(formula) => check_lasso(system, formula, &trace),
        // Replaying has shown the dead end or the fault.
        _ => Ok(()),
    }
}

fn check_lasso(system: &System, formula: &Ltl, trace: &Trace) -> Result<(), Refusal> {
    let lasso = Lasso::new(system, trace).ok_or_else(|| {
        Refusal::Malformed("a path that violates a formula has a loop or a dead end".into())
    })?;
    match lasso.satisfies(formula).map_err(|obstacle| undecided(&obstacle))? {
        Some(false) => {}
        Some(true) => return Err(failed("the path violates the formula", "it satisfies it")),
        None => {
            return Err(Refusal::Undecided("a path is not judged by a formula with rigid variables".into()));
        }
    }
    let met = lasso.fairness().map_err(|obstacle| undecided(&obstacle))?;
    match met.iter().find(|met| met.how.is_none()) {
        Some(met) => Err(failed("the path is fair", &format!("it does not keep `{}`", met.assumption))),
        None => Ok(()),
    }
}

fn is_true(system: &System, condition: &Expr, trace: &Trace) -> Result<bool, Refusal> {
    Interpreter::new(system).holds(condition, trace.last()).map_err(|obstacle| undecided(&obstacle))
}

fn failed(obligation: &str, shown: &str) -> Refusal {
    Refusal::Failed { obligation: obligation.into(), shown: shown.into() }
}

fn undecided(obstacle: &Obstacle) -> Refusal {
    Refusal::Undecided(format!("the path cannot be replayed: {obstacle}"))
}
