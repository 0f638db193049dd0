//! The values that an unknown variable may have, given what is known so far.

use super::evaluate::Evaluator;
use super::failure::Failure;
use super::linear::{Interval, both, conjunctions, interval, within};
use super::prepare::Choice;
use crate::{Comparison, Expr, ExprKind, System, Type, Value, VariableId};
use std::collections::BTreeMap;

/// More values than this are not listed one by one.
const MOST: i128 = 1 << 22;

/// Intervals wider than this are narrowed by linear constraints first.
const WIDE: i128 = 64;

/// The values an unknown ranges over before constraints: a set, or else its type.
pub(super) type Domains = BTreeMap<VariableId, Option<Choice>>;

/// What an equation says of an unknown.
pub(super) enum Equation {
    /// It has this value.
    Value(Value),
    /// It depends on this other unknown.
    DependsOn(VariableId),
    /// The other side has no value.
    Fails(Failure),
}

/// What a constraint of the form `v = e`, `v` or `!v` says of the unknown `v`.
pub(super) fn equation(evaluator: &Evaluator<'_>, v: VariableId, constraint: &Expr) -> Option<Equation> {
    let is_v = |expr: &Expr| match &expr.kind {
        ExprKind::Read(place) | ExprKind::ReadNext(place) => {
            matches!(evaluator.value(expr), Err(Failure::Undetermined(_)))
                && evaluator.place(place).is_ok_and(|variable| variable == v)
        }
        _ => false,
    };
    let other = match &constraint.kind {
        ExprKind::Compare(Comparison::Eq, a, b) | ExprKind::Iff(a, b) if is_v(a) => b,
        ExprKind::Compare(Comparison::Eq, a, b) | ExprKind::Iff(a, b) if is_v(b) => a,
        ExprKind::Not(a) if is_v(a) => return Some(Equation::Value(Value::Bool(false))),
        _ if is_v(constraint) => return Some(Equation::Value(Value::Bool(true))),
        _ => return None,
    };
    Some(match evaluator.value(other) {
        Ok(value) => Equation::Value(value),
        Err(Failure::Undetermined(w)) => Equation::DependsOn(w),
        Err(failure) => Equation::Fails(failure),
    })
}

/// Why the values of an unknown are not listed.
pub(super) enum Unlisted {
    Infinite,
    TooMany,
}

/// The values of an unknown without an equation, in order; some of them may not satisfy the constraints.
pub(super) fn values(
    evaluator: &Evaluator<'_>,
    domains: &Domains,
    v: VariableId,
    constraints: &[&Expr],
) -> Result<Vec<Value>, Unlisted> {
    let ty = evaluator.system.variable(v).ty;
    let set = domains.get(&v).and_then(Option::as_ref);
    if let Some(Choice::Members(members)) = set {
        return Ok(members.clone());
    }
    if let Some(values) = finite_values(evaluator.system, ty) {
        return Ok(values);
    }
    let (mut low, mut high) = base_interval(ty, set);
    let is_wide = |low: Option<i128>, high: Option<i128>| match (low, high) {
        (Some(low), Some(high)) => high.checked_sub(low).is_none_or(|width| width > WIDE),
        _ => true,
    };
    if is_wide(low, high) {
        match narrowed(evaluator, domains, v, constraints) {
            Some(narrow) => (low, high) = narrow,
            None => return Ok(Vec::new()),
        }
    }
    let (Some(low), Some(high)) = (low, high) else { return Err(Unlisted::Infinite) };
    if high.checked_sub(low).is_none_or(|width| width >= MOST) {
        return Err(Unlisted::TooMany);
    }
    Ok((low..=high).map(Value::Int).collect())
}

/// All values of a type that is not made of integers.
fn finite_values(system: &System, ty: Type) -> Option<Vec<Value>> {
    let count = |count: usize| 0..u32::try_from(count).expect("fewer than 2^32 members");
    match ty {
        Type::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
        Type::Enumeration(id) => {
            Some(count(system.enumeration(id).members.len()).map(Value::Member).collect())
        }
        Type::Reference(id) => {
            let instances = (0..system.process(id).count).map(Some);
            Some(std::iter::once(None).chain(instances).map(Value::Reference).collect())
        }
        Type::Location(id) => Some(count(system.process(id).locations.len()).map(Value::Location).collect()),
        Type::Range { .. } | Type::Nat | Type::Int => None,
    }
}

fn base_interval(ty: Type, set: Option<&Choice>) -> Interval {
    match (set, ty) {
        (Some(Choice::Range(low, high)), _) => (Some(*low), Some(*high)),
        (_, Type::Range { low, high }) => (Some(low), Some(high)),
        (_, Type::Nat) => (Some(0), None),
        _ => (None, None),
    }
}

/// The interval that the constraints leave to `v`; nothing if they contradict.
fn narrowed(
    evaluator: &Evaluator<'_>,
    domains: &Domains,
    v: VariableId,
    constraints: &[&Expr],
) -> Option<Interval> {
    let mut always = Vec::new();
    for (unknown, set) in domains {
        let ty = evaluator.system.variable(*unknown).ty;
        always.extend(within(*unknown, base_interval(ty, set.as_ref())));
    }
    let start = vec![always];
    let all = constraints
        .iter()
        .fold(start, |sum, constraint| both(&sum, &conjunctions(evaluator, constraint, true)));
    let hull =
        |a: Interval, b: Interval| (a.0.zip(b.0).map(|(x, y)| x.min(y)), a.1.zip(b.1).map(|(x, y)| x.max(y)));
    all.iter().filter_map(|conjunction| interval(v, conjunction)).reduce(hull)
}
