//! The value of an expression.

use super::failure::Failure;
use super::quantifier;
use crate::{
    BoundId, Comparison, Expr, ExprKind, Operation, Place, ProcessId, Selector, SelectorKind, Shape, State,
    System, Value, VariableId,
};
use diagnostics::Span;

/// The values of variables, as far as they are known.
pub(super) trait Valuation {
    /// The value before the step.
    fn current(&self, variable: VariableId) -> Option<Value>;
    /// The value after the step.
    fn next(&self, variable: VariableId) -> Option<Value>;
}

/// A complete state, with no new values.
pub(super) struct Known<'a>(pub &'a State);

impl Valuation for Known<'_> {
    fn current(&self, variable: VariableId) -> Option<Value> {
        self.0.get(variable.index()).copied()
    }

    fn next(&self, _: VariableId) -> Option<Value> {
        None
    }
}

/// Evaluates expressions under a valuation.
pub(super) struct Evaluator<'a> {
    pub(super) system: &'a System,
    pub(super) valuation: &'a dyn Valuation,
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(system: &'a System, valuation: &'a dyn Valuation) -> Self {
        Evaluator { system, valuation }
    }

    /// The value of an expression.
    pub(super) fn value(&self, expr: &Expr) -> Result<Value, Failure> {
        use ExprKind::*;
        let span = expr.span;
        match &expr.kind {
            Const(value, _) => Ok(*value),
            Read(place) => {
                let variable = self.place(place)?;
                self.valuation.current(variable).ok_or(Failure::Undetermined(variable))
            }
            ReadNext(place) => {
                let variable = self.place(place)?;
                self.valuation.next(variable).ok_or(Failure::Undetermined(variable))
            }
            Bound(bound) => Err(unbound(*bound)),
            Not(a) => Ok(Value::Bool(!self.bool(a)?)),
            And(all) => self.all_are(all, true).map(Value::Bool),
            Or(all) => self.all_are(all, false).map(|all_false| Value::Bool(!all_false)),
            Implies(a, b) => Ok(Value::Bool(!self.bool(a)? || self.bool(b)?)),
            Iff(a, b) => Ok(Value::Bool(self.bool(a)? == self.bool(b)?)),
            Compare(comparison, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                Ok(Value::Bool(compare(*comparison, a, b)))
            }
            Negate(a) => self.int(a)?.checked_neg().map(Value::Int).ok_or(Failure::overflow(span)),
            Arithmetic(operation, a, b) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                operate(*operation, a, b, span).map(Value::Int)
            }
            Absolute(a) => self.int(a)?.checked_abs().map(Value::Int).ok_or(Failure::overflow(span)),
            If(condition, then, otherwise) => {
                if self.bool(condition)? {
                    self.value(then)
                } else {
                    self.value(otherwise)
                }
            }
            Sum(all) => all
                .iter()
                .try_fold(0, |sum, term| operate(Operation::Add, sum, self.int(term)?, span))
                .map(Value::Int),
            Count(all) => {
                let count = |sum: i128, term| Ok(sum.saturating_add(i128::from(self.bool(term)?)));
                all.iter().try_fold(0, count).map(Value::Int)
            }
            IndexOf(reference) => self.index_of(reference, span).map(Value::Int),
            InstanceAt(process, index) => {
                let ordinal = self.instance(*process, index, span)?;
                Ok(Value::Reference(Some(ordinal)))
            }
            Reach(reach) => {
                let (start, goal) = (self.value(&reach.start)?, self.value(&reach.goal)?);
                let met = reach.met_from(start, |link| self.value(link))?;
                Ok(Value::Bool(met.contains(&goal)))
            }
            Quantified { .. } => quantifier::decide(self, expr).map(Value::Bool),
        }
    }

    /// The value of a Boolean expression.
    pub(super) fn bool(&self, expr: &Expr) -> Result<bool, Failure> {
        match self.value(expr)? {
            Value::Bool(value) => Ok(value),
            other => unreachable!("a checked system has no {other:?} where a Boolean belongs"),
        }
    }

    /// The value of an integer expression.
    pub(super) fn int(&self, expr: &Expr) -> Result<i128, Failure> {
        match self.value(expr)? {
            Value::Int(value) => Ok(value),
            other => unreachable!("a checked system has no {other:?} where an integer belongs"),
        }
    }

    /// Whether all have this value; stops at the first that has not.
    fn all_are(&self, all: &[Expr], wanted: bool) -> Result<bool, Failure> {
        for expr in all {
            if self.bool(expr)? != wanted {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The variable that a place denotes.
    pub(super) fn place(&self, place: &Place) -> Result<VariableId, Failure> {
        let mut variable = place.first;
        for selector in &place.selectors {
            variable = selector.variable(variable, self.position(selector, place)?);
        }
        Ok(variable)
    }

    fn position(&self, selector: &Selector, place: &Place) -> Result<u32, Failure> {
        match self.value(&selector.index)? {
            Value::Reference(Some(ordinal)) => Ok(ordinal),
            Value::Reference(None) => {
                let text = self.system.show_place(place);
                Err(Failure::fault(format!("null dereference: {text}"), place.span))
            }
            Value::Int(index) => {
                let position = index.checked_sub(selector.low).and_then(|p| u32::try_from(p).ok());
                position.filter(|p| *p < selector.count).ok_or_else(|| {
                    let text = self.system.show_place(place);
                    let reason = match (selector.kind, self.system.enclosing(place)) {
                        (SelectorKind::Element, Some(Shape::Queue { .. })) if selector.count == 0 => {
                            format!("the queue has no entry {index}: {text}")
                        }
                        (SelectorKind::Element, Some(Shape::Set { .. })) if selector.count == 0 => {
                            format!("the set cannot have this element: {text}")
                        }
                        (SelectorKind::Element, _) => format!("index {index} is outside the array: {text}"),
                        _ => format!("index {index} is outside the process array: {text}"),
                    };
                    Failure::fault(reason, place.span)
                })
            }
            other => unreachable!("a checked system has no {other:?} as an index"),
        }
    }

    fn index_of(&self, reference: &Expr, span: Span) -> Result<i128, Failure> {
        let crate::Sort::Reference(process) = reference.sort() else {
            unreachable!("a checked system takes the index of references only")
        };
        match self.value(reference)? {
            Value::Reference(Some(ordinal)) => {
                operate(Operation::Add, self.system.process(process).first_index, i128::from(ordinal), span)
            }
            _ => Err(Failure::fault(
                format!("the index of null: index({})", self.system.show_expr(reference)),
                span,
            )),
        }
    }

    fn instance(&self, process: ProcessId, index: &Expr, span: Span) -> Result<u32, Failure> {
        let declared = self.system.process(process);
        let value = self.int(index)?;
        let position = value.checked_sub(declared.first_index).and_then(|p| u32::try_from(p).ok());
        position.filter(|p| *p < declared.count).ok_or_else(|| {
            let text = format!("{}[{}]", declared.name, self.system.show_expr(index));
            Failure::fault(format!("index {value} is outside the process array: {text}"), span)
        })
    }
}

fn unbound(bound: BoundId) -> Failure {
    unreachable!("bound variable {bound:?} stands outside its quantifier")
}

/// Compares two values of one sort; only integers are ordered.
pub(super) fn compare(comparison: Comparison, a: Value, b: Value) -> bool {
    match comparison {
        Comparison::Eq => a == b,
        Comparison::Ne => a != b,
        Comparison::Lt => a < b,
        Comparison::Le => a <= b,
        Comparison::Gt => a > b,
        Comparison::Ge => a >= b,
    }
}

/// Computes with two integers.
pub(super) fn operate(operation: Operation, a: i128, b: i128, span: Span) -> Result<i128, Failure> {
    let result = match operation {
        Operation::Add => a.checked_add(b),
        Operation::Sub => a.checked_sub(b),
        Operation::Mul => a.checked_mul(b),
        Operation::Div | Operation::Mod if b == 0 => {
            return Err(Failure::fault("division by zero", span));
        }
        Operation::Div => floor_division(a, b),
        Operation::Mod => floor_division(a, b).and_then(|q| a.checked_sub(b.checked_mul(q)?)),
        Operation::Min => Some(a.min(b)),
        Operation::Max => Some(a.max(b)),
    };
    result.ok_or(Failure::overflow(span))
}

/// The largest integer that is not above `a / b`.
pub(super) fn floor_division(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    let exact = quotient.checked_mul(b)? == a;
    if !exact && ((a < 0) != (b < 0)) { quotient.checked_sub(1) } else { Some(quotient) }
}
