//! What an expression may be in the states of an environment, where it does not fault.

use crate::environment::Environment;
use crate::interval::Interval;
use crate::values::{Codes, Values};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use system::{
    Comparison, Expr, ExprKind, Operation, Place, ProcessId, Selector, SelectorKind, System, Value,
    VariableId,
};

/// Evaluates expressions of a system, and counts how many it has seen.
pub(crate) struct Evaluator<'s> {
    pub system: &'s System,
    /// The expressions that were looked at.
    pub work: Cell<u64>,
    /// What has been written on the way.
    pub attempts: RefCell<BTreeMap<VariableId, Values>>,
}

impl<'s> Evaluator<'s> {
    pub fn new(system: &'s System) -> Self {
        Evaluator { system, work: Cell::new(0), attempts: RefCell::default() }
    }

    /// What the expression may be.
    pub fn value(&self, expr: &Expr, at: &Environment<'_>) -> Values {
        use ExprKind::*;
        self.work.set(self.work.get().saturating_add(1));
        let integer = |e: &Expr| self.value(e, at).integers();
        match &expr.kind {
            Const(value, _) => Values::only(*value),
            Read(place) => {
                let none = Values::none(place.ty.sort());
                self.targets(place, at).into_iter().map(|variable| at.get(variable)).fold(none, Values::join)
            }
            ReadNext(place) => Values::of_type(self.system, place.ty),
            Bound(id) if self.system.bound(*id).natural => Values::Integers(Interval::NATURAL),
            Bound(_) => Values::Integers(Interval::ALL),
            Reach(_) | Quantified { .. } => Values::EITHER,
            Not(inner) => {
                let inner = self.value(inner, at);
                Values::truth(inner.can_be(false), inner.can_be(true))
            }
            And(all) => self.all(all, true, at),
            Or(all) => self.all(all, false, at),
            Implies(left, right) => {
                let (left, right) = (self.value(left, at), self.value(right, at));
                Values::truth(
                    left.can_be(false) || (left.can_be(true) && right.can_be(true)),
                    left.can_be(true) && right.can_be(false),
                )
            }
            Iff(left, right) => {
                let (left, right) = (self.value(left, at), self.value(right, at));
                let both = |one: bool, two: bool| left.can_be(one) && right.can_be(two);
                Values::truth(both(true, true) || both(false, false), both(true, false) || both(false, true))
            }
            Compare(comparison, left, right) => {
                compared(*comparison, self.value(left, at), self.value(right, at))
            }
            Negate(inner) => Values::Integers(integer(inner).negated()),
            Absolute(inner) => Values::Integers(integer(inner).absolute()),
            Arithmetic(operation, left, right) => {
                Values::Integers(calculated(*operation, integer(left), integer(right)))
            }
            If(condition, then, otherwise) => {
                let condition = self.value(condition, at);
                let branch = |value: bool, e: &Expr| match condition.can_be(value) {
                    true => self.value(e, at),
                    false => Values::none(expr.sort()),
                };
                branch(true, then).join(branch(false, otherwise))
            }
            Sum(all) => Values::Integers(all.iter().map(integer).fold(Interval::only(0), Interval::plus)),
            Count(all) => Values::Integers(
                all.iter().map(|e| counted(self.value(e, at))).fold(Interval::only(0), Interval::plus),
            ),
            IndexOf(reference) => Values::Integers(self.indices(reference, at)),
            InstanceAt(process, index) => Values::Codes(self.instances(*process, integer(index))),
        }
    }

    /// `&&` (with `true`) or `||` (with `false`): the value that all parts must have.
    fn all(&self, parts: &[Expr], common: bool, at: &Environment<'_>) -> Values {
        let (mut can_be_common, mut can_differ) = (true, false);
        for part in parts {
            let value = self.value(part, at);
            can_differ |= value.can_be(!common);
            can_be_common &= value.can_be(common);
            // What stands behind is not evaluated.
            if !can_be_common {
                break;
            }
        }
        match common {
            true => Values::truth(can_be_common, can_differ),
            false => Values::truth(can_differ, can_be_common),
        }
    }

