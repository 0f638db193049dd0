//! Linear arithmetic.
//!
//! An integer expression is *unbounded* if it reads a variable of type `int` or `nat`, a parameter or the
//! counter of a population, if it is a name bound over `int` or `nat`, or if it is computed from an unbounded
//! one by arithmetic, `min`, `max`, `abs`, `sum` or as a branch of `if`. Whatever is chosen by it, an index or
//! a condition, does not count: `a[x]` is as bounded as the elements of `a`. Numbers of true conditions,
//! `index(p)` and counts of process instances are bounded.
//!
//! A product with an unbounded side needs the other to be constant, and a quotient or remainder with one needs
//! a positive constant divisor. Everything else is free.

use diagnostics::{Code, Diagnostic, Span};
use system::{Expr, ExprKind, Operation};

use super::Lowerer;
use super::fold::number;

/// Whether an integer expression can take infinitely many values.
pub(super) fn is_unbounded(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Read(place) | ExprKind::ReadNext(place) => place.ty.is_unbounded(),
        ExprKind::Bound(_) => true,
        ExprKind::Negate(operand) | ExprKind::Absolute(operand) => is_unbounded(operand),
        ExprKind::Arithmetic(_, left, right) => is_unbounded(left) || is_unbounded(right),
        ExprKind::Sum(terms) => terms.iter().any(is_unbounded),
        ExprKind::If(_, then, otherwise) => is_unbounded(then) || is_unbounded(otherwise),
        _ => false,
    }
}

impl Lowerer<'_, '_> {
    /// Reports an operation that is not linear.
    pub(super) fn require_linear(&mut self, operation: Operation, left: &Expr, right: &Expr, span: Span) {
        let (is_linear, message, help) = match operation {
            Operation::Mul => (
                number(left).is_some() || number(right).is_some(),
                "this product is not linear",
                "over `int`, `nat` and parameters, one side of `*` must be constant; over ranges both may vary",
            ),
            Operation::Div | Operation::Mod => (
                number(right).is_some_and(|divisor| divisor > 0),
                "this division is not linear",
                "over `int`, `nat` and parameters, the divisor must be a positive constant; over ranges it may vary",
            ),
            _ => return,
        };
        if is_linear {
            return;
        }
        let Some(culprit) = [left, right].into_iter().find(|side| is_unbounded(side)) else { return };
        let finding = Diagnostic::new(Code::NonLinear, message, span, "not linear")
            .with_related(culprit.span, "this has infinitely many possible values")
            .with_help(help);
        self.report(finding);
    }
}
