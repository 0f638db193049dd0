//! Linear constraints on unknown values, and the bounds that they imply.
//!
//! Bounds come from the elimination of Fourier and Motzkin over the rationals, rounded to integers: every
//! integer solution lies within them, so they may be used to list candidates that are checked afterwards.
//! A constraint that would grow beyond the numbers or lists used here is left out, which only widens them.
//!
//! # Reference
//! Schrijver: *Theory of Linear and Integer Programming*, Wiley 1986, section 12.2.

use super::evaluate::Evaluator;
use super::evaluate::floor_division;
use super::failure::Failure;
use crate::{Comparison, Expr, ExprKind, Operation, Value, VariableId};
use std::collections::BTreeMap;

/// The most constraints that elimination keeps, and the most conjunctions that a formula is split into.
const MOST: usize = 256;

/// A linear expression over unknown variables.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Linear {
    coefficients: BTreeMap<VariableId, i128>,
    constant: i128,
}

/// The interval of an unknown; an absent end is infinite.
pub(super) type Interval = (Option<i128>, Option<i128>);

impl Linear {
    fn constant(constant: i128) -> Self {
        Linear { coefficients: BTreeMap::new(), constant }
    }

    fn variable(variable: VariableId) -> Self {
        Linear { coefficients: BTreeMap::from([(variable, 1)]), constant: 0 }
    }

    /// `a * self + b * other`, unless a number gets too large.
    fn combine(&self, a: i128, other: &Linear, b: i128) -> Option<Linear> {
        let scaled = |x: i128, by: i128| x.checked_mul(by);
        let mut sum = Linear::constant(scaled(self.constant, a)?.checked_add(scaled(other.constant, b)?)?);
        for (variable, coefficient) in &self.coefficients {
            sum.coefficients.insert(*variable, scaled(*coefficient, a)?);
        }
        for (variable, coefficient) in &other.coefficients {
            let entry = sum.coefficients.entry(*variable).or_insert(0);
            *entry = entry.checked_add(scaled(*coefficient, b)?)?;
        }
        sum.coefficients.retain(|_, coefficient| *coefficient != 0);
        Some(sum)
    }

    fn coefficient(&self, variable: VariableId) -> i128 {
        self.coefficients.get(&variable).copied().unwrap_or(0)
    }
}

/// `variable >= low`, `variable <= high` as constraints "this is not negative".
pub(super) fn within(variable: VariableId, (low, high): Interval) -> Vec<Linear> {
    let mut constraints = Vec::new();
    if let Some(low) = low {
        constraints.extend(Linear::variable(variable).combine(1, &Linear::constant(low), -1));
    }
    if let Some(high) = high {
        constraints.extend(Linear::constant(high).combine(1, &Linear::variable(variable), -1));
    }
    constraints
}

