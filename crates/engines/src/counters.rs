//! Variables that only count: they have one initial value, and every write adds a constant or sets one.
//!
//! The places of a net are like that. Most systems whose only infinite variables count reach finitely many states, which is worth
//! knowing before turns are given; nothing else rests on it.

use system::{Block, Comparison, Expr, ExprKind, Operation, Statement, StatementKind, System, VariableId};

/// Whether a variable only counts.
pub(crate) fn only_counts(system: &System, variable: VariableId) -> bool {
    let has_start = system.initial.iter().any(|condition| starts_at_constant(condition, variable));
    has_start && system.edges.iter().all(|edge| counts_in(&edge.action, variable))
}

/// Whether the condition gives the variable one constant value.
fn starts_at_constant(condition: &Expr, variable: VariableId) -> bool {
    match &condition.kind {
        ExprKind::And(parts) => parts.iter().any(|part| starts_at_constant(part, variable)),
        ExprKind::Compare(Comparison::Eq, left, right) => {
            (is_read(left, variable) && is_constant(right)) || (is_read(right, variable) && is_constant(left))
        }
        _ => false,
    }
}

fn counts_in(block: &Block, variable: VariableId) -> bool {
    block.steps.iter().flat_map(|step| &step.statements).all(|statement| counts_by(statement, variable))
}

fn counts_by(statement: &Statement, variable: VariableId) -> bool {
    let body = |block: &Block| counts_in(block, variable);
    match &statement.kind {
        StatementKind::Assign { place, value } if place.selectors.is_empty() => {
            place.first != variable || adds_constant(value, variable)
        }
        StatementKind::Assign { place, .. } => place.first > variable,
        StatementKind::Choose(branches) => branches.iter().all(|branch| body(&branch.body)),
        StatementKind::If { then, otherwise, .. } => {
            body(&then.body) && otherwise.as_ref().is_none_or(|branch| body(&branch.body))
        }
        StatementKind::Skip | StatementKind::Assert(_) => true,
        StatementKind::Any { .. } | StatementKind::Relation(_) => false,
    }
}

/// Whether the value is a constant, or the variable's own and a constant.
fn adds_constant(value: &Expr, variable: VariableId) -> bool {
    match &value.kind {
        ExprKind::Arithmetic(Operation::Add | Operation::Sub, left, right) => {
            adds_constant(left, variable) && is_constant(right)
        }
        ExprKind::Sum(parts) => parts.iter().all(|part| adds_constant(part, variable)),
        _ => is_constant(value) || is_read(value, variable),
    }
}

fn is_read(expression: &Expr, variable: VariableId) -> bool {
    matches!(&expression.kind, ExprKind::Read(place) if place.first == variable && place.selectors.is_empty())
}

fn is_constant(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Const(..) => true,
        ExprKind::Negate(inner) => is_constant(inner),
        _ => false,
    }
}
