//! Expressions, made so that what is known at once is computed at once.

use super::model::{Expr, Type};

/// `!e`
pub fn not(inner: Expr) -> Expr {
    match inner {
        Expr::Value(value, Type::Bool) => Expr::bool(value == 0),
        Expr::Not(inner) => *inner,
        inner => Expr::Not(Box::new(inner)),
    }
}

/// `-e`
pub fn minus(inner: Expr) -> Expr {
    match inner.value().and_then(i128::checked_neg) {
        Some(value) => Expr::int(value),
        None => Expr::Minus(Box::new(inner)),
    }
}

/// `c ? a : b`
pub fn choice(condition: Expr, yes: Expr, no: Expr) -> Expr {
    match condition.value() {
        Some(0) => no,
        Some(_) => yes,
        None if yes == no && is_harmless(&condition) => yes,
        None => Expr::If(Box::new(condition), Box::new(yes), Box::new(no)),
    }
}

/// The second one, which has a value only where the first one holds.
pub fn checked(condition: Expr, value: Expr) -> Expr {
    match condition.value() {
        Some(1) => value,
        _ => Expr::Checked(Box::new(condition), Box::new(value)),
    }
}

/// Whether a value is one of a type.
pub fn member(value: Expr, ty: &Type) -> Expr {
    let is_in = |known: i128, ranges: &[(i128, i128)]| {
        Expr::bool(ranges.iter().any(|(low, high)| *low <= known && known <= *high))
    };
    match (value.value(), ty) {
        (Some(known), Type::Range(low, high)) => is_in(known, &[(*low, *high)]),
        (Some(known), Type::Identity(_, ranges)) => is_in(known, ranges),
        _ => Expr::IsMember(Box::new(value), ty.clone()),
    }
}

/// Whether an expression has a value whatever the state is.
pub fn is_harmless(expr: &Expr) -> bool {
    match expr {
        Expr::Value(..) | Expr::Bound(..) | Expr::IsUndefined(_) => true,
        Expr::Not(inner) | Expr::IsMember(inner, _) => is_harmless(inner),
        _ => false,
    }
}

/// An operation on two operands.
pub fn binary(operator: &'static str, left: Expr, right: Expr) -> Expr {
    if let (Some(a), Some(b)) = (left.value(), right.value())
        && let Some(known) = known(operator, a, b, &left.ty())
    {
        return known;
    }
    match (operator, left.value(), right.value()) {
        ("&", Some(0), _) | ("->", _, Some(1)) if operator == "&" || is_harmless(&left) => {
            Expr::bool(operator == "->")
        }
        ("&", Some(_), _) | ("|", Some(0), _) | ("->", Some(1), _) => right,
        ("&", _, Some(1)) | ("|", _, Some(0)) => left,
        ("|", Some(_), _) | ("->", Some(0), _) => Expr::bool(true),
        ("+", Some(0), _) => right,
        ("+" | "-", _, Some(0)) | ("/", _, Some(1)) => left,
        ("=", ..) if left == right && matches!(left, Expr::Bound(..)) => Expr::bool(true),
        ("!=", ..) if left == right && matches!(left, Expr::Bound(..)) => Expr::bool(false),
        _ => Expr::Binary(operator, Box::new(left), Box::new(right)),
    }
}

/// The result of an operation on two known values; nothing where there is none.
fn known(operator: &str, a: i128, b: i128, ty: &Type) -> Option<Expr> {
    let number = |value: Option<i128>| value.map(Expr::int);
    match operator {
        "+" => number(a.checked_add(b)),
        "-" => number(a.checked_sub(b)),
        "*" => number(a.checked_mul(b)),
        "/" => number(a.checked_div(b)),
        "%" => number(a.checked_rem(b)),
        "=" => Some(Expr::bool(a == b)),
        "!=" => Some(Expr::bool(a != b)),
        "<" => Some(Expr::bool(a < b)),
        "<=" => Some(Expr::bool(a <= b)),
        ">" => Some(Expr::bool(a > b)),
        ">=" => Some(Expr::bool(a >= b)),
        "&" => Some(Expr::bool(a != 0 && b != 0)),
        "|" => Some(Expr::bool(a != 0 || b != 0)),
        "->" => Some(Expr::bool(a == 0 || b != 0)),
        "^" if *ty == Type::Bool => Some(Expr::bool(a != b)),
        _ => None,
    }
}
