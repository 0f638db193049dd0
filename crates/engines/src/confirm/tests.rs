//! Answers that must be refused, and some that must not.

use super::*;
use diagnostics::Span;
use system::{Evidence, Role, Type, Variable, VariableId};

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
    let question = switch().1.question;
    Answer::from_evidence(&question, Evidence::path(trace), "explicit", "")
        .expect("it is evidence for such a question")
}

#[test]
fn a_counterexample_must_end_in_a_bad_state() {
    let (system, property) = switch();
    assert_eq!(confirm(&system, &property, &violated(false)), Ok(()));
    assert!(confirm(&system, &property, &violated(true)).is_err());
}

#[test]
fn a_dead_end_has_no_successor_and_a_fault_happens() {
    let (system, mut property) = switch();
    property.question = Question::DeadlockFree;
    assert_eq!(confirm(&system, &property, &violated(true)), Ok(()));
    property.question = Question::NoFaults;
    assert!(confirm(&system, &property, &violated(true)).is_err());
}
