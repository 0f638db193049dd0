//! The translation of a model into conditions, written to agree with the reference interpreter in every detail.
//!
//! * [`Coding`]: which variables of the logic stand for those of the system;
//! * [`Cases`]: values by cases; `arithmetic` computes with them, `expression` evaluates the model's expressions;
//! * `run`, `select`, `prepare` and `solve`: what a block of statements does, phase by phase; `transition`: what a transition does;
//! * [`Definitions`]: the formulas of certificates.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

mod arithmetic;
mod cases;
mod coding;
mod definitions;
mod expression;
mod occurrences;
mod place;
mod prepare;
mod quantifier;
mod repeat;
mod run;
mod select;
mod solve;
mod terms;
mod transition;
mod ways;

pub use cases::{Cases, Scalar};
pub use coding::Coding;
pub use definitions::Definitions;
pub use terms::Changes;
pub use transition::{Fired, Way};

use crate::{Kind, Linear, Logic, Refusal, Variable};
use expression::Environment;
use std::collections::{BTreeMap, HashMap};
use system::{BoundId, Comparison, Expr, System, Type, VariableId};

/// Turns parts of a model, and formulas of certificates, into conditions of a logic.
#[derive(Debug)]
pub struct Translator<'s, L: Logic> {
    /// The logic.
    pub logic: L,
    /// The model.
    pub system: &'s System,
    /// Which variables stand for its variables.
    pub coding: Coding,
    /// The values of rigid variables and of those of quantifiers around the present place.
    bounds: BTreeMap<BoundId, Cases<L::Condition>>,
    /// Those of quantifiers around the present place alone.
    quantified: Vec<BoundId>,
    /// Quotients as variables, in the order of their declaration.
    quotients: Vec<Quotient<L::Condition>>,
    /// The present values of variables that have been asked for.
    values: HashMap<VariableId, Cases<L::Condition>>,
    /// Variables for chosen values, which different ways may share.
    choosable: Vec<(Kind, Variable)>,
}

/// A variable that a condition determines: the sum divided by the divisor, rounded down.
#[derive(Debug)]
struct Quotient<C> {
    variable: Variable,
    sum: Linear,
    divisor: i128,
    defining: C,
}

impl<'s, L: Logic> Translator<'s, L> {
    /// A translator of the system, with further variables: see [`Coding::new`].
    pub fn new(mut logic: L, system: &'s System, extras: &[(String, Option<u32>)]) -> Result<Self, Refusal> {
        let coding = Coding::new(&mut logic, system, extras)?;
        Ok(Translator {
            logic,
            system,
            coding,
            bounds: BTreeMap::new(),
            quantified: Vec::new(),
            quotients: Vec::new(),
            values: HashMap::new(),
            choosable: Vec::new(),
        })
    }

    /// The initial states.
    pub fn initial(&mut self) -> Result<L::Condition, Refusal> {
        let system = self.system;
        let is_empty = |ty: Type| matches!(ty, Type::Range { low, high } if high < low);
        if system.variables.iter().any(|variable| is_empty(variable.ty)) {
            return Ok(self.logic.constant(false));
        }
        let mut all = self.logic.constant(true);
        for condition in &system.initial {
            let holds = self.holds(condition)?;
            all = self.logic.and(all, holds)?;
        }
        Ok(all)
    }

    /// Where a condition of the model is true in the present state; where it faults it is false.
    pub fn holds(&mut self, condition: &Expr) -> Result<L::Condition, Refusal> {
        Ok(self.decide(&Environment::default(), condition)?.holds)
    }

    /// Where a condition of the model is true once some variables have new values.
    pub fn holds_after(
        &mut self,
        condition: &Expr,
        changed: &BTreeMap<VariableId, Cases<L::Condition>>,
    ) -> Result<L::Condition, Refusal> {
        let environment = Environment { current: changed.clone(), ..Environment::default() };
        Ok(self.decide(&environment, condition)?.holds)
    }

    /// The value of an expression in the present state, where it does not fault.
    pub fn value(&mut self, expression: &Expr) -> Result<Cases<L::Condition>, Refusal> {
        Ok(self.evaluate(&Environment::default(), expression)?.cases)
    }

    /// The present value of a variable.
    pub fn present(&mut self, variable: VariableId) -> Result<Cases<L::Condition>, Refusal> {
        if let Some(known) = self.values.get(&variable) {
            return Ok(known.clone());
        }
        let value = self.coding.variable(&mut self.logic, self.system, variable)?;
        self.values.insert(variable, value.clone());
        Ok(value)
    }

    /// The present value of a further variable.
    pub fn present_extra(&mut self, index: usize) -> Result<Cases<L::Condition>, Refusal> {
        self.coding.extra(&mut self.logic, index)
    }

    /// From now on a rigid variable of the model stands for a further variable.
    pub fn bind(&mut self, bound: BoundId, extra: usize) -> Result<(), Refusal> {
        let value = self.present_extra(extra)?;
        self.bounds.insert(bound, value);
        Ok(())
    }

    /// Where both have values, and these are so related.
    pub fn compare(
        &mut self,
        comparison: Comparison,
        left: &Cases<L::Condition>,
        right: &Cases<L::Condition>,
    ) -> Result<L::Condition, Refusal> {
        cases::compare(&mut self.logic, comparison, left, right)
    }

    /// What determines the variables that stand for quotients. It is to be required along with any condition.
    pub fn defining(&mut self) -> Result<L::Condition, Refusal> {
        let all: Vec<_> = self.quotients.iter().map(|quotient| quotient.defining).collect();
        self.logic.all(&all)
    }

    /// Some values of the chosen variables satisfy the condition.
    pub fn quantify(
        &mut self,
        chosen: &[Variable],
        condition: L::Condition,
    ) -> Result<L::Condition, Refusal> {
        let mut result = condition;
        let mut gone = chosen.to_vec();
        // A quotient mentions only variables that were declared before it.
        for quotient in &self.quotients {
            if quotient.sum.terms.keys().any(|variable| gone.contains(variable)) {
                result = self.logic.and(result, quotient.defining)?;
                gone.push(quotient.variable);
            }
        }
        for variable in gone.into_iter().rev() {
            result = self.logic.exists(variable, result)?;
        }
        Ok(result)
    }

    /// A variable for a chosen value that is none of these.
    fn choosable(&mut self, kind: Kind, used: &[Variable]) -> Variable {
        let free = |(other, variable): &&(Kind, Variable)| *other == kind && !used.contains(variable);
        if let Some((_, variable)) = self.choosable.iter().find(free) {
            return *variable;
        }
        let variable = self.logic.declare("a chosen value", kind);
        self.choosable.push((kind, variable));
        variable
    }
}
