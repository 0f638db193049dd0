//! Between which bounds the value of an integer expression lies, as far as its form tells.

use system::{Expr, ExprKind, Operation, Sort, Type, Value};

/// The bounds, both included; none if one is not known.
pub(super) fn interval(expr: &Expr) -> Option<(i128, i128)> {
    match &expr.kind {
        ExprKind::Const(Value::Int(value), _) => Some((*value, *value)),
        ExprKind::Read(place) | ExprKind::ReadNext(place) => match place.ty {
            Type::Range { low, high } => Some((low, high)),
            _ => None,
        },
        ExprKind::Negate(operand) => {
            let (low, high) = interval(operand)?;
            Some((high.checked_neg()?, low.checked_neg()?))
        }
        ExprKind::Absolute(operand) => {
            let (low, high) = interval(operand)?;
            let most = low.checked_abs()?.max(high.checked_abs()?);
            Some((0, most))
        }
        ExprKind::If(_, then, otherwise) => {
            let ((low, high), (other_low, other_high)) = (interval(then)?, interval(otherwise)?);
            Some((low.min(other_low), high.max(other_high)))
        }
        ExprKind::Sum(terms) => terms.iter().try_fold((0i128, 0i128), |(low, high), term| {
            let (least, most) = interval(term)?;
            Some((low.checked_add(least)?, high.checked_add(most)?))
        }),
        ExprKind::Count(all) => Some((0, i128::try_from(all.len()).ok()?)),
        ExprKind::Arithmetic(operation, left, right) => {
            arithmetic(*operation, interval(left), interval(right))
        }
        _ => None,
    }
}

fn arithmetic(
    operation: Operation,
    left: Option<(i128, i128)>,
    right: Option<(i128, i128)>,
) -> Option<(i128, i128)> {
    let (other_low, other_high) = right?;
    if operation == Operation::Mod && other_low == other_high && other_low > 0 {
        return Some((0, other_low - 1));
    }
    let (low, high) = left?;
    match operation {
        Operation::Add => Some((low.checked_add(other_low)?, high.checked_add(other_high)?)),
        Operation::Sub => Some((low.checked_sub(other_high)?, high.checked_sub(other_low)?)),
        Operation::Min => Some((low.min(other_low), high.min(other_high))),
        Operation::Max => Some((low.max(other_low), high.max(other_high))),
        Operation::Mul => {
            let mut products = Vec::with_capacity(4);
            for left in [low, high] {
                for right in [other_low, other_high] {
                    products.push(left.checked_mul(right)?);
                }
            }
            Some((products.iter().copied().min()?, products.iter().copied().max()?))
        }
        Operation::Div if other_low == other_high && other_low > 0 => {
            Some((low.div_euclid(other_low), high.div_euclid(other_low)))
        }
        Operation::Div | Operation::Mod => None,
    }
}

/// Whether all values of an expression lie in a type, as far as its form tells.
pub(super) fn surely_fits(expr: &Expr, ty: Type) -> bool {
    if expr.sort() != Sort::Int {
        return true;
    }
    match ty {
        Type::Int => true,
        Type::Nat => {
            interval(expr).is_some_and(|(low, _)| low >= 0)
                || matches!(&expr.kind, ExprKind::Read(place) if place.ty == Type::Nat)
        }
        Type::Range { low, high } => interval(expr).is_some_and(|(least, most)| low <= least && most <= high),
        _ => true,
    }
}
