//! A second look at an answer: does the path really show what it is said to show?
//!
//! That the path is one of the system's is known already, since `system::retrace` is the only way to get one.
//! What remains is its end: the last state of a counterexample must violate the property, that of a witness
//! must satisfy it, a dead end must have no successor, and a fault must happen there. Where the reference
//! interpreter itself meets an obstacle there is no second opinion, and the answer stands.

use system::{
    Answer, BoundValue, Ending, Expr, Interpreter, Property, Question, State, System, Trace, Value, Verdict,
};

/// Whether the answer's path shows what the answer says; if not, what is wrong with it.
pub fn confirm(system: &System, property: &Property, answer: &Answer) -> Result<(), String> {
    match (&property.question, &answer.verdict) {
        (_, Verdict::Unknown(_)) => Ok(()),
        (Question::Invariant(condition), Verdict::Violated) => {
            let trace = path("trace", &answer.trace)?;
            expect_condition(system, condition, trace.last(), false)
        }
        (Question::Reachable(condition), Verdict::Holds) => {
            let witness = path("witness", &answer.witness)?;
            expect_condition(system, condition, witness.last(), true)
        }
        (Question::DeadlockFree, Verdict::Violated) => expect_dead_end(system, path("trace", &answer.trace)?),
        (Question::NoFaults, Verdict::Violated) => expect_fault(system, path("trace", &answer.trace)?),
        (Question::Bound(expression), Verdict::Holds) => match (answer.value, &answer.witness) {
            (Some(BoundValue::Exact(value)), Some(witness)) => {
                expect_value(system, expression, witness.last(), value)
            }
            (Some(_), _) => Ok(()),
            (None, _) => Err("there is no value".into()),
        },
        _ => Ok(()),
    }
}

fn path<'a>(kind: &str, path: &'a Option<Trace>) -> Result<&'a Trace, String> {
    path.as_ref().ok_or_else(|| format!("there is no {kind}"))
}

fn expect_condition(system: &System, condition: &Expr, state: &State, expected: bool) -> Result<(), String> {
    match Interpreter::new(system).holds(condition, state) {
        Ok(value) if value != expected => Err(format!("the condition is {value} in the last state")),
        _ => Ok(()),
    }
}

fn expect_dead_end(system: &System, trace: &Trace) -> Result<(), String> {
    match Interpreter::new(system).successors(trace.last()) {
        Ok(successors) if !successors.steps.is_empty() => Err("the last state has a successor".into()),
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

#[cfg(test)]
mod tests {
    use super::*;
    use diagnostics::Span;
    use system::{Role, Type, Variable, VariableId};

    /// A system with one Boolean and no transitions, and the property that it is true.
    fn switch() -> (System, Property) {
        let span = Span::default();
        let variable = Variable {
            name: "on".into(),
            base: "on".into(),
            ty: Type::Bool,
            role: Role::Variable,
            owner: None,
            element: None,
            span,
        };
        let system = System { variables: vec![variable], ..System::default() };
        let condition = Expr::read(VariableId(0), Type::Bool, span);
        let question = Question::Invariant(condition);
        (system, Property { name: "lit".into(), question, expect: None, doc: Vec::new(), span })
    }

    fn violated(on: bool) -> Answer {
        let trace = Trace { initial: vec![Value::Bool(on)], steps: Vec::new(), ending: Ending::Finite };
        Answer { trace: Some(trace), ..Answer::new(Verdict::Violated, "explicit", "") }
    }

    #[test]
    fn a_counterexample_must_end_in_a_bad_state() {
        let (system, property) = switch();
        assert_eq!(confirm(&system, &property, &violated(false)), Ok(()));
        assert!(confirm(&system, &property, &violated(true)).is_err());
    }

    #[test]
    fn a_violation_needs_a_trace() {
        let (system, property) = switch();
        let answer = Answer::new(Verdict::Violated, "explicit", "");
        assert_eq!(confirm(&system, &property, &answer), Err("there is no trace".into()));
    }

    #[test]
    fn a_dead_end_has_no_successor_and_a_fault_happens() {
        let (system, mut property) = switch();
        property.question = Question::DeadlockFree;
        assert_eq!(confirm(&system, &property, &violated(true)), Ok(()));
        property.question = Question::NoFaults;
        assert!(confirm(&system, &property, &violated(true)).is_err());
    }
}
