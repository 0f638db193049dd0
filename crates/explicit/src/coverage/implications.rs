//! The left sides of the implications that a property rests on.
//!
//! A property that says `a => b` of every reachable state says nothing if `a` is true in none of them.

use system::{Ctl, Expr, ExprKind, Ltl, Path, Question};

/// The left sides of implications that must hold in every reachable state: at the top of an invariant and of
/// what stands below `AG` or `G`, also as parts of a conjunction. A finite `forall` is a conjunction.
pub(super) fn left_sides(question: &Question) -> Vec<&Expr> {
    let mut found = Vec::new();
    match question {
        Question::Invariant(condition) => in_expression(condition, &mut found),
        Question::Ctl(formula) => in_branching(formula, false, &mut found),
        Question::Ltl(formula) => in_linear(formula, false, &mut found),
        _ => {}
    }
    found
}

fn in_expression<'p>(expr: &'p Expr, found: &mut Vec<&'p Expr>) {
    match &expr.kind {
        ExprKind::And(parts) => parts.iter().for_each(|part| in_expression(part, found)),
        ExprKind::Implies(left, _) => found.push(left),
        _ => {}
    }
}

/// `everywhere` says whether the formula must hold in every reachable state, not only in initial ones.
fn in_branching<'p>(formula: &'p Ctl, everywhere: bool, found: &mut Vec<&'p Expr>) {
    match formula {
        Ctl::Globally(Path::All, inner) => in_branching(inner, true, found),
        Ctl::And(parts) => parts.iter().for_each(|part| in_branching(part, everywhere, found)),
        Ctl::State(condition) if everywhere => in_expression(condition, found),
        Ctl::Implies(left, _) if everywhere => {
            if let Ctl::State(condition) = &**left {
                found.push(condition);
            }
        }
        _ => {}
    }
}

fn in_linear<'p>(formula: &'p Ltl, everywhere: bool, found: &mut Vec<&'p Expr>) {
    match formula {
        Ltl::Globally(inner) => in_linear(inner, true, found),
        Ltl::And(parts) => parts.iter().for_each(|part| in_linear(part, everywhere, found)),
        Ltl::State(condition) if everywhere => in_expression(condition, found),
        Ltl::Implies(left, _) if everywhere => {
            if let Ltl::State(condition) = &**left {
                found.push(condition);
            }
        }
        _ => {}
    }
}
