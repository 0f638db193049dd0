//! Chains of operators, written in one group however the tree is built.

use crate::ast::{BinaryOp, Expr, ExprKind};

/// The operands of the chain of operators of one level at the top of an expression, from left to right.
///
/// Operands in parentheses are nodes of their own, so neighbours of one level can only come from one chain.
pub(super) fn operands(expr: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    // The left spine can be long, so it is walked with a stack.
    let mut open = vec![expr];
    while let Some(next) = open.pop() {
        match children(next).filter(|_| level(next) == level(expr)) {
            Some((left, right)) => {
                open.push(right);
                open.push(left);
            }
            None => found.push(next),
        }
    }
    found
}

fn children(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Binary(_, left, right) | ExprKind::Until(_, left, right) => Some((left, right)),
        _ => None,
    }
}

/// A number for each level of operators that form chains.
fn level(expr: &Expr) -> Option<u32> {
    match &expr.kind {
        ExprKind::Binary(op, ..) => Some(match op {
            BinaryOp::Iff => 1,
            BinaryOp::Implies => 2,
            BinaryOp::Or => 3,
            BinaryOp::And => 4,
            BinaryOp::Add | BinaryOp::Sub => 6,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod => 7,
        }),
        ExprKind::Until(..) => Some(5),
        _ => None,
    }
}
