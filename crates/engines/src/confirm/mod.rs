//! A second look at an answer: does the path really show what it is said to show?
//!
//! That the steps of a path are the system's is known already, since `system::retrace` is the only way to get
//! one. What remains is what they show: the last state of a counterexample must violate the property, that of a
//! witness must satisfy it, a dead end must have no successor, a fault must happen, a path that is to be maximal
//! must close its loop and be fair, or end in a dead end ([`maximal`]), and a path or a tree of paths must
//! decide the temporal formula ([`linear`], [`branching`]). All of that is decided by the definitions, in the
//! reference interpreter, and shares nothing with any engine. Where the interpreter itself meets an obstacle there
//! is no second opinion, and the answer stands.

mod branching;
mod linear;
mod maximal;
#[cfg(test)]
mod temporal_tests;
#[cfg(test)]
mod tests;

use maximal::expect_dead_end;
use system::{
    Answer, BoundValue, Ending, Expr, Interpreter, Property, Question, State, System, Trace, Value, Verdict,
};

/// Whether the answer's path shows what the answer says; if not, what is wrong with it.
pub fn confirm(system: &System, property: &Property, answer: &Answer) -> Result<(), String> {
    match (&property.question, answer.verdict()) {
        (_, Verdict::Unknown(_)) => Ok(()),
        (Question::Invariant(condition), Verdict::Violated) => {
            let trace = path("trace", answer.trace())?;
            expect_condition(system, condition, trace.last(), false)
        }
        (Question::Reachable(condition), Verdict::Holds) => {
            let witness = path("witness", answer.witness())?;
            expect_condition(system, condition, witness.last(), true)
        }
        (Question::Ltl(formula), Verdict::Violated) => {
            linear::confirm(system, formula, path("trace", answer.trace())?)
        }
        (Question::Ctl(formula), Verdict::Violated) => {
            branching::confirm(system, formula, false, path("trace", answer.trace())?, answer)
        }
        (Question::Ctl(formula), Verdict::Holds) if branching::has_witness(formula) => {
            branching::confirm(system, formula, true, path("witness", answer.witness())?, answer)
        }
        (Question::DeadlockFree, Verdict::Violated) => {
            expect_dead_end(system, path("trace", answer.trace())?)
        }
        (Question::NoFaults, Verdict::Violated) => expect_fault(system, path("trace", answer.trace())?),
        (Question::Bound(expression), Verdict::Holds) => match (answer.value(), answer.witness()) {
            (Some(BoundValue::Exact(value)), Some(witness)) => {
                expect_value(system, expression, witness.last(), value)
            }
            (Some(_), _) => Ok(()),
            (None, _) => Err("there is no value".into()),
        },
        _ => Ok(()),
    }
}

fn path<'a>(kind: &str, path: Option<&'a Trace>) -> Result<&'a Trace, String> {
    path.ok_or_else(|| format!("there is no {kind}"))
}

fn expect_condition(system: &System, condition: &Expr, state: &State, expected: bool) -> Result<(), String> {
    match Interpreter::new(system).holds(condition, state) {
        Ok(value) if value != expected => Err(format!("the condition is {value} in the last state")),
        _ => Ok(()),
    }
}

fn expect_fault(system: &System, trace: &Trace) -> Result<(), String> {
    let Ending::Fault(fault) = &trace.ending else { return Err("the trace ends without a fault".into()) };
    match Interpreter::new(system).fire(trace.last(), fault.transition) {
        Ok(happens) if !happens.faults.contains(fault) => Err("the fault does not happen there".into()),
        _ => Ok(()),
    }
}

fn expect_value(system: &System, expression: &Expr, state: &State, expected: i128) -> Result<(), String> {
    match Interpreter::new(system).evaluate(expression, state) {
        Ok(value) if value != Value::Int(expected) => {
            Err(format!("the value in the last state is not {expected}"))
        }
        _ => Ok(()),
    }
}
