//! The variables that conditions mention.

use std::collections::HashSet;
use system::{Expr, ExprKind, Place, VariableId};

/// Every variable whose value some of the conditions may depend on.
pub fn mentioned(conditions: &[&Expr]) -> HashSet<VariableId> {
    let mut found = HashSet::new();
    for condition in conditions {
        expression(condition, &mut found);
    }
    found
}

fn expression(expr: &Expr, found: &mut HashSet<VariableId>) {
    match &expr.kind {
        ExprKind::Const(..) | ExprKind::Bound(_) => {}
        ExprKind::Read(read) | ExprKind::ReadNext(read) => place(read, found),
        ExprKind::Not(a)
        | ExprKind::Negate(a)
        | ExprKind::Absolute(a)
        | ExprKind::IndexOf(a)
        | ExprKind::InstanceAt(_, a)
        | ExprKind::Quantified { body: a, .. } => expression(a, found),
        ExprKind::And(all) | ExprKind::Or(all) | ExprKind::Sum(all) | ExprKind::Count(all) => {
            all.iter().for_each(|operand| expression(operand, found));
        }
        ExprKind::Implies(a, b)
        | ExprKind::Iff(a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::Arithmetic(_, a, b) => [a, b].into_iter().for_each(|operand| expression(operand, found)),
        ExprKind::Reach(reach) => {
            reach.children().into_iter().for_each(|part| expression(part, found));
        }
        ExprKind::If(a, b, c) => [a, b, c].into_iter().for_each(|operand| expression(operand, found)),
    }
}

/// All variables that a place can denote, and those that choose among them.
fn place(place: &Place, found: &mut HashSet<VariableId>) {
    let mut numbers = vec![place.first.index()];
    for selector in &place.selectors {
        expression(&selector.index, found);
        let steps = (0..selector.count as usize).map(|position| position * selector.stride as usize);
        numbers = steps.flat_map(|step| numbers.iter().map(move |number| number + step)).collect();
    }
    found.extend(numbers.into_iter().map(VariableId::from_index));
}
