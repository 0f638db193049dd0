//! What a property reads, and what a reduction must keep for it.

use nets::reduction::Preserve;
use std::collections::BTreeSet;
use system::{Expr, ExprKind, Ltl, Question, System, VariableId};

/// The variables that a property reads and what must be preserved; nothing if reductions of nets do not help with such a property.
pub(crate) fn demands(system: &System, question: &Question) -> Option<(BTreeSet<VariableId>, Preserve)> {
    let mut visible = BTreeSet::new();
    let preserve = match question {
        Question::Invariant(condition) | Question::Reachable(condition) | Question::Bound(condition) => {
            reads(condition, &mut visible).then_some(Preserve::Reachability)
        }
        Question::DeadlockFree => Some(Preserve::Deadlocks),
        Question::Ltl(formula) if system.fairness.is_empty() => {
            reads_of_paths(formula, &mut visible).then_some(Preserve::Stuttering)
        }
        Question::Ltl(_) | Question::Ctl(_) | Question::NoFaults => None,
    };
    preserve.map(|preserve| (visible, preserve))
}

/// Adds the variables that an expression reads; whether it is known which.
fn reads(expression: &Expr, found: &mut BTreeSet<VariableId>) -> bool {
    match &expression.kind {
        ExprKind::Read(place) => place.fixed().map(|variable| found.insert(variable)).is_some(),
        ExprKind::ReadNext(_)
        | ExprKind::Bound(_)
        | ExprKind::Quantified { .. }
        | ExprKind::IndexOf(_)
        | ExprKind::InstanceAt(..) => false,
        _ => expression.children().into_iter().all(|child| reads(child, found)),
    }
}

/// The same for a formula that does not count steps.
fn reads_of_paths(formula: &Ltl, found: &mut BTreeSet<VariableId>) -> bool {
    match formula {
        Ltl::State(condition) => reads(condition, found),
        Ltl::Next(_) | Ltl::Rigid { .. } => false,
        Ltl::Not(inner) | Ltl::Finally(inner) | Ltl::Globally(inner) => reads_of_paths(inner, found),
        Ltl::And(all) | Ltl::Or(all) => all.iter().all(|one| reads_of_paths(one, found)),
        Ltl::Implies(left, right) | Ltl::Iff(left, right) | Ltl::Until(_, left, right) => {
            reads_of_paths(left, found) && reads_of_paths(right, found)
        }
    }
}
