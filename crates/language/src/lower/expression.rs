//! Expressions with their slots filled in.

use diagnostics::Span;
use system::{Comparison, Expr, ExprKind};

use super::Lowerer;
use super::fold::truth;
use super::parts::Parts;
use crate::evaluate::evaluate;
use crate::structures::Sort;
use crate::typed::{Typed, TypedKind, TypedSet};

impl Lowerer<'_, '_> {
    /// The expression with the present values of its slots.
    pub(super) fn expression(&mut self, typed: &Typed) -> Expr {
        self.slots.steps += 1;
        // Constants are no nodes, but take steps: without this, folding a long quantifier would never end.
        if !self.charge(0, typed.span) {
            return Expr::bool(false, typed.span);
        }
        if typed.is_constant()
            && let Some(sort) = typed.sort.and_then(Sort::scalar)
            && let Ok(value) = evaluate(typed, &mut self.slots)
        {
            return Expr::new(ExprKind::Const(value, sort), typed.span);
        }
        match &typed.kind {
            TypedKind::Quantifier { .. } => self.quantifier(typed),
            TypedKind::And(_)
            | TypedKind::Or(_)
            | TypedKind::Implies(..)
            | TypedKind::If(..)
            | TypedKind::Not(_)
            | TypedKind::Iff(..) => self.logical(typed),
            TypedKind::Chain(operands, comparisons) => self.chain(operands, comparisons, typed.span),
            TypedKind::Within(element, set) => self.within(element, set, typed.span),
            TypedKind::At(instance, locations) => self.at(instance, locations, typed.span),
            TypedKind::CountInstances(process, locations) => {
                self.count_instances(*process, locations, typed.span)
            }
            TypedKind::CountPopulation(population, locations) => {
                self.count_population(*population, locations, typed.span)
            }
            TypedKind::Reach(reach) => self.reach(reach, typed.span),
            TypedKind::Dispatch(dispatch) => self.dispatch(dispatch, typed.span),
            TypedKind::Structured(_) => self.parts(typed).scalar(typed.span),
            _ => self.term(typed),
        }
    }

    /// Reads and arithmetic.
    fn term(&mut self, typed: &Typed) -> Expr {
        let span = typed.span;
        match &typed.kind {
            TypedKind::Read { place, next } => {
                if !next
                    && let Some(choice) = self.uneven_read(place, typed.sort.and_then(Sort::scalar), span)
                {
                    return choice;
                }
                let place = self.place(place);
                let kind = if *next { ExprKind::ReadNext(place) } else { ExprKind::Read(place) };
                self.node(kind, span)
            }
            TypedKind::Rigid(slot) => match self.rigid.get(slot).copied() {
                Some(bound) => self.node(ExprKind::Bound(bound), span),
                None => unreachable!("a bound name is lowered below its quantifier"),
            },
            TypedKind::Negate(operand) => {
                let operand = self.expression(operand);
                self.negate(operand, span)
            }
            TypedKind::Absolute(operand) => {
                let operand = self.expression(operand);
                self.absolute(operand, span)
            }
            TypedKind::Arithmetic(operation, left, right) => {
                let (left, right) = (self.expression(left), self.expression(right));
                self.arithmetic(*operation, left, right, span)
            }
            TypedKind::Sum(terms) => {
                let mut lowered = Vec::with_capacity(terms.len());
                for (subtracted, term) in terms {
                    let term = self.expression(term);
                    let at = term.span;
                    lowered.push(if *subtracted { self.negate(term, at) } else { term });
                }
                self.sum(lowered, span)
            }
            TypedKind::IndexOf(reference) => {
                let reference = self.expression(reference);
                self.index_of(reference, span)
            }
            TypedKind::InstanceAt(process, index) => {
                let index = self.expression(index);
                self.instance_at(*process, index, span)
            }
            // A constant whose evaluation faults has no value; what else has none was reported.
            _ => Expr::bool(false, span),
        }
    }

