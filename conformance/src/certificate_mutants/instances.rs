//! Formulas with a number in the place of a rigid variable.

use system::{BoundId, Ctl, Expr, ExprKind, Ltl};

/// Puts a number in the place of a rigid variable of a branching-time formula.
pub(super) fn fix_branching(formula: &mut Ctl, bound: BoundId, value: i128) {
    match formula {
        Ctl::State(e) => fix(e, bound, value),
        Ctl::Not(f) | Ctl::Next(_, f) | Ctl::Finally(_, f) | Ctl::Globally(_, f) => {
            fix_branching(f, bound, value);
        }
        Ctl::And(all) | Ctl::Or(all) => all.iter_mut().for_each(|f| fix_branching(f, bound, value)),
        Ctl::Implies(f, g) | Ctl::Iff(f, g) | Ctl::Until(_, _, f, g) => {
            [f, g].into_iter().for_each(|f| fix_branching(f, bound, value));
        }
        Ctl::Rigid { body, .. } => fix_branching(body, bound, value),
    }
}

/// Puts a number in the place of a rigid variable of a linear-time formula.
pub(super) fn fix_linear(formula: &mut Ltl, bound: BoundId, value: i128) {
    match formula {
        Ltl::State(e) => fix(e, bound, value),
        Ltl::Not(f) | Ltl::Next(f) | Ltl::Finally(f) | Ltl::Globally(f) => fix_linear(f, bound, value),
        Ltl::And(all) | Ltl::Or(all) => all.iter_mut().for_each(|f| fix_linear(f, bound, value)),
        Ltl::Implies(f, g) | Ltl::Iff(f, g) | Ltl::Until(_, f, g) => {
            [f, g].into_iter().for_each(|f| fix_linear(f, bound, value));
        }
        Ltl::Rigid { body, .. } => fix_linear(body, bound, value),
    }
}

fn fix(e: &mut Expr, bound: BoundId, value: i128) {
    use ExprKind::*;
    let span = e.span;
    match &mut e.kind {
        Bound(own) if *own == bound => *e = Expr::int(value, span),
        Const(..) | Bound(_) => {}
        Read(place) | ReadNext(place) => {
            place.selectors.iter_mut().for_each(|selector| fix(&mut selector.index, bound, value));
        }
        Not(a) | Negate(a) | Absolute(a) | IndexOf(a) | InstanceAt(_, a) => fix(a, bound, value),
        And(all) | Or(all) | Sum(all) | Count(all) => all.iter_mut().for_each(|one| fix(one, bound, value)),
        Implies(a, b) | Iff(a, b) | Compare(_, a, b) | Arithmetic(_, a, b) => {
            [a, b].into_iter().for_each(|one| fix(one, bound, value));
        }
        If(a, b, c) => [a, b, c].into_iter().for_each(|one| fix(one, bound, value)),
        Reach(reach) => {
            let ends = [&mut reach.start, &mut reach.goal];
            ends.into_iter().chain(reach.links.iter_mut().flatten()).for_each(|one| fix(one, bound, value));
        }
        Quantified { body, .. } => fix(body, bound, value),
    }
}
