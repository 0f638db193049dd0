//! From the checker's properties to formulas.

use diagnostics::Span;
use omega_automata::{Atoms, Formulas, Refusal, from_system};
use system::{BoundId, Expr, ExprKind, Ltl, Place, Sort, Type, UntilKind, Value, VariableId};

/// Reads the Boolean variable with this number, written at this place.
fn variable(number: u32, at: usize) -> Ltl {
    let span = Span::new(at, at + 1);
    let place = Place::variable(VariableId(number), Type::Bool, span);
    Ltl::State(Expr { kind: ExprKind::Read(place), span })
}

#[test]
fn equal_expressions_are_one_proposition_wherever_they_stand() {
    let property = Ltl::Globally(Box::new(Ltl::Implies(
        Box::new(variable(7, 10)),
        Box::new(Ltl::Until(UntilKind::Weak, Box::new(variable(3, 20)), Box::new(variable(7, 30)))),
    )));
    let mut formulas = Formulas::new();
    let mut atoms = Atoms::default();
    let formula = from_system(&property, &mut formulas, &mut |expression| atoms.number(expression));
    let formula = formula.expect("the property has no rigid variable");
    assert_eq!(formulas.show(formula, &[]).to_string(), "G (!p0 | (p1 W p0))");
    assert_eq!(atoms.expressions().len(), 2);
}

#[test]
fn constants_stay_constants() {
    let truth = ExprKind::Const(Value::Bool(true), Sort::Bool);
    let property = Ltl::Finally(Box::new(Ltl::State(Expr { kind: truth, span: Span::default() })));
    let formula =
        from_system(&property, &mut Formulas::new(), &mut |_| unreachable!("constants are not numbered"));
    assert_eq!(formula, Ok(Formulas::TRUE));
}

#[test]
fn rigid_variables_and_depth_are_refused() {
    let rigid = Ltl::Rigid { universal: true, bound: BoundId(0), body: Box::new(variable(0, 0)) };
    let mut formulas = Formulas::new();
    let mut number = |_: &Expr| 0;
    assert_eq!(from_system(&rigid, &mut formulas, &mut number), Err(Refusal::RigidVariable));
    let deep = (0..1_000).fold(variable(0, 0), |inner, _| Ltl::Next(Box::new(inner)));
    assert_eq!(from_system(&deep, &mut formulas, &mut number), Err(Refusal::TooDeep));
}