    /// Connectives stop at a constant that decides them, unless a prime would be lost: it releases its
    /// variable whether it is evaluated or not.
    fn logical(&mut self, typed: &Typed) -> Expr {
        let span = typed.span;
        match &typed.kind {
            TypedKind::And(parts) => self.connective(parts, false, span),
            TypedKind::Or(parts) => self.connective(parts, true, span),
            TypedKind::Not(operand) => {
                let operand = self.expression(operand);
                self.not(operand, span)
            }
            TypedKind::Iff(left, right) => {
                let (left, right) = (self.expression(left), self.expression(right));
                self.iff(left, right, span)
            }
            TypedKind::Implies(left, right) => {
                let premise = self.expression(left);
                match truth(&premise) {
                    Some(true) => self.expression(right),
                    Some(false) if !right.traits.primed => Expr::bool(true, span),
                    value => {
                        let right = self.unless(value.is_some(), |lowerer| lowerer.expression(right));
                        self.node(ExprKind::Implies(Box::new(premise), Box::new(right)), span)
                    }
                }
            }
            TypedKind::If(condition, then, otherwise) => {
                let condition = self.expression(condition);
                match truth(&condition) {
                    Some(true) if !otherwise.traits.primed => self.expression(then),
                    Some(false) if !then.traits.primed => self.expression(otherwise),
                    value => {
                        let then = self.unless(value == Some(false), |lowerer| lowerer.expression(then));
                        let otherwise =
                            self.unless(value == Some(true), |lowerer| lowerer.expression(otherwise));
                        let kind = ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise));
                        self.node(kind, span)
                    }
                }
            }
            _ => Expr::bool(false, span),
        }
    }

    fn connective(&mut self, parts: &[Typed], stop: bool, span: Span) -> Expr {
        let mut kept = Vec::new();
        let mut is_decided = false;
        for (position, part) in parts.iter().enumerate() {
            let part = self.unless(is_decided, |lowerer| lowerer.expression(part));
            let value = truth(&part);
            if value == Some(!stop) {
                continue;
            }
            kept.push(part);
            is_decided |= value == Some(stop);
            if value == Some(stop) && !parts[position + 1..].iter().any(|rest| rest.traits.primed) {
                break;
            }
        }
        self.joined(kept, stop, span)
    }

    /// `&&` of the parts or, if a true part decides, `||`.
    pub(super) fn joined(&mut self, mut parts: Vec<Expr>, stop: bool, span: Span) -> Expr {
        match parts.len() {
            0 => Expr::bool(!stop, span),
            1 => parts.swap_remove(0),
            _ => self.node(if stop { ExprKind::Or(parts) } else { ExprKind::And(parts) }, span),
        }
    }

    /// `a < b <= c` is `a < b && b <= c`.
    fn chain(&mut self, operands: &[Typed], comparisons: &[Comparison], span: Span) -> Expr {
        let mut parts = Vec::with_capacity(comparisons.len());
        for (pair, comparison) in operands.windows(2).zip(comparisons) {
            let at = if comparisons.len() == 1 { span } else { pair[0].span.to(pair[1].span) };
            let part = self.pair(*comparison, &pair[0], &pair[1], at);
            let is_last = truth(&part) == Some(false) && !operands.iter().any(|rest| rest.traits.primed);
            if truth(&part) != Some(true) {
                parts.push(part);
            }
            if is_last {
                break;
            }
        }
        self.joined(parts, false, span)
    }

    /// `a < b`
    fn pair(&mut self, comparison: Comparison, left: &Typed, right: &Typed, span: Span) -> Expr {
        if left.sort.or(right.sort).and_then(Sort::structure).is_none() {
            let (left, right) = (self.expression(left), self.expression(right));
            return self.compare(comparison, left, right, span);
        }
        let (left, right) = (self.parts(left), self.parts(right));
        let same = self.same_parts(&left, &right, span);
        if comparison == Comparison::Ne { self.not(same, span) } else { same }
    }

    /// `x in lo..hi` is `lo <= x && x <= hi`, and `x in {a, b}` is `x = a || x = b`.
    fn within(&mut self, element: &Typed, set: &TypedSet, span: Span) -> Expr {
        match set {
            TypedSet::Range(low, high) => {
                let (low, left) = (self.expression(low), self.expression(element));
                let above = self.compare(Comparison::Le, low, left, span);
                if truth(&above) == Some(false) && !high.traits.primed {
                    return above;
                }
                let (right, high) = (self.expression(element), self.expression(high));
                let below = self.compare(Comparison::Le, right, high, span);
                let parts = [above, below].into_iter().filter(|part| truth(part) != Some(true)).collect();
                self.joined(parts, false, span)
            }
            TypedSet::Members(members) => {
                let mut parts = Vec::new();
                for member in members {
                    let part = self.pair(Comparison::Eq, element, member, span);
                    if truth(&part) != Some(false) {
                        parts.push(part);
                    }
                }
                self.joined(parts, true, span)
            }
            TypedSet::Value(set) => {
                let value = self.parts(element);
                match self.parts(set) {
                    Parts::Set(set) => self.is_element(&value, &set, span),
                    Parts::Queue(queue) => self.is_entry(&value, &queue, span),
                    _ => Expr::bool(false, span),
                }
            }
        }
    }
}
