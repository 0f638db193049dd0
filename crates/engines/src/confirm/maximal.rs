//! Is a path maximal, and is it fair?

use system::{Ending, Interpreter, Lasso, System, Trace};

/// A path that goes on for ever must close its loop and meet every fairness assumption, or have a way on; one that ends
/// must end in a dead end.
pub(super) fn expect_maximal(system: &System, trace: &Trace) -> Result<(), String> {
    match trace.ending {
        Ending::Finite => expect_dead_end(system, trace),
        Ending::Endless => expect_successor(system, trace),
        Ending::Fault(_) => Err("a path that should be maximal ends in a fault".into()),
        Ending::Loop(start) => {
            if start >= trace.steps.len() || trace.states().nth(start) != Some(trace.last()) {
                return Err("the last step does not close the loop".into());
            }
            expect_fair(system, trace)
        }
    }
}

/// The last state must have a successor; that there is always one more is for the engine to show.
fn expect_successor(system: &System, trace: &Trace) -> Result<(), String> {
    match Interpreter::new(system).successors(trace.last()) {
        Ok(successors) if successors.steps.is_empty() => Err("the last state has no successor".into()),
        _ => Ok(()),
    }
}

/// The last state must have no successor.
pub(super) fn expect_dead_end(system: &System, trace: &Trace) -> Result<(), String> {
    match Interpreter::new(system).successors(trace.last()) {
        Ok(successors) if !successors.steps.is_empty() => Err("the last state has a successor".into()),
        _ => Ok(()),
    }
}

fn expect_fair(system: &System, trace: &Trace) -> Result<(), String> {
    let Some(lasso) = Lasso::new(system, trace) else { return Ok(()) };
    let Ok(assumptions) = lasso.fairness() else { return Ok(()) };
    match assumptions.into_iter().find(|met| met.how.is_none()) {
        Some(unmet) => Err(format!("the path is not fair: it breaks `{}`", unmet.assumption)),
        None => Ok(()),
    }
}
