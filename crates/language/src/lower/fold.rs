//! Folding of constants that never changes what is evaluated, and so never hides a fault.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use diagnostics::Span;
use system::{Comparison, Expr, ExprKind, Operation, Sort, Value};

use super::Lowerer;
use crate::evaluate::{apply, compare};

/// The truth value of a constant.
pub(super) fn truth(expr: &Expr) -> Option<bool> {
    match expr.constant() {
        Some(Value::Bool(value)) => Some(value),
        _ => None,
    }
}

/// The number that a constant is.
pub(super) fn number(expr: &Expr) -> Option<i128> {
    match expr.constant() {
        Some(Value::Int(value)) => Some(value),
        _ => None,
    }
}

impl Lowerer<'_, '_> {
    pub(super) fn not(&mut self, operand: Expr, span: Span) -> Expr {
        match truth(&operand) {
            Some(value) => Expr::bool(!value, span),
            None => self.node(ExprKind::Not(Box::new(operand)), span),
        }
    }

    pub(super) fn compare(&mut self, comparison: Comparison, left: Expr, right: Expr, span: Span) -> Expr {
        match (left.constant(), right.constant()) {
            (Some(left), Some(right)) => Expr::bool(compare(comparison, left, right), span),
            _ => self.node(ExprKind::Compare(comparison, Box::new(left), Box::new(right)), span),
        }
    }

    pub(super) fn iff(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        match (truth(&left), truth(&right)) {
            (Some(left), Some(right)) => Expr::bool(left == right, span),
            _ => self.node(ExprKind::Iff(Box::new(left), Box::new(right)), span),
        }
    }

    pub(super) fn negate(&mut self, operand: Expr, span: Span) -> Expr {
        match number(&operand).and_then(i128::checked_neg) {
            Some(value) => Expr::int(value, span),
            None => self.node(ExprKind::Negate(Box::new(operand)), span),
        }
    }

    pub(super) fn absolute(&mut self, operand: Expr, span: Span) -> Expr {
        match number(&operand).and_then(i128::checked_abs) {
            Some(value) => Expr::int(value, span),
            None => self.node(ExprKind::Absolute(Box::new(operand)), span),
        }
    }

    pub(super) fn arithmetic(&mut self, operation: Operation, left: Expr, right: Expr, span: Span) -> Expr {
        if let (Some(left), Some(right)) = (number(&left), number(&right))
            && let Some(value) = apply(operation, left, right)
        {
            return Expr::int(value, span);
        }
        match (operation, number(&left), number(&right)) {
            // match: 1 * e, e * 1, 0 + e, e + 0, e - 0; result: e
            (Operation::Mul, Some(1), _) | (Operation::Add, Some(0), _) => return right,
            (Operation::Mul, _, Some(1)) | (Operation::Add | Operation::Sub, _, Some(0)) => return left,
            _ => {}
        }
        self.require_linear(operation, &left, &right, span);
        self.node(ExprKind::Arithmetic(operation, Box::new(left), Box::new(right)), span)
    }

    /// match: a sum, result: the same without zeros, or a constant.
    pub(super) fn sum(&mut self, mut terms: Vec<Expr>, span: Span) -> Expr {
        let total = terms.iter().try_fold(0i128, |sum, term| sum.checked_add(number(term)?));
        if let Some(total) = total {
            return Expr::int(total, span);
        }
        terms.retain(|term| number(term) != Some(0));
        match terms.len() {
            1 => terms.swap_remove(0),
            _ => self.node(ExprKind::Sum(terms), span),
        }
    }

    /// match: a count, result: the same without constants that are false, or a constant.
    pub(super) fn count(&mut self, mut all: Vec<Expr>, span: Span) -> Expr {
        all.retain(|part| truth(part) != Some(false));
        if all.iter().all(|part| truth(part) == Some(true)) {
            return Expr::int(i128::try_from(all.len()).unwrap_or(i128::MAX), span);
        }
        self.node(ExprKind::Count(all), span)
    }

    /// `index(p)`; that of `P[e]` stays, since it may be a fault.
    pub(super) fn index_of(&mut self, reference: Expr, span: Span) -> Expr {
        if let (Some(Value::Reference(Some(number))), Sort::Reference(process)) =
            (reference.constant(), reference.sort())
        {
            let body = self.symbols.process_bodies[process.index()];
            let first = self.layout.bodies[body.0].first_index;
            return Expr::int(first.saturating_add(i128::from(number)), span);
        }
        self.node(ExprKind::IndexOf(Box::new(reference)), span)
    }

    /// `P[e]` as a value.
    pub(super) fn instance_at(&mut self, process: system::ProcessId, index: Expr, span: Span) -> Expr {
        let body = self.symbols.process_bodies[process.index()];
        let instances = self.layout.bodies[body.0];
        if let Some(value) = number(&index) {
            let position = value.checked_sub(instances.first_index).and_then(|at| u32::try_from(at).ok());
            match position {
                Some(position) if position < instances.count => {
                    let kind = ExprKind::Const(Value::Reference(Some(position)), Sort::Reference(process));
                    return Expr::new(kind, span);
                }
                _ => self.outside_instances(process, value, span),
            }
        }
        self.node(ExprKind::InstanceAt(process, Box::new(index)), span)
    }
}
