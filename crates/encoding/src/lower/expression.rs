//! Expressions: Boolean ones become a truth with its faults, all others a number by cases.
//!
//! Values of other sorts than integers are numbered like their codes: Booleans 0 and 1, members and locations by
//! their position, `null` 0 and references by their instance from 1 on.

use super::conjunction::{either, not};
use super::environment::Scope;
use super::number::{Number, Truth};
use super::rewrite::size;
use super::{Lowerer, Lowering, Unsupported};
use diagnostics::Span;
use state_sets::{Cell, Formula, Linear};
use system::{Comparison, Expr, ExprKind, Operation, Sort, Value, VariableId};

/// Pairs of cases beyond this are put into fewer, if their sums allow.
const MANY_PAIRS: usize = 8;

/// More cases than this are refused.
const MOST_CASES: usize = 1 << 12;

/// The number that stands for a value.
pub(super) fn number_of(value: Value) -> i128 {
    match value {
        Value::Bool(value) => i128::from(value),
        Value::Int(value) => value,
        Value::Member(member) => i128::from(member),
        Value::Reference(ordinal) => ordinal.map_or(0, |ordinal| i128::from(ordinal).saturating_add(1)),
        Value::Location(location) => i128::from(location),
    }
}

impl Lowerer<'_> {
    /// The value that a variable has in a cell that is coded like it.
    pub(super) fn own(&self, variable: VariableId, cell: Cell) -> Linear {
        let mut value = Linear::cell(cell);
        value.constant = self.coding.offset(variable);
        value
    }

    /// The current value of a variable.
    pub(super) fn read(&self, variable: VariableId, scope: Scope<'_>) -> Number {
        match scope.now.get(&variable) {
            Some(number) => number.clone(),
            None => Number::of(self.own(variable, Cell::now(self.coding.variable(variable)))),
        }
    }

    /// A Boolean expression.
    pub(super) fn truth(&mut self, expr: &Expr, scope: Scope<'_>) -> Lowering<Truth> {
        let truth = self.truth_by_kind(expr, scope)?;
        self.write(size(&truth.truth).saturating_add(size(&truth.fault)), 1, expr.span)?;
        Ok(truth)
    }

    fn truth_by_kind(&mut self, expr: &Expr, scope: Scope<'_>) -> Lowering<Truth> {
        use ExprKind::*;
        match &expr.kind {
            Const(value, _) => Ok(Truth::of(Formula::plain(*value == Value::Bool(true)))),
            Not(a) => Ok(self.truth(a, scope)?.negated()),
            And(all) => {
                let mut sum = Truth::of(Formula::truth());
                for one in all {
                    sum = sum.and(&self.truth(one, scope)?);
                }
                Ok(sum)
            }
            Or(all) => {
                let mut sum = Truth::of(Formula::falsity());
                for one in all {
                    sum = sum.or(&self.truth(one, scope)?);
                }
                Ok(sum)
            }
            Implies(a, b) => Ok(self.truth(a, scope)?.negated().or(&self.truth(b, scope)?)),
            Iff(a, b) => Ok(self.truth(a, scope)?.same(&self.truth(b, scope)?)),
            Compare(comparison @ (Comparison::Eq | Comparison::Ne), a, b) if a.sort() == Sort::Bool => {
                let same = self.truth(a, scope)?.same(&self.truth(b, scope)?);
                Ok(if *comparison == Comparison::Eq { same } else { same.negated() })
            }
            Compare(comparison, a, b) => {
                let (a, b) = (self.number(a, scope)?, self.number(b, scope)?);
                self.compared(*comparison, a, b, expr.span)
            }
            If(condition, then, otherwise) => {
                let condition = self.truth(condition, scope)?;
                Ok(condition.choose(&self.truth(then, scope)?, &self.truth(otherwise, scope)?))
            }
            Reach(reach) => self.reach(reach, scope, expr.span),
            Quantified { universal, bound, body } => self.quantified(*universal, *bound, body, scope),
            _ => {
                let number = self.number(expr, scope)?;
                self.is_value(&number, 1, expr.span)
            }
        }
    }

    /// Where the number has this value.
    pub(super) fn is_value(&self, number: &Number, value: i128, span: Span) -> Lowering<Truth> {
        self.spend(number.cases.len())?;
        let atom = |term: &Linear| Some(self.cells.zero(term.minus(&Linear::constant(value))?));
        Ok(number.holds(atom).ok_or_else(|| Unsupported::overflow(span))?)
    }

    /// An expression of any sort, as a number.
    pub(super) fn number(&mut self, expr: &Expr, scope: Scope<'_>) -> Lowering<Number> {
        let number = self.number_by_kind(expr, scope)?;
        self.write(number.size(), number.cases.len(), expr.span)?;
        Ok(number)
    }

    /// Counts the parts that were written; a formula of more atoms than is sensible is refused.
    fn write(&self, size: usize, parts: usize, span: Span) -> Lowering<()> {
        self.spend(parts)?;
        if size > self.largest {
            return Err(too_many_cases(span).into());
        }
        Ok(())
    }

    fn number_by_kind(&mut self, expr: &Expr, scope: Scope<'_>) -> Lowering<Number> {
        use ExprKind::*;
        let span = expr.span;
        let overflow = || Unsupported::overflow(span);
        match &expr.kind {
            Const(value, _) => Ok(Number::of(Linear::constant(number_of(*value)))),
            Read(place) => {
                let targets = self.targets(place, scope)?;
                let values = targets.variables.iter().map(|(guard, v)| self.read(*v, scope).under(guard));
                Ok(Number::join(targets.fault.clone(), values))
            }
            ReadNext(place) => {
                let targets = self.targets(place, scope)?;
                let mut values = Vec::new();
                for (guard, variable) in &targets.variables {
                    let next = scope.next.get(variable).ok_or_else(|| {
                        let help = "write the place without names bound by quantifiers";
                        Unsupported::at(span, "a prime whose place is not known before the step", help)
                    })?;
                    values.push(next.under(guard));
                }
                Ok(Number::join(targets.fault, values))
            }
            Bound(bound) => match self.bounds.get(bound) {
                Some(value) => Ok(Number::of(value.clone())),
                None => {
                    let what = format!("`{}` outside its quantifier", self.system.bound(*bound).name);
                    Err(Unsupported::at(span, what, "lower the system with it as a rigid variable").into())
                }
            },
            Negate(a) => Ok(self.number(a, scope)?.map(|a| a.times(-1)).ok_or_else(overflow)?),
            Arithmetic(operation, a, b) => {
                let (a, b) = (self.number(a, scope)?, self.number(b, scope)?);
                self.arithmetic(*operation, a, b, span)
            }
            Absolute(a) => {
                let a = self.number(a, scope)?;
                let negative = a.map(|a| a.times(-1)).ok_or_else(overflow)?;
                self.arithmetic(Operation::Max, a, negative, span)
            }
            If(condition, then, otherwise) if expr.sort() != Sort::Bool => {
                let condition = self.truth(condition, scope)?;
                let then = self.number(then, scope)?.under(&condition.truth);
                let otherwise = self.number(otherwise, scope)?.under(&condition.falsehood());
                Ok(Number::join(condition.fault, [then, otherwise]))
            }
            Sum(all) => {
                let mut sum = Number::of(Linear::constant(0));
                for term in all {
                    let term = self.number(term, scope)?;
                    sum = self.arithmetic(Operation::Add, sum, term, span)?;
                }
                Ok(sum)
            }
            Count(all) => self.count(all, scope, span),
            IndexOf(reference) => self.index_of(reference, scope, span),
            InstanceAt(process, index) => {
                let declared = self.system.process(*process);
                let (first, count) = (declared.first_index, i128::from(declared.count));
                let index = self.number(index, scope)?;
                let ordinal = index.map(|e| e.minus(&Linear::constant(first))).ok_or_else(overflow)?;
                let outside = self.outside(&ordinal, count, span)?;
                let code = ordinal.map(|e| e.plus(&Linear::constant(1))).ok_or_else(overflow)?;
                Ok(self.faulting(code, outside))
            }
            _ => Ok(Number::truth(&self.truth(expr, scope)?)),
        }
    }

    /// The number, with a further fault.
    pub(super) fn faulting(&self, number: Number, fault: Formula) -> Number {
        if fault.is_falsity() {
            return number;
        }
        let defined = number.under(&not(&fault));
        Number { cases: defined.cases, fault: either(&number.fault, &fault) }
    }

    /// Where a position lies outside `0 .. count`.
    pub(super) fn outside(&self, position: &Number, count: i128, span: Span) -> Lowering<Formula> {
        self.spend(position.cases.len())?;
        let atom = |term: &Linear| {
            let below = self.cells.not_positive(term.plus(&Linear::constant(1))?);
            let above = self.cells.not_positive(Linear::constant(count).minus(term)?);
            Some(either(&below, &above))
        };
        Ok(position.holds(atom).ok_or_else(|| Unsupported::overflow(span))?.truth)
    }

    fn count(&mut self, all: &[Expr], scope: Scope<'_>, span: Span) -> Lowering<Number> {
        let mut sum = Linear::constant(0);
        let mut fault = Formula::falsity();
        for one in all {
            let truth = self.truth(one, scope)?;
            fault = either(&fault, &truth.fault);
            let term = match truth.truth {
                plain if plain.is_truth() => Linear::constant(1),
                plain if plain.is_falsity() => Linear::constant(0),
                other => Linear::indicator(other),
            };
            sum = sum.plus(&term).ok_or_else(|| Unsupported::overflow(span))?;
        }
        Ok(self.faulting(Number::of(sum), fault))
    }

    fn index_of(&mut self, reference: &Expr, scope: Scope<'_>, span: Span) -> Lowering<Number> {
        let Sort::Reference(process) = reference.sort() else {
            unreachable!("a checked system takes the index of references only")
        };
        let first = self.system.process(process).first_index;
        let code = self.number(reference, scope)?;
        let null = self.is_value(&code, 0, span)?.truth;
        let index =
            first.checked_sub(1).map(Linear::constant).and_then(|offset| code.map(|c| c.plus(&offset)));
        Ok(self.faulting(index.ok_or_else(|| Unsupported::overflow(span))?, null))
    }

    /// How two numbers compare.
    pub(super) fn compared(
        &self,
        comparison: Comparison,
        left: Number,
        right: Number,
        span: Span,
    ) -> Lowering<Truth> {
        let difference = self.pairs(left, right, |a, b| a.minus(b), span)?;
        let one = Linear::constant(1);
        let atom = |d: &Linear| {
            Some(match comparison {
                Comparison::Eq => self.cells.zero(d.clone()),
                Comparison::Ne => not(&self.cells.zero(d.clone())),
                Comparison::Lt => self.cells.not_positive(d.plus(&one)?),
                Comparison::Le => self.cells.not_positive(d.clone()),
                Comparison::Gt => self.cells.not_positive(one.minus(d)?),
                Comparison::Ge => self.cells.not_positive(d.times(-1)?),
            })
        };
        Ok(difference.holds(atom).ok_or_else(|| Unsupported::overflow(span))?)
    }

    /// All pairs of cases of two numbers, which are made fewer first where there are many.
    pub(super) fn pairs(
        &self,
        left: Number,
        right: Number,
        with: impl Fn(&Linear, &Linear) -> Option<Linear>,
        span: Span,
    ) -> Lowering<Number> {
        let (mut left, mut right) = (left, right);
        if left.cases.len().saturating_mul(right.cases.len()) > MANY_PAIRS {
            left = left.compact().unwrap_or(left);
            right = right.compact().unwrap_or(right);
        }
        if left.cases.len().saturating_mul(right.cases.len()) > MOST_CASES {
            return Err(too_many_cases(span).into());
        }
        Ok(left.combine(&right, with).ok_or_else(|| Unsupported::overflow(span))?)
    }
}

fn too_many_cases(span: Span) -> Unsupported {
    let help = "split the expression, or use fewer conditionals and selections in it";
    Unsupported::at(span, "an expression with too many cases", help)
}
