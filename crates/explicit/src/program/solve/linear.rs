//! The intervals that linear constraints leave to unknowns.
//!
//! A row says that `Σ c·u + known ≥ 0`, for unknowns `u` and a part whose value is known when the row is used.
//! From the intervals of all unknowns but one follows a bound on that one; this is repeated a few rounds, as
//! in constraint programming. It finds that counters which sum up to a constant are bounded by it. Rounds are
//! few, and values in the interval are checked afterwards, so a loose interval costs time, never truth.
//!
//! Whether an end is finite does not depend on the values, so plans decide it beforehand, by the same rounds
//! over "finite" and "infinite".
//!
//! # Reference
//! Davis: *Constraint propagation with interval labels*, Artificial Intelligence 32(3), 1987,
//! doi:10.1016/0004-3702(87)90091-9. Departure: a fixed number of rounds instead of a fixpoint.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::scope::Scope;
use crate::code::{Code, Values};
use std::collections::{BTreeMap, BTreeSet};
use system::{Comparison, Expr, ExprKind, Operation, Value};

/// `Σ coefficient · unknown + Σ factor · code + constant ≥ 0`
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LinearRow {
    terms: BTreeMap<usize, i128>,
    known: Vec<(i128, Code)>,
    constant: i128,
}

/// An interval; an absent end is infinite.
pub(super) type Interval = (Option<i128>, Option<i128>);

/// Rounds of propagation; each settles at least one further end.
const ROUNDS: usize = 24;

/// Rows that every solution of the constraint satisfies; none where it is not linear.
pub(super) fn rows(scope: &Scope<'_>, constraint: &Expr, is_known: &dyn Fn(usize) -> bool) -> Vec<LinearRow> {
    let (comparison, a, b) = match &constraint.kind {
        ExprKind::Compare(comparison, a, b) => (*comparison, a, b),
        ExprKind::Not(inner) => match &inner.kind {
            ExprKind::Compare(comparison, a, b) => (opposite(*comparison), a, b),
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let difference = |x: &Expr, y: &Expr, slack: i128| {
        let mut row = LinearRow { terms: BTreeMap::new(), known: Vec::new(), constant: slack };
        add(scope, is_known, x, 1, &mut row)?;
        add(scope, is_known, y, -1, &mut row)?;
        row.terms.retain(|_, coefficient| *coefficient != 0);
        Some(row)
    };
    let rows = match comparison {
        Comparison::Eq => vec![difference(a, b, 0), difference(b, a, 0)],
        Comparison::Ne => Vec::new(),
        Comparison::Ge => vec![difference(a, b, 0)],
        Comparison::Gt => vec![difference(a, b, -1)],
        Comparison::Le => vec![difference(b, a, 0)],
        Comparison::Lt => vec![difference(b, a, -1)],
    };
    rows.into_iter().flatten().filter(|row| !row.terms.is_empty()).collect()
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

/// Adds `factor · expr` to the row; nothing if that is not linear or the numbers are too large.
fn add(
    scope: &Scope<'_>,
    is_known: &dyn Fn(usize) -> bool,
    expr: &Expr,
    factor: i128,
    row: &mut LinearRow,
) -> Option<()> {
    const LARGE: u128 = 1 << 62;
    let is_small = |number: i128| number.unsigned_abs() <= LARGE;
    if !is_small(factor) {
        return None;
    }
    if scope.unknowns_in(expr).into_iter().all(is_known) {
        match expr.constant() {
            Some(Value::Int(value)) if is_small(value) => {
                row.constant = row.constant.checked_add(factor.checked_mul(value)?)?;
            }
            _ => row.known.push((factor, scope.compiler.expression(expr).ok()?)),
        }
        return Some(());
    }
    if let Some(unknown) = scope.unknown(expr) {
        let sum = row.terms.entry(unknown).or_insert(0);
        *sum = sum.checked_add(factor)?;
        return Some(());
    }
    let constant = |expr: &Expr| match expr.constant() {
        Some(Value::Int(value)) if is_small(value) => Some(value),
        _ => None,
    };
    let mut part = |expr: &Expr, by: i128| add(scope, is_known, expr, factor.checked_mul(by)?, row);
    match &expr.kind {
        ExprKind::Negate(a) => part(a, -1),
        ExprKind::Sum(all) => all.iter().try_for_each(|term| part(term, 1)),
        ExprKind::Arithmetic(Operation::Add, a, b) => part(a, 1).and_then(|()| part(b, 1)),
        ExprKind::Arithmetic(Operation::Sub, a, b) => part(a, 1).and_then(|()| part(b, -1)),
        ExprKind::Arithmetic(Operation::Mul, a, b) => match (constant(a), constant(b)) {
            (Some(by), _) => part(b, by),
            (_, Some(by)) => part(a, by),
            _ => None,
        },
        _ => None,
    }
}

/// Which ends will be finite: the same rounds as [`narrow`], over "finite" and "infinite".
pub(super) fn finite_ends(rows: &[LinearRow], ends: &mut [(bool, bool)]) {
    for _ in 0..ROUNDS {
        for row in rows {
            for (&target, &coefficient) in &row.terms {
                let others_are_finite = row.terms.iter().all(|(&other, &by)| {
                    other == target || if by > 0 { ends[other].1 } else { ends[other].0 }
                });
                if others_are_finite {
                    *(if coefficient > 0 { &mut ends[target].0 } else { &mut ends[target].1 }) = true;
                }
            }
        }
    }
}

/// Narrows the intervals of the unknowns. A row whose known part has no value is left out.
pub(super) fn narrow(rows: &[LinearRow], intervals: &mut [Interval], values: Values<'_>) {
    let sums: Vec<Option<i128>> = rows.iter().map(|row| row.known_sum(values)).collect();
    for _ in 0..ROUNDS {
        let before = intervals.to_vec();
        for (row, sum) in rows.iter().zip(&sums) {
            if let Some(sum) = sum {
                row.narrow(*sum, intervals);
            }
        }
        if before == *intervals {
            return;
        }
    }
}

impl LinearRow {
    /// The unknowns in the row.
    pub fn unknowns(&self) -> impl Iterator<Item = usize> {
        self.terms.keys().copied()
    }

    /// Adds the variables that the known part may read.
    pub fn variables(&self, found: &mut BTreeSet<u32>) {
        self.known.iter().for_each(|(_, code)| code.variables(found));
    }

    fn known_sum(&self, values: Values<'_>) -> Option<i128> {
        self.known.iter().try_fold(self.constant, |sum, (factor, code)| {
            sum.checked_add(factor.checked_mul(code.value(values).ok()?.into())?)
        })
    }

    fn narrow(&self, sum: i128, intervals: &mut [Interval]) {
        for (&target, &coefficient) in &self.terms {
            // The most that the rest of the row can be; with it, coefficient · target ≥ −most.
            let most = self.terms.iter().filter(|(other, _)| **other != target).try_fold(
                sum,
                |most, (other, by)| {
                    let end = if *by > 0 { intervals[*other].1 } else { intervals[*other].0 };
                    most.checked_add(by.checked_mul(end?)?)
                },
            );
            let quotient = most.and_then(|most| most.checked_div_euclid(coefficient.checked_abs()?));
            let Some(quotient) = quotient else { continue };
            let (low, high) = &mut intervals[target];
            if coefficient > 0 {
                // A bound that is too large is left out.
                *low = (*low).max(quotient.checked_neg());
            } else {
                *high = Some(high.map_or(quotient, |high| high.min(quotient)));
            }
        }
    }
}
