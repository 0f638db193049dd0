//! Expressions of a model as formulas, as far as they cannot fault and stay linear.

use certificates::Term;
use std::collections::BTreeMap;
use system::{Comparison, Expr, ExprKind, Operation, Value, VariableId};

/// The formula of an expression; nothing for references that are followed, indices that depend on the state, quantifiers, products and
/// quotients of variables.
pub fn formula(expression: &Expr) -> Option<Term> {
    let list = |all: &[Expr]| all.iter().map(formula).collect::<Option<Vec<_>>>();
    Some(match &expression.kind {
        ExprKind::Const(value, _) => Term::Constant(*value),
        ExprKind::Read(place) => Term::Variable(place.fixed()?),
        ExprKind::Not(a) => formula(a)?.negated(),
        ExprKind::And(all) => Term::And(list(all)?),
        ExprKind::Or(all) => Term::Or(list(all)?),
        ExprKind::Implies(a, b) => Term::Or(vec![formula(a)?.negated(), formula(b)?]),
        ExprKind::Iff(a, b) => {
            let (a, b) = (formula(a)?, formula(b)?);
            let both = Term::And(vec![a.clone(), b.clone()]);
            Term::Or(vec![both, Term::And(vec![a.negated(), b.negated()])])
        }
        ExprKind::Compare(comparison, a, b) => Term::compare(*comparison, formula(a)?, formula(b)?),
        ExprKind::Negate(a) => Term::Times(-1, Box::new(formula(a)?)),
        ExprKind::Arithmetic(operation, a, b) => arithmetic(*operation, formula(a)?, formula(b)?)?,
        ExprKind::If(c, a, b) => {
            Term::If(Box::new(formula(c)?), Box::new(formula(a)?), Box::new(formula(b)?))
        }
        ExprKind::Sum(all) => Term::Sum(list(all)?),
        ExprKind::Count(all) => {
            let one =
                |condition| Term::If(Box::new(condition), Box::new(Term::int(1)), Box::new(Term::int(0)));
            Term::Sum(list(all)?.into_iter().map(one).collect())
        }
        _ => return None,
    })
}

fn arithmetic(operation: Operation, a: Term, b: Term) -> Option<Term> {
    let choose = |comparison, a: Term, b: Term| {
        let condition = Term::compare(comparison, a.clone(), b.clone());
        Term::If(Box::new(condition), Box::new(a), Box::new(b))
    };
    Some(match (operation, a, b) {
        (Operation::Add, a, b) => Term::Sum(vec![a, b]),
        (Operation::Sub, a, b) => Term::Sum(vec![a, Term::Times(-1, Box::new(b))]),
        (Operation::Mul, Term::Constant(Value::Int(factor)), other)
        | (Operation::Mul, other, Term::Constant(Value::Int(factor))) => Term::Times(factor, Box::new(other)),
        (Operation::Div, a, Term::Constant(Value::Int(by))) if by > 0 => Term::Divide(Box::new(a), by),
        (Operation::Mod, a, Term::Constant(Value::Int(by))) if by > 0 => Term::Modulo(Box::new(a), by),
        (Operation::Min, a, b) => choose(Comparison::Le, a, b),
        (Operation::Max, a, b) => choose(Comparison::Ge, a, b),
        _ => return None,
    })
}

/// The formula with others in place of variables; nothing if one of these is not known.
pub fn substituted(term: &Term, values: &BTreeMap<VariableId, Option<Term>>) -> Option<Term> {
    let inner = |one: &Term| substituted(one, values).map(Box::new);
    let list = |all: &[Term]| all.iter().map(|one| substituted(one, values)).collect::<Option<Vec<_>>>();
    Some(match term {
        Term::Variable(id) => match values.get(id) {
            Some(value) => value.clone()?,
            None => term.clone(),
        },
        Term::Constant(_) | Term::Extra(_) | Term::Name(_) => term.clone(),
        Term::Not(a) => substituted(a, values)?.negated(),
        Term::And(all) => Term::And(list(all)?),
        Term::Or(all) => Term::Or(list(all)?),
        Term::Compare(comparison, a, b) => Term::Compare(*comparison, inner(a)?, inner(b)?),
        Term::Sum(all) => Term::Sum(list(all)?),
        Term::Times(factor, a) => Term::Times(*factor, inner(a)?),
        Term::Divide(a, by) => Term::Divide(inner(a)?, *by),
        Term::Modulo(a, by) => Term::Modulo(inner(a)?, *by),
        Term::If(a, b, c) => Term::If(inner(a)?, inner(b)?, inner(c)?),
    })
}