/// The expression as a linear one over what is not determined, if it is one.
fn linear(evaluator: &Evaluator<'_>, expr: &Expr) -> Option<Linear> {
    match evaluator.value(expr) {
        Ok(Value::Int(value)) => return Some(Linear::constant(value)),
        Err(Failure::Undetermined(_)) => {}
        _ => return None,
    }
    match &expr.kind {
        ExprKind::Read(place) | ExprKind::ReadNext(place) => {
            evaluator.place(place).ok().map(Linear::variable)
        }
        ExprKind::If(condition, a, b) => match evaluator.value(condition) {
            Ok(Value::Bool(holds)) => linear(evaluator, if holds { a } else { b }),
            _ => None,
        },
        ExprKind::Negate(a) => linear(evaluator, a)?.combine(-1, &Linear::default(), 0),
        ExprKind::Sum(all) => {
            all.iter().try_fold(Linear::default(), |sum, term| sum.combine(1, &linear(evaluator, term)?, 1))
        }
        ExprKind::Arithmetic(operation, a, b) => {
            let (a, b) = (linear(evaluator, a)?, linear(evaluator, b)?);
            match operation {
                Operation::Add => a.combine(1, &b, 1),
                Operation::Sub => a.combine(1, &b, -1),
                Operation::Mul if a.coefficients.is_empty() => b.combine(a.constant, &Linear::default(), 0),
                Operation::Mul if b.coefficients.is_empty() => a.combine(b.constant, &Linear::default(), 0),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Conjunctions of linear constraints, one of which every solution of the formula satisfies.
pub(super) fn conjunctions(evaluator: &Evaluator<'_>, expr: &Expr, positive: bool) -> Vec<Vec<Linear>> {
    match evaluator.value(expr) {
        Ok(Value::Bool(value)) if value == positive => return vec![Vec::new()],
        Ok(Value::Bool(_)) => return Vec::new(),
        _ => {}
    }
    match (&expr.kind, positive) {
        (ExprKind::Not(a), _) => conjunctions(evaluator, a, !positive),
        (ExprKind::And(all), true) | (ExprKind::Or(all), false) => all
            .iter()
            .fold(vec![Vec::new()], |sum, part| both(&sum, &conjunctions(evaluator, part, positive))),
        (ExprKind::And(all), false) | (ExprKind::Or(all), true) => {
            either(all.iter().flat_map(|part| conjunctions(evaluator, part, positive)).collect())
        }
        (ExprKind::Implies(a, b), true) => {
            let mut parts = conjunctions(evaluator, a, false);
            parts.extend(conjunctions(evaluator, b, true));
            either(parts)
        }
        (ExprKind::Implies(a, b), false) => {
            both(&conjunctions(evaluator, a, true), &conjunctions(evaluator, b, false))
        }
        (ExprKind::Compare(comparison, a, b), _) => match (linear(evaluator, a), linear(evaluator, b)) {
            (Some(a), Some(b)) => atom(effective(*comparison, positive), &a, &b),
            _ => vec![Vec::new()],
        },
        _ => vec![Vec::new()],
    }
}

/// Every pair put together; the first alone where there are too many.
pub(super) fn both(all: &[Vec<Linear>], parts: &[Vec<Linear>]) -> Vec<Vec<Linear>> {
    if all.len().saturating_mul(parts.len()) > MOST {
        return all.to_vec();
    }
    let join = |a: &Vec<Linear>, b: &Vec<Linear>| a.iter().chain(b).cloned().collect();
    all.iter().flat_map(|a| parts.iter().map(move |b| join(a, b))).collect()
}

/// The alternatives; no constraint at all where there are too many.
fn either(parts: Vec<Vec<Linear>>) -> Vec<Vec<Linear>> {
    if parts.len() > MOST { vec![Vec::new()] } else { parts }
}

fn effective(comparison: Comparison, positive: bool) -> Comparison {
    use Comparison::*;
    match (comparison, positive) {
        (same, true) => same,
        (Eq, false) => Ne,
        (Ne, false) => Eq,
        (Lt, false) => Ge,
        (Le, false) => Gt,
        (Gt, false) => Le,
        (Ge, false) => Lt,
    }
}

fn atom(comparison: Comparison, a: &Linear, b: &Linear) -> Vec<Vec<Linear>> {
    let above = |x: &Linear, y: &Linear, by: i128| {
        x.combine(1, y, -1).and_then(|d| d.combine(1, &Linear::constant(by), -1))
    };
    let one = |constraint: Option<Linear>| constraint.into_iter().collect::<Vec<_>>();
    match comparison {
        Comparison::Eq => vec![one(above(a, b, 0)).into_iter().chain(above(b, a, 0)).collect()],
        Comparison::Ne => vec![one(above(a, b, 1)), one(above(b, a, 1))],
        Comparison::Lt => vec![one(above(b, a, 1))],
        Comparison::Le => vec![one(above(b, a, 0))],
        Comparison::Gt => vec![one(above(a, b, 1))],
        Comparison::Ge => vec![one(above(a, b, 0))],
    }
}

/// The interval of a variable under constraints "this is not negative"; nothing if they contradict.
pub(super) fn interval(variable: VariableId, constraints: &[Linear]) -> Option<Interval> {
    let mut constraints = constraints.to_vec();
    while let Some(other) = next_to_eliminate(variable, &constraints) {
        constraints = eliminate(other, constraints);
    }
    let mut interval: Interval = (None, None);
    for constraint in &constraints {
        match constraint.coefficient(variable) {
            0 if constraint.constant < 0 => return None,
            0 => {}
            // c·v + k ≥ 0: v ≥ ⌈−k / c⌉ for positive c, v ≤ ⌊k / −c⌋ for negative c.
            positive if positive > 0 => {
                let low = floor_division(constraint.constant, positive).and_then(i128::checked_neg);
                interval.0 = interval.0.max(low);
            }
            negative => {
                let high = negative.checked_neg().and_then(|c| floor_division(constraint.constant, c));
                interval.1 = match (interval.1, high) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (a, b) => a.or(b),
                };
            }
        }
    }
    match interval {
        (Some(low), Some(high)) if low > high => None,
        _ => Some(interval),
    }
}

/// Another variable than `keep`, one whose elimination adds the fewest constraints.
fn next_to_eliminate(keep: VariableId, constraints: &[Linear]) -> Option<VariableId> {
    let mut sides: BTreeMap<VariableId, (usize, usize)> = BTreeMap::new();
    for constraint in constraints {
        for (variable, coefficient) in &constraint.coefficients {
            let (above, below) = sides.entry(*variable).or_default();
            let side = if *coefficient > 0 { above } else { below };
            *side = side.saturating_add(1);
        }
    }
    sides.remove(&keep);
    sides
        .into_iter()
        .min_by_key(|(_, (above, below))| above.saturating_mul(*below))
        .map(|(variable, _)| variable)
}

fn eliminate(variable: VariableId, constraints: Vec<Linear>) -> Vec<Linear> {
    let (with, mut without): (Vec<_>, Vec<_>) =
        constraints.into_iter().partition(|constraint| constraint.coefficient(variable) != 0);
    let (lower, upper): (Vec<_>, Vec<_>) =
        with.into_iter().partition(|constraint| constraint.coefficient(variable) > 0);
    for low in &lower {
        for high in &upper {
            let (a, b) = (low.coefficient(variable), high.coefficient(variable).checked_neg());
            let sum = b.and_then(|b| low.combine(b, high, a));
            if let Some(sum) = sum.filter(|sum| !without.contains(sum) && without.len() < MOST) {
                without.push(sum);
            }
        }
    }
    without
}
