//! The values of constant expressions, once all slots have values. What does not fit 128 bits has none.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use diagnostics::Span;
use system::{Comparison, Datum, Operation, Value};

use crate::ast::Quantifier;
use crate::choices::{Choices, Values};
use crate::limits;
use crate::slots::Slots;
use crate::typed::{Selection, Structured, Typed, TypedDomain, TypedKind, TypedSet};

/// Why a constant expression has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// Some operation has no result.
    Impossible {
        /// The operation.
        span: Span,
        /// What is wrong.
        reason: &'static str,
    },
    /// It takes too long.
    TooLong(Span),
}

/// The value of an expression that is constant and was checked.
pub fn evaluate(typed: &Typed, slots: &mut Slots) -> Result<Value, Fault> {
    use TypedKind::*;
    slots.steps = slots.steps.saturating_add(1);
    if slots.steps > limits::STEPS {
        return Err(Fault::TooLong(typed.span));
    }
    match &typed.kind {
        Constant(value) => Ok(*value),
        Slot(slot) => slots.get(*slot).ok_or(impossible(typed, "its value is not known here")),
        Not(_) | And(_) | Or(_) | Implies(..) | Iff(..) => logical(typed, slots),
        Chain(operands, comparisons) => chain(operands, comparisons, slots),
        Within(element, set) => within(element, set, slots),
        If(condition, then, otherwise) => {
            let branch = if truth(condition, slots)? { then } else { otherwise };
            evaluate(branch, slots)
        }
        Quantifier { .. } => quantifier(typed, slots),
        Negate(_) | Arithmetic(..) | Absolute(_) | Sum(_) => arithmetic(typed, slots),
        Structured(_) => part(typed, slots),
        _ => Err(impossible(typed, "it depends on the state")),
    }
}

fn logical(typed: &Typed, slots: &mut Slots) -> Result<Value, Fault> {
    let value = match &typed.kind {
        TypedKind::Not(operand) => !truth(operand, slots)?,
        TypedKind::And(all) => return connective(all, false, slots),
        TypedKind::Or(all) => return connective(all, true, slots),
        TypedKind::Implies(left, right) => !truth(left, slots)? || truth(right, slots)?,
        TypedKind::Iff(left, right) => truth(left, slots)? == truth(right, slots)?,
        _ => return Err(impossible(typed, "it depends on the state")),
    };
    Ok(Value::Bool(value))
}

/// The result of an operation; none if it faults or needs more than 128 bits.
pub fn apply(operation: Operation, left: i128, right: i128) -> Option<i128> {
    match operation {
        Operation::Add => left.checked_add(right),
        Operation::Sub => left.checked_sub(right),
        Operation::Mul => left.checked_mul(right),
        Operation::Div => floor_division(left, right).map(|(quotient, _)| quotient),
        Operation::Mod => floor_division(left, right).map(|(_, remainder)| remainder),
        Operation::Min => Some(left.min(right)),
        Operation::Max => Some(left.max(right)),
    }
}

/// Whether a comparison holds. Only integers have an order.
pub fn compare(comparison: Comparison, left: Value, right: Value) -> bool {
    match comparison {
        Comparison::Eq => left == right,
        Comparison::Ne => left != right,
        Comparison::Lt => left < right,
        Comparison::Le => left <= right,
        Comparison::Gt => left > right,
        Comparison::Ge => left >= right,
    }
}

/// A part of the value of a slot.
fn part(typed: &Typed, slots: &mut Slots) -> Result<Value, Fault> {
    match datum(typed, slots)? {
        Some(Datum::Scalar(value)) => Ok(value),
        _ => Err(impossible(typed, "its value is not known here")),
    }
}

/// The value with parts that a slot or a part of it has.
fn datum(typed: &Typed, slots: &mut Slots) -> Result<Option<Datum>, Fault> {
    match &typed.kind {
        TypedKind::Slot(slot) => Ok(slots.datum(*slot).map(|datum| (*datum).clone())),
        TypedKind::Structured(structured) => {
            let Structured::Part(whole, selection) = &**structured else { return Ok(None) };
            let Some(whole) = datum(whole, slots)? else { return Ok(None) };
            Ok(match (selection, whole) {
                (Selection::Field(field), Datum::Record(mut parts)) if *field < parts.len() => {
                    Some(parts.swap_remove(*field))
                }
                _ => None,
            })
        }
        _ => Ok(None),
    }
}

/// Quotient and remainder, rounded towards minus infinity.
fn floor_division(left: i128, right: i128) -> Option<(i128, i128)> {
    let (quotient, remainder) = (left.checked_div(right)?, left.checked_rem(right)?);
    if remainder != 0 && (remainder < 0) != (right < 0) {
        return quotient.checked_sub(1).zip(remainder.checked_add(right));
    }
    Some((quotient, remainder))
}

fn impossible(typed: &Typed, reason: &'static str) -> Fault {
    Fault::Impossible { span: typed.span, reason }
}

fn truth(typed: &Typed, slots: &mut Slots) -> Result<bool, Fault> {
    match evaluate(typed, slots)? {
        Value::Bool(value) => Ok(value),
        _ => Err(impossible(typed, "not a Boolean")),
    }
}

