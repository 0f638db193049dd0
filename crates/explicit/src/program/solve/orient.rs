//! Equations as definitions, disjunctions of equations as sets, and disjunctions as cases.

use super::scope::Scope;
use diagnostics::Span;
use system::{Comparison, Expr, ExprKind};

/// An unknown and the expression that it equals.
pub(super) struct Definition {
    pub unknown: usize,
    pub value: Expr,
}

/// What the constraint defines: `x = e` and `x <=> e` from either side, `x` and `!x`.
///
/// `is_known` says of an unknown whether its value is known already; only an unknown that is not can be
/// defined, and only by an expression that reads none that is not.
pub(super) fn definition(
    scope: &Scope<'_>,
    constraint: &Expr,
    is_known: &dyn Fn(usize) -> bool,
) -> Option<Definition> {
    let open = |expr: &Expr| scope.unknown(expr).filter(|unknown| !is_known(*unknown));
    let is_computable = |expr: &Expr| scope.unknowns_in(expr).into_iter().all(is_known);
    let fixed = |unknown, value| Definition { unknown, value: Expr::bool(value, Span::default()) };
    match &constraint.kind {
        ExprKind::Compare(Comparison::Eq, a, b) | ExprKind::Iff(a, b) => {
            for (side, other) in [(a, b), (b, a)] {
                if let Some(unknown) = open(side)
                    && is_computable(other)
                {
                    return Some(Definition { unknown, value: (**other).clone() });
                }
            }
            None
        }
        ExprKind::Not(a) => open(a).map(|unknown| fixed(unknown, false)),
        _ => open(constraint).map(|unknown| fixed(unknown, true)),
    }
}

/// The unknown that a disjunction of equations defines, with its possible values.
pub(super) fn members(
    scope: &Scope<'_>,
    constraint: &Expr,
    is_known: &dyn Fn(usize) -> bool,
) -> Option<(usize, Vec<Expr>)> {
    let ExprKind::Or(all) = &constraint.kind else { return None };
    let definitions: Option<Vec<Definition>> =
        all.iter().map(|one| definition(scope, one, is_known)).collect();
    let definitions = definitions?;
    let unknown = definitions.first()?.unknown;
    let is_same = definitions.iter().all(|definition| definition.unknown == unknown);
    is_same.then(|| (unknown, definitions.into_iter().map(|definition| definition.value).collect()))
}

/// The cases of a constraint: every solution satisfies all conditions of at least one of them.
pub(super) fn cases(constraint: &Expr) -> Option<Vec<Vec<Expr>>> {
    match &constraint.kind {
        ExprKind::Or(all) => Some(all.iter().map(conjuncts).collect()),
        ExprKind::Implies(a, b) => Some(vec![conjuncts(&not(a)), conjuncts(b)]),
        ExprKind::If(condition, then, otherwise) => {
            let with = |first: &Expr, rest: &Expr| {
                let mut all = conjuncts(first);
                all.extend(conjuncts(rest));
                all
            };
            Some(vec![with(condition, then), with(&not(condition), otherwise)])
        }
        ExprKind::Not(inner) => match &inner.kind {
            ExprKind::And(all) => Some(all.iter().map(|one| conjuncts(&not(one))).collect()),
            _ => None,
        },
        _ => None,
    }
}

/// The parts of a conjunction, negations of disjunctions included. Evaluated from the left they stop, and
/// fault, where the whole does.
pub(crate) fn conjuncts(expr: &Expr) -> Vec<Expr> {
    match &expr.kind {
        ExprKind::And(all) => all.iter().flat_map(conjuncts).collect(),
        ExprKind::Not(inner) => match &inner.kind {
            ExprKind::Not(twice) => conjuncts(twice),
            ExprKind::Or(all) => all.iter().flat_map(|one| conjuncts(&not(one))).collect(),
            ExprKind::Implies(a, b) => [conjuncts(a), conjuncts(&not(b))].concat(),
            _ => vec![expr.clone()],
        },
        _ => vec![expr.clone()],
    }
}

fn not(expr: &Expr) -> Expr {
    Expr::new(ExprKind::Not(Box::new(expr.clone())), expr.span)
}
