//! Operations on the bits of numbers, as arithmetic.
//!
//! Conjunctions are sums over the bits, `(a / 2^k % 2) * (b / 2^k % 2) * 2^k`, and what is left follows from them: `a | b` is
//! `a + b - (a & b)`, and `a ^ b` is `a + b - 2 * (a & b)`. Shifts are products and quotients that round down.

use super::fold;
use crate::murphi::model::{Expr, Type};

/// Numbers with more bits than this are not taken apart.
const MOST_BITS: u32 = 16;

/// The farthest shift of a number that is not known, and the most distances that are told apart.
const FARTHEST: i128 = 31;

/// From here on, nothing is left of any number of rumur's.
const WIDTH: i128 = 64;

/// `a & b`, `a | b`, `a ^ b`, `a << b` or `a >> b` of numbers; nothing where these can be negative or large.
pub(super) fn operation(operator: &str, left: Expr, right: Expr) -> Option<Expr> {
    match operator {
        "&" => conjunction(&left, &right),
        "|" => joined(left, right, 1),
        "^" => joined(left, right, 2),
        "<<" => shifted(&left, &right, 1),
        _ => shifted(&left, &right, -1),
    }
}

/// `~a`
pub(super) fn complement(inner: Expr) -> Expr {
    fold::binary("-", fold::minus(inner), Expr::int(1))
}

fn joined(left: Expr, right: Expr, times: i128) -> Option<Expr> {
    let both = conjunction(&left, &right)?;
    let sum = fold::binary("+", left, right);
    Some(fold::binary("-", sum, fold::binary("*", Expr::int(times), both)))
}

fn conjunction(left: &Expr, right: &Expr) -> Option<Expr> {
    if let (Some(a), Some(b)) = (left.value(), right.value()) {
        return Some(Expr::int(a & b));
    }
    // Beyond the bits of the smaller one there are none in common.
    let bits = bits_of(left)?.min(bits_of(right)?);
    let mut all = Expr::int(0);
    for power in (0..bits).map(|bit| Expr::int(1 << bit)) {
        let digit =
            |number: &Expr| fold::binary("%", fold::binary("/", number.clone(), power.clone()), Expr::int(2));
        let both = product(digit(left), digit(right));
        all = fold::binary("+", all, product(both, power.clone()));
    }
    Some(all)
}

/// `a * b`, where neither or one of them is known.
fn product(a: Expr, b: Expr) -> Expr {
    match (a.value(), b.value()) {
        (Some(0), _) | (_, Some(0)) => Expr::int(0),
        (Some(1), _) => b,
        (_, Some(1)) => a,
        _ => fold::binary("*", a, b),
    }
}

/// How many bits a number can have; nothing if it can be negative or large.
fn bits_of(number: &Expr) -> Option<u32> {
    let Type::Range(low, high) = number.ty() else { return None };
    let bits = i128::BITS - high.leading_zeros();
    (low >= 0 && bits <= MOST_BITS).then_some(bits)
}

/// A number that is shifted up by another one times `sign`.
fn shifted(number: &Expr, by: &Expr, sign: i128) -> Option<Expr> {
    if let Some(by) = by.value() {
        return up(number, by.checked_mul(sign)?);
    }
    let Type::Range(low, high) = by.ty() else { return None };
    if low < -FARTHEST || high > FARTHEST {
        return None;
    }
    let mut found = up(number, high * sign)?;
    for distance in (low..high).rev() {
        let is_it = fold::binary("=", by.clone(), Expr::int(distance));
        found = fold::choice(is_it, up(number, distance * sign)?, found);
    }
    Some(found)
}

fn up(number: &Expr, by: i128) -> Option<Expr> {
    if by == 0 {
        return Some(number.clone());
    }
    if by >= WIDTH || (by <= -WIDTH && number.value().is_some_and(|known| known >= 0)) {
        return Some(Expr::int(0));
    }
    let power = Expr::int(1i128.checked_shl(u32::try_from(by.abs().min(FARTHEST)).ok()?)?);
    if by.abs() > FARTHEST {
        return None;
    }
    if by > 0 {
        return Some(product(number.clone(), power));
    }
    // Division is towards zero, and shifting rounds down.
    let plain = fold::binary("/", number.clone(), power.clone());
    if matches!(number.ty(), Type::Range(low, _) if low >= 0) {
        return Some(plain);
    }
    let rounded =
        fold::binary("+", fold::minus(number.clone()), fold::binary("-", power.clone(), Expr::int(1)));
    let below = fold::minus(fold::binary("/", rounded, power));
    Some(fold::choice(fold::binary(">=", number.clone(), Expr::int(0)), plain, below))
}
