//! The values of the model's expressions, and where they fault.

use super::Translator;
use super::arithmetic::Sums;
use super::cases::{Cases, Scalar};
use crate::{Linear, Logic, Refusal};
use std::collections::BTreeMap;
use system::{Comparison, Expr, ExprKind, Operation, Place, ProcessId, Sort, Value, VariableId};

/// The values of variables where they differ from the present state, and the new values that primes denote.
#[derive(Debug, Clone)]
pub(super) struct Environment<C> {
    pub current: BTreeMap<VariableId, Cases<C>>,
    pub next: BTreeMap<VariableId, Cases<C>>,
}

impl<C> Default for Environment<C> {
    fn default() -> Self {
        Environment { current: BTreeMap::new(), next: BTreeMap::new() }
    }
}

/// The value of an expression. Where there is neither a value nor a fault, a new value that it reads cannot be chosen.
#[derive(Debug, Clone)]
pub(super) struct Evaluated<C> {
    pub cases: Cases<C>,
    pub fault: C,
}

/// Where a Boolean expression is true, false or a fault; possibly none of them, as for [`Evaluated`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Truth<C> {
    pub holds: C,
    pub fails: C,
    pub fault: C,
}

impl<L: Logic> Translator<'_, L> {
    /// The value of an expression of any sort.
    pub(super) fn evaluate(
        &mut self,
        environment: &Environment<L::Condition>,
        expr: &Expr,
    ) -> Result<Evaluated<L::Condition>, Refusal> {
        let never = self.logic.constant(false);
        match &expr.kind {
            ExprKind::Const(value, _) => {
                Ok(Evaluated { cases: Cases::certain(&mut self.logic, Scalar::of(*value)), fault: never })
            }
            ExprKind::Read(place) => self.read(environment, place, false),
            ExprKind::ReadNext(place) => self.read(environment, place, true),
            ExprKind::Bound(bound) => {
                let unbound = || Refusal::Malformed("a bound variable stands outside its quantifier".into());
                Ok(Evaluated { cases: self.bounds.get(bound).ok_or_else(unbound)?.clone(), fault: never })
            }
            ExprKind::Negate(a) => {
                let zero = self.integer(0);
                let a = self.evaluate(environment, a)?;
                self.arithmetic(Operation::Sub, &zero, &a)
            }
            ExprKind::Arithmetic(operation, a, b) => {
                let (a, b) = (self.evaluate(environment, a)?, self.evaluate(environment, b)?);
                self.arithmetic(*operation, &a, &b)
            }
            ExprKind::Absolute(a) => {
                let zero = self.integer(0);
                let a = self.evaluate(environment, a)?;
                let negative = self.arithmetic(Operation::Sub, &zero, &a)?;
                self.arithmetic(Operation::Max, &a, &negative)
            }
            ExprKind::If(condition, then, otherwise) => {
                self.conditional(environment, condition, then, otherwise)
            }
            ExprKind::Sum(all) => {
                let mut sum = self.integer(0);
                for one in all {
                    let one = self.evaluate(environment, one)?;
                    sum = self.arithmetic(Operation::Add, &sum, &one)?;
                }
                Ok(sum)
            }
            ExprKind::Count(all) => self.count(environment, all),
            ExprKind::IndexOf(reference) => self.index_of(environment, reference),
            ExprKind::InstanceAt(process, index) => self.instance_at(environment, *process, index),
            _ => {
                let truth = self.decide(environment, expr)?;
                let cases = Cases::boolean(&mut self.logic, truth.holds, truth.fails)?;
                Ok(Evaluated { cases, fault: truth.fault })
            }
        }
    }

    /// The truth of a Boolean expression.
    pub(super) fn decide(
        &mut self,
        environment: &Environment<L::Condition>,
        expr: &Expr,
    ) -> Result<Truth<L::Condition>, Refusal> {
        match &expr.kind {
            ExprKind::Not(a) => {
                let a = self.decide(environment, a)?;
                Ok(Truth { holds: a.fails, fails: a.holds, fault: a.fault })
            }
            ExprKind::And(all) => self.all_hold(environment, all, true),
            ExprKind::Or(all) => self.all_hold(environment, all, false),
            ExprKind::Implies(a, b) => {
                let a = self.decide(environment, a)?;
                let b = self.decide(environment, b)?;
                let holds = self.then(a.holds, a.fails, b.holds)?;
                let fails = self.logic.and(a.holds, b.fails)?;
                Ok(Truth { holds, fails, fault: self.then(a.holds, a.fault, b.fault)? })
            }
            ExprKind::Iff(a, b) => self.equivalent(environment, a, b),
            ExprKind::Compare(comparison, a, b) => {
                let (a, b) = (self.evaluate(environment, a)?, self.evaluate(environment, b)?);
                let holds = self.compare(*comparison, &a.cases, &b.cases)?;
                let fails = self.compare(opposite(*comparison), &a.cases, &b.cases)?;
                Ok(Truth { holds, fails, fault: self.either_fault(&a, &b)? })
            }
            ExprKind::Reach(reach) => self.reach(environment, reach),
            ExprKind::Quantified { universal, bound, body } => {
                self.quantified(environment, *universal, *bound, body)
            }
            _ => {
                let evaluated = self.evaluate(environment, expr)?;
                let holds = evaluated.cases.is(&mut self.logic, Value::Bool(true))?;
                let fails = evaluated.cases.is(&mut self.logic, Value::Bool(false))?;
                Ok(Truth { holds, fails, fault: evaluated.fault })
            }
        }
    }

    /// The second condition, or else the first with the third: what short-circuit evaluation goes on with.
    fn then(
        &mut self,
        reached: L::Condition,
        before: L::Condition,
        there: L::Condition,
    ) -> Result<L::Condition, Refusal> {
        let further = self.logic.and(reached, there)?;
        self.logic.or(before, further)
    }

    /// `a && b && …` for `true`, `a || b || …` for `false`, from the left until one differs.
    fn all_hold(
        &mut self,
        environment: &Environment<L::Condition>,
        all: &[Expr],
        conjunction: bool,
    ) -> Result<Truth<L::Condition>, Refusal> {
        let mut reached = self.logic.constant(true);
        let mut stopped = self.logic.constant(false);
        let mut fault = stopped;
        for expr in all {
            if self.logic.is_plainly_false(reached) {
                break;
            }
            let truth = self.decide(environment, expr)?;
            let (on, off) = if conjunction { (truth.holds, truth.fails) } else { (truth.fails, truth.holds) };
            stopped = self.then(reached, stopped, off)?;
            fault = self.then(reached, fault, truth.fault)?;
            reached = self.logic.and(reached, on)?;
        }
        let (holds, fails) = if conjunction { (reached, stopped) } else { (stopped, reached) };
        Ok(Truth { holds, fails, fault })
    }

    fn equivalent(
        &mut self,
        environment: &Environment<L::Condition>,
        a: &Expr,
        b: &Expr,
    ) -> Result<Truth<L::Condition>, Refusal> {
        let (a, b) = (self.decide(environment, a)?, self.decide(environment, b)?);
        let both = self.logic.and(a.holds, b.holds)?;
        let first = self.logic.and(a.holds, b.fails)?;
        let evaluated = self.logic.or(a.holds, a.fails)?;
        Ok(Truth {
            holds: self.then(a.fails, both, b.fails)?,
            fails: self.then(a.fails, first, b.holds)?,
            fault: self.then(evaluated, a.fault, b.fault)?,
        })
    }

    /// Where the first faults, or else the second.
    pub(super) fn either_fault(
        &mut self,
        a: &Evaluated<L::Condition>,
        b: &Evaluated<L::Condition>,
    ) -> Result<L::Condition, Refusal> {
        if self.logic.is_plainly_false(b.fault) {
            return Ok(a.fault);
        }
        let reached = a.cases.defined(&mut self.logic)?;
        self.then(reached, a.fault, b.fault)
    }

    fn integer(&mut self, value: i128) -> Evaluated<L::Condition> {
        let cases = Cases::certain(&mut self.logic, Scalar::Integer(Linear::constant(value)));
        Evaluated { cases, fault: self.logic.constant(false) }
    }

    /// The operation on each pair of cases; a division by zero faults.
    pub(super) fn arithmetic(
        &mut self,
        operation: Operation,
        a: &Evaluated<L::Condition>,
        b: &Evaluated<L::Condition>,
    ) -> Result<Evaluated<L::Condition>, Refusal> {
        let mut fault = self.either_fault(a, b)?;
        let mut all = Vec::new();
        for (here, left) in &a.cases.cases {
            for (there, right) in &b.cases.cases {
                let both = self.logic.and(*here, *there)?;
                if self.logic.is_plainly_false(both) {
                    continue;
                }
                let results: Sums<_> = self.operate(operation, left.integer()?, right.integer()?)?;
                if results.is_empty() {
                    fault = self.logic.or(fault, both)?;
                }
                for (condition, sum) in results {
                    all.push((self.logic.and(both, condition)?, Scalar::Integer(sum)));
                }
            }
        }
        Ok(Evaluated { cases: Cases::new(&mut self.logic, all)?, fault })
    }

    fn conditional(
        &mut self,
        environment: &Environment<L::Condition>,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
    ) -> Result<Evaluated<L::Condition>, Refusal> {
        let truth = self.decide(environment, condition)?;
        let (mut all, mut fault) = (Vec::new(), truth.fault);
        for (condition, branch) in [(truth.holds, then), (truth.fails, otherwise)] {
            if self.logic.is_plainly_false(condition) {
                continue;
            }
            let branch = self.evaluate(environment, branch)?;
            all.extend(branch.cases.under(&mut self.logic, condition)?.cases);
            fault = self.then(condition, fault, branch.fault)?;
        }
        Ok(Evaluated { cases: Cases::new(&mut self.logic, all)?, fault })
    }

    fn count(
        &mut self,
        environment: &Environment<L::Condition>,
        all: &[Expr],
    ) -> Result<Evaluated<L::Condition>, Refusal> {
        let mut sum = self.integer(0);
        for one in all {
            let truth = self.decide(environment, one)?;
            let number = |value| Scalar::Integer(Linear::constant(value));
            let cases = vec![(truth.fails, number(0)), (truth.holds, number(1))];
            let one = Evaluated { cases: Cases::new(&mut self.logic, cases)?, fault: truth.fault };
            sum = self.arithmetic(Operation::Add, &sum, &one)?;
        }
        Ok(sum)
    }

    fn read(
        &mut self,
        environment: &Environment<L::Condition>,
        place: &Place,
        next: bool,
    ) -> Result<Evaluated<L::Condition>, Refusal> {
        let chosen = self.place(environment, place)?;
        let mut all = Vec::new();
        for (condition, variable) in chosen.options {
            let value = match next {
                true => environment.next.get(&variable).cloned(),
                false => Some(self.current(environment, variable)?),
            };
            if let Some(value) = value {
                all.extend(value.under(&mut self.logic, condition)?.cases);
            }
        }
        Ok(Evaluated { cases: Cases::new(&mut self.logic, all)?, fault: chosen.fault })
    }

    /// The value of a variable before the step.
    pub(super) fn current(
        &mut self,
        environment: &Environment<L::Condition>,
        variable: VariableId,
    ) -> Result<Cases<L::Condition>, Refusal> {
        match environment.current.get(&variable) {
            Some(cases) => Ok(cases.clone()),
            None => self.present(variable),
        }
    }

    fn index_of(
        &mut self,
        environment: &Environment<L::Condition>,
        reference: &Expr,
    ) -> Result<Evaluated<L::Condition>, Refusal> {
        let Sort::Reference(process) = reference.sort() else {
            return Err(Refusal::Malformed("only references have an index".into()));
        };
        let first = self.system.process(process).first_index;
        let positions = self.positions(environment, reference, 0, u32::MAX)?;
        let mut all = Vec::new();
        for (condition, position) in positions.options {
            let index = first.checked_add(i128::from(position)).ok_or(Refusal::Overflow)?;
            all.push((condition, Scalar::Integer(Linear::constant(index))));
        }
        Ok(Evaluated { cases: Cases::new(&mut self.logic, all)?, fault: positions.fault })
    }

    fn instance_at(
        &mut self,
        environment: &Environment<L::Condition>,
        process: ProcessId,
        index: &Expr,
    ) -> Result<Evaluated<L::Condition>, Refusal> {
        let declared = self.system.process(process);
        let positions = self.positions(environment, index, declared.first_index, declared.count)?;
        let instance = |(condition, position)| (condition, Scalar::Plain(Value::Reference(Some(position))));
        let all = positions.options.into_iter().map(instance).collect();
        Ok(Evaluated { cases: Cases::new(&mut self.logic, all)?, fault: positions.fault })
    }
}

fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Eq => Comparison::Ne,
        Comparison::Ne => Comparison::Eq,
        Comparison::Lt => Comparison::Ge,
        Comparison::Le => Comparison::Gt,
        Comparison::Gt => Comparison::Le,
        Comparison::Ge => Comparison::Lt,
    }
}
