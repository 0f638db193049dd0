//! Which expressions can fault.

use system::{Expr, ExprKind, Operation, Value};

/// Whether evaluating the expression can fault in some state, judged by its form alone.
pub fn can_fault(expr: &Expr) -> bool {
    let itself = match &expr.kind {
        ExprKind::Read(place) | ExprKind::ReadNext(place) => !place.selectors.is_empty(),
        ExprKind::Arithmetic(Operation::Div | Operation::Mod, _, divisor) => {
            !matches!(divisor.constant(), Some(Value::Int(divisor)) if divisor != 0)
        }
        ExprKind::IndexOf(_) | ExprKind::InstanceAt(..) => true,
        _ => false,
    };
    itself || expr.children().into_iter().any(can_fault)
}
