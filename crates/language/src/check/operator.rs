//! Operators with two operands, other than comparisons.

use system::Operation;

use super::{Checker, Context};
use crate::ast::{BinaryOp, Expr, ExprKind};
use crate::scope::Scope;
use crate::typed::{Typed, TypedKind};

impl<'a> Checker<'a> {
    /// Checks `a op b`.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        expr: &'a Expr,
        scope: &Scope<'a>,
        context: Context,
    ) -> Typed {
        match op {
            BinaryOp::And | BinaryOp::Or => self.connective(op, expr, scope, context),
            BinaryOp::Implies | BinaryOp::Iff => self.implication(op, expr, scope, context),
            BinaryOp::Add | BinaryOp::Sub => self.sum(expr, scope, context),
            BinaryOp::Mul => self.product(Operation::Mul, expr, scope, context),
            BinaryOp::Div => self.product(Operation::Div, expr, scope, context),
            BinaryOp::Mod => self.product(Operation::Mod, expr, scope, context),
        }
    }

    fn connective(&mut self, op: BinaryOp, expr: &'a Expr, scope: &Scope<'a>, context: Context) -> Typed {
        let role = if op == BinaryOp::And { "an operand of `&&`" } else { "an operand of `||`" };
        let mut operands = Vec::new();
        for (_, operand) in terms(expr, |inner| inner == op) {
            operands.push(self.boolean(operand, scope, context.below(), role));
        }
        let kind = if op == BinaryOp::And { TypedKind::And(operands) } else { TypedKind::Or(operands) };
        Typed::bool(kind, expr.span)
    }

    fn implication(&mut self, op: BinaryOp, expr: &'a Expr, scope: &Scope<'a>, context: Context) -> Typed {
        let ExprKind::Binary(_, left, right) = &expr.kind else { return Typed::unknown(expr.span) };
        let role = if op == BinaryOp::Implies { "an operand of `=>`" } else { "an operand of `<=>`" };
        let left = Box::new(self.boolean(left, scope, context.below(), role));
        let right = Box::new(self.boolean(right, scope, context.below(), role));
        let kind = match op {
            BinaryOp::Implies => TypedKind::Implies(left, right),
            _ => TypedKind::Iff(left, right),
        };
        Typed::bool(kind, expr.span)
    }

    fn sum(&mut self, expr: &'a Expr, scope: &Scope<'a>, context: Context) -> Typed {
        let mut parts = Vec::new();
        for (subtracted, term) in terms(expr, |inner| matches!(inner, BinaryOp::Add | BinaryOp::Sub)) {
            let role = if subtracted { "an operand of `-`" } else { "an operand of `+`" };
            parts.push((subtracted, self.integer(term, scope, context.operand(), role)));
        }
        if parts.len() > 2 {
            return Typed::int(TypedKind::Sum(parts), expr.span);
        }
        let (Some((subtracted, right)), Some((_, left))) = (parts.pop(), parts.pop()) else {
            return Typed::unknown(expr.span);
        };
        let operation = if subtracted { Operation::Sub } else { Operation::Add };
        Typed::int(TypedKind::Arithmetic(operation, Box::new(left), Box::new(right)), expr.span)
    }

    fn product(
        &mut self,
        operation: Operation,
        expr: &'a Expr,
        scope: &Scope<'a>,
        context: Context,
    ) -> Typed {
        let ExprKind::Binary(_, left, right) = &expr.kind else { return Typed::unknown(expr.span) };
        let role = match operation {
            Operation::Mul => "an operand of `*`",
            Operation::Div => "an operand of `/`",
            _ => "an operand of `%`",
        };
        let inner = context.operand().constant();
        let left = self.integer(left, scope, inner, role);
        let right = self.integer(right, scope, inner, role);
        Typed::int(TypedKind::Arithmetic(operation, Box::new(left), Box::new(right)), expr.span)
    }
}

/// The operands of a chain of operators that belong together, from the left, each with whether it is
/// subtracted. Parentheses keep chains apart.
fn terms(expr: &Expr, belongs: impl Fn(BinaryOp) -> bool) -> Vec<(bool, &Expr)> {
    let mut terms = Vec::new();
    let mut open = vec![(false, expr)];
    while let Some((subtracted, expr)) = open.pop() {
        match &expr.kind {
            ExprKind::Binary(op, left, right) if belongs(*op) => {
                // A right operand that is a chain itself comes from a long chain that the parser cut at `+`,
                // where both halves keep their signs.
                open.push((*op == BinaryOp::Sub, right));
                open.push((subtracted, left));
            }
            _ => terms.push((subtracted, expr)),
        }
    }
    terms
}
