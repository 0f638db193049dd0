//! Formulas of both logics.
//!
//! A largest temporal-free subformula becomes one state expression, since a fault in it makes all of it false.
//! `a || b || AF c` is `(a || b) || AF c`: the parts in front of the first temporal one belong together.

use diagnostics::Span;
use system::{BoundId, Ctl, Expr, Ltl, Path, UntilKind};

use super::Lowerer;
use crate::ast::{Quantifier, TemporalOp, UntilOp};
use crate::choices::Choices;
use crate::limits;
use crate::typed::{Slot, Typed, TypedDomain, TypedKind};

/// What the formulas of both logics have in common.
pub(super) trait TemporalFormula: Sized {
    fn state(expr: Expr) -> Self;
    /// The state expression that the formula is, if it is one.
    fn as_state(&self) -> Option<&Expr>;
    fn not(operand: Self) -> Self;
    fn and(all: Vec<Self>) -> Self;
    fn or(all: Vec<Self>) -> Self;
    fn implies(left: Self, right: Self) -> Self;
    fn iff(left: Self, right: Self) -> Self;
    fn rigid(universal: bool, bound: BoundId, body: Self) -> Self;
    fn temporal(op: TemporalOp, operand: Self) -> Self;
    fn until(universal: bool, kind: UntilKind, left: Self, right: Self) -> Self;
}

impl Lowerer<'_, '_> {
    /// The formula with the present values of its slots.
    pub(super) fn formula<F: TemporalFormula>(&mut self, typed: &Typed) -> F {
        if !typed.traits.temporal || self.is_full {
            return F::state(self.expression(typed));
        }
        self.charge(1, typed.span);
        match &typed.kind {
            TypedKind::Not(operand) => F::not(self.formula(operand)),
            TypedKind::And(parts) => {
                let parts = self.temporal_parts(parts, false);
                joined(parts, true, typed.span)
            }
            TypedKind::Or(parts) => {
                let parts = self.temporal_parts(parts, true);
                joined(parts, false, typed.span)
            }
            TypedKind::Implies(left, right) => {
                let (left, right): (F, F) = (self.formula(left), self.formula(right));
                match (truth(&left), truth(&right)) {
                    (Some(true), _) | (_, Some(true)) => right,
                    (Some(false), _) => F::state(Expr::bool(true, typed.span)),
                    _ => F::implies(left, right),
                }
            }
            TypedKind::Iff(left, right) => F::iff(self.formula(left), self.formula(right)),
            TypedKind::Quantifier { .. } => self.quantified(typed),
            TypedKind::Temporal(op, operand) => F::temporal(*op, self.formula(operand)),
            TypedKind::Until(op, left, right) => {
                F::until(true, until_kind(*op), self.formula(left), self.formula(right))
            }
            TypedKind::PathUntil(universal, op, left, right) => {
                F::until(*universal, until_kind(*op), self.formula(left), self.formula(right))
            }
            _ => F::state(Expr::bool(false, typed.span)),
        }
    }

    fn temporal_parts<F: TemporalFormula>(&mut self, parts: &[Typed], is_or: bool) -> Vec<F> {
        let free = parts.iter().take_while(|part| !part.traits.temporal).count();
        let mut formulas = Vec::new();
        if free > 0 {
            let kind = if is_or { TypedKind::Or } else { TypedKind::And };
            let span = parts[0].span.to(parts[free - 1].span);
            let together =
                if free == 1 { parts[0].clone() } else { Typed::bool(kind(parts[..free].to_vec()), span) };
            formulas.push(F::state(self.expression(&together)));
        }
        formulas.extend(parts[free..].iter().map(|part| self.formula(part)));
        formulas
    }

    /// A quantifier over the elements that a set has where the formula is looked at.
    fn quantified_over<F: TemporalFormula>(
        &mut self,
        universal: bool,
        slots: &[(Slot, String)],
        set: &Typed,
        body: &Typed,
        typed: &Typed,
    ) -> F {
        let mut all = Vec::new();
        for held in self.elements(slots, set, typed.span) {
            for (slot, value) in slots.iter().zip(&held.values) {
                self.slots.set_datum(slot.0, value);
            }
            let body: F = self.formula(body);
            all.push(match (super::fold::truth(&held.condition), universal) {
                (Some(true), _) => body,
                (_, true) => F::implies(F::state(held.condition), body),
                (_, false) => F::and(vec![F::state(held.condition), body]),
            });
            if self.is_full {
                break;
            }
        }
        joined(all, universal, typed.span)
    }

