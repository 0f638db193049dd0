//! What is known once a condition is known to be true, or to be false without a fault.

use crate::environment::Environment;
use crate::evaluate::{Evaluator, constant};
use crate::interval::{End, Interval};
use crate::values::{Codes, Values};
use system::{Comparison, Expr, ExprKind, Operation, Value, VariableId};

/// More cases than this are not told apart.
const MOST_CASES: usize = 8;

impl Evaluator<'_> {
    /// The states in which the condition has this value, and maybe more; nothing if there is none.
    pub fn refine<'b>(&self, condition: &Expr, value: bool, at: Environment<'b>) -> Option<Environment<'b>> {
        if !self.value(condition, &at).can_be(value) {
            return None;
        }
        match (&condition.kind, value) {
            (ExprKind::Not(inner), _) => self.refine(inner, !value, at),
            (ExprKind::And(all), true) | (ExprKind::Or(all), false) => {
                all.iter().try_fold(at, |at, part| self.refine(part, value, at))
            }
            (ExprKind::And(all), false) | (ExprKind::Or(all), true) if all.len() <= MOST_CASES => {
                Environment::join_all(all.iter().map(|part| self.refine(part, value, at.clone())))
            }
            (ExprKind::Implies(left, right), true) => {
                let cases = [self.refine(left, false, at.clone()), self.refine(right, true, at)];
                Environment::join_all(cases)
            }
            (ExprKind::Implies(left, right), false) => {
                self.refine(right, false, self.refine(left, true, at)?)
            }
            (ExprKind::Compare(comparison, left, right), _) => {
                let comparison = if value { *comparison } else { opposite(*comparison) };
                let at = self.compare(comparison, left, right, at)?;
                self.compare(mirrored(comparison), right, left, at)
            }
            (ExprKind::Read(place), _) => match place.fixed() {
                Some(variable) => at.restrict(variable, Values::only(Value::Bool(value))),
                None => Some(at),
            },
            _ => Some(at),
        }
    }

    /// The states in which the left side, if it is a variable or one moved by a constant, compares so with the right one.
    fn compare<'b>(
        &self,
        comparison: Comparison,
        left: &Expr,
        right: &Expr,
        at: Environment<'b>,
    ) -> Option<Environment<'b>> {
        let Some((variable, offset)) = moved(left) else { return Some(at) };
        let other = match (self.value(right, &at), offset) {
            (values, 0) => values,
            (values, offset) => Values::Integers(values.integers().minus(Interval::only(offset))),
        };
        let bounds = match (comparison, other) {
            (Comparison::Eq, other) => other,
            (Comparison::Ne, other) => return unequal(variable, other, at),
            (_, Values::Codes(_)) => return Some(at),
            (Comparison::Lt, Values::Integers(all)) => up_to(all.minus(Interval::only(1)).high),
            (Comparison::Le, Values::Integers(all)) => up_to(all.high),
            (Comparison::Gt, Values::Integers(all)) => from(all.plus(Interval::only(1)).low),
            (Comparison::Ge, Values::Integers(all)) => from(all.low),
        };
        at.restrict(variable, bounds)
    }
}

/// The states in which a variable is none of these, if they are one value: at the end of an interval, or not an integer.
fn unequal(variable: VariableId, other: Values, at: Environment<'_>) -> Option<Environment<'_>> {
    if !other.is_single() {
        return Some(at);
    }
    let own = at.get(variable);
    let rest = match (own, other) {
        (Values::Integers(all), Values::Integers(one)) if all.low == one.low => {
            Values::Integers(all).meet(from(one.low_plus_one()))
        }
        (Values::Integers(all), Values::Integers(one)) if all.high == one.high => {
            Values::Integers(all).meet(up_to(one.high_minus_one()))
        }
        (Values::Codes(Codes::Some(all)), Values::Codes(Codes::Some(one))) => {
            Values::Codes(Codes::Some(all & !one))
        }
        _ => own,
    };
    at.restrict(variable, rest)
}

fn up_to(high: End) -> Values {
    Values::Integers(Interval { low: End::Below, high })
}

fn from(low: End) -> Values {
    Values::Integers(Interval { low, high: End::Above })
}

/// A variable and what is added to it, if the expression is like that.
fn moved(expr: &Expr) -> Option<(VariableId, i128)> {
    match &expr.kind {
        ExprKind::Read(place) => Some((place.fixed()?, 0)),
        ExprKind::Arithmetic(Operation::Add, left, right) => match (constant(left), constant(right)) {
            (None, Some(offset)) => further(left, offset),
            (Some(offset), None) => further(right, offset),
            _ => None,
        },
        ExprKind::Arithmetic(Operation::Sub, left, right) => further(left, constant(right)?.checked_neg()?),
        _ => None,
    }
}

fn further(expr: &Expr, offset: i128) -> Option<(VariableId, i128)> {
    let (variable, known) = moved(expr)?;
    Some((variable, known.checked_add(offset)?))
}

fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Eq => Comparison::Ne,
        Comparison::Ne => Comparison::Eq,
        Comparison::Lt => Comparison::Ge,
        Comparison::Ge => Comparison::Lt,
        Comparison::Gt => Comparison::Le,
        Comparison::Le => Comparison::Gt,
    }
}

fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Eq => Comparison::Eq,
        Comparison::Ne => Comparison::Ne,
        Comparison::Lt => Comparison::Gt,
        Comparison::Gt => Comparison::Lt,
        Comparison::Le => Comparison::Ge,
        Comparison::Ge => Comparison::Le,
    }
}
