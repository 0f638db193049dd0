//! Walks a path that an engine shows, step by step in the reference interpreter, and looks whether it shows
//! what it should. This shares nothing with the code by which engines make their traces.

use system::{Ending, Interpreter, Question, State, System, Trace};

/// Walks the path of an answer; an error says what is wrong with it.
pub fn replay(system: &System, question: &Question, trace: &Trace) -> Result<(), String> {
    walk(system, trace)?;
    let interpreter = Interpreter::new(system);
    let last: &State = trace.last();
    let is = |condition, wanted: bool| match interpreter.holds(condition, last) {
        Ok(holds) if holds == wanted => Ok(()),
        Ok(holds) => Err(format!("the condition is {holds} in the last state")),
        Err(obstacle) => Err(format!("the last state cannot be judged: {obstacle}")),
    };
    match (question, &trace.ending) {
        (Question::Invariant(condition), Ending::Finite) => is(condition, false),
        (Question::Reachable(condition), Ending::Finite) => is(condition, true),
        (Question::DeadlockFree, Ending::Finite) => {
            let successors = interpreter.successors(last).map_err(|obstacle| obstacle.to_string())?;
            if successors.steps.is_empty() { Ok(()) } else { Err("the last state has a successor".into()) }
        }
        (Question::NoFaults, Ending::Fault(fault)) => {
            let successors = interpreter.successors(last).map_err(|obstacle| obstacle.to_string())?;
            if successors.faults.contains(fault) {
                Ok(())
            } else {
                Err(format!("no such fault in the last state: {fault:?}, only {:?}", successors.faults))
            }
        }
        (_, ending) => Err(format!("a path of this property does not end like this: {ending:?}")),
    }
}

/// Whether the path is one of the system's.
fn walk(system: &System, trace: &Trace) -> Result<(), String> {
    let interpreter = Interpreter::new(system);
    if interpreter.is_initial(&trace.initial) != Ok(true) {
        return Err("the first state is not initial".into());
    }
    let mut state = &trace.initial;
    for (number, step) in trace.steps.iter().enumerate() {
        let successors = interpreter.successors(state).map_err(|obstacle| obstacle.to_string())?;
        if !successors.steps.contains(step) {
            let name = system.transition_name(&step.moved);
            return Err(format!("step {} ({name}) is none of the system's", number + 1));
        }
        state = &step.state;
    }
    Ok(())
}