    fn quantified<F: TemporalFormula>(&mut self, typed: &Typed) -> F {
        let TypedKind::Quantifier { quantifier, slots, domain, body } = &typed.kind else {
            return F::state(Expr::bool(false, typed.span));
        };
        let universal = *quantifier == Quantifier::Forall;
        if domain.is_infinite() {
            let bounds = self.open_rigid(slots, domain);
            let body = self.formula(body);
            let body = match self.between(&bounds, domain, typed.span) {
                Some(inside) if universal => F::implies(F::state(inside), body),
                Some(inside) => F::and(vec![F::state(inside), body]),
                None => body,
            };
            return bounds.into_iter().rev().fold(body, |body, bound| F::rigid(universal, bound, body));
        }
        if let TypedDomain::Elements(set) = &**domain {
            return self.quantified_over(universal, slots, set, body, typed);
        }
        let Some(values) = self.domain_values(domain, typed.span) else {
            return F::state(Expr::bool(false, typed.span));
        };
        let mut choices = Choices::new(values, slots.len());
        if choices.are_too_many() {
            self.charge(limits::NODES + 1, typed.span);
        }
        let mut all = Vec::new();
        while !self.is_full && choices.next_into(slots, &mut self.slots) {
            all.push(self.formula(body));
        }
        joined(all, universal, typed.span)
    }
}

/// `&&` of formulas or, if not universal, `||`. Constants cannot fault, so one that decides does so alone.
fn joined<F: TemporalFormula>(mut all: Vec<F>, universal: bool, span: Span) -> F {
    if all.iter().any(|part| truth(part) == Some(!universal)) {
        return F::state(Expr::bool(!universal, span));
    }
    all.retain(|part| truth(part).is_none());
    match all.len() {
        0 => F::state(Expr::bool(universal, span)),
        1 => all.swap_remove(0),
        _ if universal => F::and(all),
        _ => F::or(all),
    }
}

fn truth<F: TemporalFormula>(formula: &F) -> Option<bool> {
    formula.as_state().and_then(super::fold::truth)
}

fn until_kind(op: UntilOp) -> UntilKind {
    match op {
        UntilOp::U => UntilKind::Until,
        UntilOp::W => UntilKind::Weak,
        UntilOp::R => UntilKind::Release,
    }
}

impl TemporalFormula for Ctl {
    fn state(expr: Expr) -> Self {
        Ctl::State(expr)
    }
    fn as_state(&self) -> Option<&Expr> {
        match self {
            Ctl::State(expr) => Some(expr),
            _ => None,
        }
    }
    fn not(operand: Self) -> Self {
        Ctl::Not(Box::new(operand))
    }
    fn and(all: Vec<Self>) -> Self {
        Ctl::And(all)
    }
    fn or(all: Vec<Self>) -> Self {
        Ctl::Or(all)
    }
    fn implies(left: Self, right: Self) -> Self {
        Ctl::Implies(Box::new(left), Box::new(right))
    }
    fn iff(left: Self, right: Self) -> Self {
        Ctl::Iff(Box::new(left), Box::new(right))
    }
    fn rigid(universal: bool, bound: BoundId, body: Self) -> Self {
        Ctl::Rigid { universal, bound, body: Box::new(body) }
    }
    fn temporal(op: TemporalOp, operand: Self) -> Self {
        let operand = Box::new(operand);
        match op {
            TemporalOp::AX | TemporalOp::X => Ctl::Next(Path::All, operand),
            TemporalOp::EX => Ctl::Next(Path::Some, operand),
            TemporalOp::AF | TemporalOp::F => Ctl::Finally(Path::All, operand),
            TemporalOp::EF => Ctl::Finally(Path::Some, operand),
            TemporalOp::AG | TemporalOp::G => Ctl::Globally(Path::All, operand),
            TemporalOp::EG => Ctl::Globally(Path::Some, operand),
        }
    }
    fn until(universal: bool, kind: UntilKind, left: Self, right: Self) -> Self {
        let path = if universal { Path::All } else { Path::Some };
        Ctl::Until(path, kind, Box::new(left), Box::new(right))
    }
}

impl TemporalFormula for Ltl {
    fn state(expr: Expr) -> Self {
        Ltl::State(expr)
    }
    fn as_state(&self) -> Option<&Expr> {
        match self {
            Ltl::State(expr) => Some(expr),
            _ => None,
        }
    }
    fn not(operand: Self) -> Self {
        Ltl::Not(Box::new(operand))
    }
    fn and(all: Vec<Self>) -> Self {
        Ltl::And(all)
    }
    fn or(all: Vec<Self>) -> Self {
        Ltl::Or(all)
    }
    fn implies(left: Self, right: Self) -> Self {
        Ltl::Implies(Box::new(left), Box::new(right))
    }
    fn iff(left: Self, right: Self) -> Self {
        Ltl::Iff(Box::new(left), Box::new(right))
    }
    fn rigid(universal: bool, bound: BoundId, body: Self) -> Self {
        Ltl::Rigid { universal, bound, body: Box::new(body) }
    }
    fn temporal(op: TemporalOp, operand: Self) -> Self {
        let operand = Box::new(operand);
        match op {
            TemporalOp::X | TemporalOp::AX | TemporalOp::EX => Ltl::Next(operand),
            TemporalOp::F | TemporalOp::AF | TemporalOp::EF => Ltl::Finally(operand),
            TemporalOp::G | TemporalOp::AG | TemporalOp::EG => Ltl::Globally(operand),
        }
    }
    fn until(_: bool, kind: UntilKind, left: Self, right: Self) -> Self {
        Ltl::Until(kind, Box::new(left), Box::new(right))
    }
}