fn integer(typed: &Typed, slots: &mut Slots) -> Result<i128, Fault> {
    match evaluate(typed, slots)? {
        Value::Int(value) => Ok(value),
        _ => Err(impossible(typed, "not an integer")),
    }
}

/// `||` stops at `true`, `&&` at `false`.
fn connective(all: &[Typed], stop: bool, slots: &mut Slots) -> Result<Value, Fault> {
    for part in all {
        if truth(part, slots)? == stop {
            return Ok(Value::Bool(stop));
        }
    }
    Ok(Value::Bool(!stop))
}

fn chain(operands: &[Typed], comparisons: &[Comparison], slots: &mut Slots) -> Result<Value, Fault> {
    for (pair, comparison) in operands.windows(2).zip(comparisons) {
        let (left, right) = (evaluate(&pair[0], slots)?, evaluate(&pair[1], slots)?);
        if !compare(*comparison, left, right) {
            return Ok(Value::Bool(false));
        }
    }
    Ok(Value::Bool(true))
}

fn within(element: &Typed, set: &TypedSet, slots: &mut Slots) -> Result<Value, Fault> {
    let value = evaluate(element, slots)?;
    match set {
        TypedSet::Range(low, high) => {
            let inside = evaluate(low, slots)? <= value && value <= evaluate(high, slots)?;
            Ok(Value::Bool(inside))
        }
        TypedSet::Members(members) => {
            for member in members {
                if evaluate(member, slots)? == value {
                    return Ok(Value::Bool(true));
                }
            }
            Ok(Value::Bool(false))
        }
        TypedSet::Value(_) => Err(impossible(element, "it depends on a set")),
    }
}

fn arithmetic(typed: &Typed, slots: &mut Slots) -> Result<Value, Fault> {
    let overflow = || impossible(typed, "the result needs more than 128 bits");
    let result = match &typed.kind {
        TypedKind::Negate(operand) => integer(operand, slots)?.checked_neg(),
        TypedKind::Absolute(operand) => integer(operand, slots)?.checked_abs(),
        TypedKind::Arithmetic(operation, left, right) => {
            let (left, right) = (integer(left, slots)?, integer(right, slots)?);
            if right == 0 && matches!(operation, Operation::Div | Operation::Mod) {
                return Err(impossible(typed, "division by zero"));
            }
            apply(*operation, left, right)
        }
        TypedKind::Sum(terms) => {
            let mut sum: i128 = 0;
            for (subtracted, term) in terms {
                let term = integer(term, slots)?;
                let next = if *subtracted { sum.checked_sub(term) } else { sum.checked_add(term) };
                sum = next.ok_or_else(overflow)?;
            }
            Some(sum)
        }
        _ => None,
    };
    result.map(Value::Int).ok_or_else(overflow)
}

fn quantifier(typed: &Typed, slots: &mut Slots) -> Result<Value, Fault> {
    let TypedKind::Quantifier { quantifier, slots: names, domain, body } = &typed.kind else {
        return Err(impossible(typed, "it depends on the state"));
    };
    let values = match values(domain, slots)? {
        Some(values) => values,
        None => return Err(impossible(typed, "it depends on the state")),
    };
    let mut total: i128 = 0;
    let mut choices = Choices::new(values, names.len());
    if choices.are_too_many() {
        return Err(Fault::TooLong(typed.span));
    }
    while choices.next_into(names, slots) {
        match quantifier {
            Quantifier::Forall if !truth(body, slots)? => return Ok(Value::Bool(false)),
            Quantifier::Exists if truth(body, slots)? => return Ok(Value::Bool(true)),
            Quantifier::Forall | Quantifier::Exists => {}
            Quantifier::Count => total = total.saturating_add(i128::from(truth(body, slots)?)),
            Quantifier::Sum => {
                let term = integer(body, slots)?;
                let overflow = || impossible(typed, "the result needs more than 128 bits");
                total = total.checked_add(term).ok_or_else(overflow)?;
            }
        }
    }
    Ok(match quantifier {
        Quantifier::Forall => Value::Bool(true),
        Quantifier::Exists => Value::Bool(false),
        Quantifier::Sum | Quantifier::Count => Value::Int(total),
    })
}

/// The values of a finite domain that does not depend on how many instances there are.
pub fn values(domain: &TypedDomain, slots: &mut Slots) -> Result<Option<Values>, Fault> {
    Ok(match domain {
        TypedDomain::Range(low, high) => Some(Values::Range(integer(low, slots)?, integer(high, slots)?)),
        TypedDomain::Booleans => {
            Some(Values::List([false, true].map(|value| Datum::Scalar(Value::Bool(value))).to_vec()))
        }
        TypedDomain::Members(_, members) => {
            let members = members.iter().map(|member| Datum::Scalar(Value::Member(*member)));
            Some(Values::List(members.collect()))
        }
        TypedDomain::Records(_) | TypedDomain::Arrays(..) | TypedDomain::Sets(_) => None,
        TypedDomain::Queues(..) | TypedDomain::Elements(_) => None,
        TypedDomain::References(_) | TypedDomain::Instances(_) => None,
        TypedDomain::Integers { .. } | TypedDomain::Between(..) => None,
    })
}