    fn indices(&self, reference: &Expr, at: &Environment<'_>) -> Interval {
        let system::Sort::Reference(process) = reference.sort() else { return Interval::ALL };
        let process = self.system.process(process);
        let codes = self.value(reference, at).codes();
        let instances = (0..process.count).filter(|instance| codes.contains(instance.saturating_add(1)));
        let index = |instance: u32| match process.first_index.checked_add(i128::from(instance)) {
            Some(index) => Interval::only(index),
            None => Interval::ALL,
        };
        instances.map(index).fold(Interval::NONE, Interval::join)
    }

    fn instances(&self, process: ProcessId, indices: Interval) -> Codes {
        let process = self.system.process(process);
        let mut bits = 0;
        for instance in 0..process.count {
            let index = process.first_index.checked_add(i128::from(instance));
            if index.is_none_or(|index| indices.contains(index)) {
                match Codes::only(instance.saturating_add(1)) {
                    Codes::Some(bit) => bits |= bit,
                    Codes::Any => return Codes::Any,
                }
            }
        }
        Codes::Some(bits)
    }

    /// The variables that a place may denote.
    pub fn targets(&self, place: &Place, at: &Environment<'_>) -> Vec<VariableId> {
        let mut targets = vec![place.first];
        for selector in &place.selectors {
            let positions: Vec<u32> = self.positions(selector, at);
            targets = targets
                .into_iter()
                .flat_map(|first| positions.iter().map(move |position| selector.variable(first, *position)))
                .collect();
        }
        targets
    }

    fn positions(&self, selector: &Selector, at: &Environment<'_>) -> Vec<u32> {
        let values = self.value(&selector.index, at);
        let fits = |position: &u32| match selector.kind {
            SelectorKind::Reference(_) => values.codes().contains(position.saturating_add(1)),
            SelectorKind::Element | SelectorKind::Instance(_) => {
                let index = selector.low.checked_add(i128::from(*position));
                index.is_none_or(|index| values.integers().contains(index))
            }
        };
        (0..selector.count).filter(fits).collect()
    }
}

fn counted(condition: Values) -> Interval {
    match (condition.can_be(true), condition.can_be(false)) {
        (true, true) => Interval::between(0, 1),
        (true, false) => Interval::only(1),
        (false, true) => Interval::only(0),
        (false, false) => Interval::NONE,
    }
}

fn calculated(operation: Operation, left: Interval, right: Interval) -> Interval {
    match operation {
        Operation::Add => left.plus(right),
        Operation::Sub => left.minus(right),
        Operation::Mul => left.times(right),
        Operation::Div => left.divided(right),
        Operation::Mod => left.modulo(right),
        Operation::Min => left.least(right),
        Operation::Max => left.most(right),
    }
}

fn compared(comparison: Comparison, left: Values, right: Values) -> Values {
    if left.is_empty() || right.is_empty() {
        return Values::NEITHER;
    }
    let can_equal = !left.meet(right).is_empty();
    let can_differ = !(can_equal && left.is_single() && right.is_single());
    let (one, two) = (left.integers(), right.integers());
    let (can_be_less, can_be_more) = (one.low < two.high, one.high > two.low);
    match comparison {
        Comparison::Eq => Values::truth(can_equal, can_differ),
        Comparison::Ne => Values::truth(can_differ, can_equal),
        Comparison::Lt => Values::truth(can_be_less, one.high >= two.low),
        Comparison::Ge => Values::truth(one.high >= two.low, can_be_less),
        Comparison::Gt => Values::truth(can_be_more, one.low <= two.high),
        Comparison::Le => Values::truth(one.low <= two.high, can_be_more),
    }
}

/// The value that a constant expression has.
pub(crate) fn constant(expr: &Expr) -> Option<i128> {
    match (&expr.kind, expr.constant()) {
        (_, Some(Value::Int(number))) => Some(number),
        (ExprKind::Negate(inner), _) => constant(inner)?.checked_neg(),
        _ => None,
    }
}
