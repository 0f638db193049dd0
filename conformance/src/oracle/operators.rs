//! Arithmetic and comparisons.

use super::Value;
use super::scope::Stop;
use language::ast::{BinaryOp, CompareOp};

/// The value of an operation on integers.
pub fn arithmetic(operator: BinaryOp, a: i128, b: i128) -> Result<i128, Stop> {
    let value = match operator {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div | BinaryOp::Mod if b == 0 => return Err(Stop::Fault),
        BinaryOp::Div => Some(floor(a, b)),
        BinaryOp::Mod => Some(a - b * floor(a, b)),
        _ => None,
    };
    value.ok_or(Stop::Beyond("a number that is too large"))
}

/// The largest number that is at most `a / b`, by counting down from the truncated quotient.
fn floor(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    let remainder = a % b;
    if remainder != 0 && (remainder < 0) != (b < 0) { quotient - 1 } else { quotient }
}

/// Whether two values are so related.
pub fn compare(operator: CompareOp, a: &Value, b: &Value) -> bool {
    match operator {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Lt => a < b,
        CompareOp::Le => a <= b,
        CompareOp::Gt => a > b,
        CompareOp::Ge => a >= b,
    }
}
