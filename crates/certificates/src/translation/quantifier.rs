//! Quantifiers over all integers or natural numbers.
//!
//! A value of the bound variable for which the body faults does not satisfy the body; a part without bound variables
//! that faults is a fault of the whole if the interpreter comes to it, which depends on how far it simplifies. So
//! bodies with such parts are refused, unless these plainly never fault.

use super::Translator;
use super::cases::{Cases, Scalar};
use super::expression::{Environment, Truth};
use crate::{Kind, Linear, Logic, Refusal};
use system::{BoundId, Expr, ExprKind};

impl<L: Logic> Translator<'_, L> {
    /// The truth of a quantified expression.
    pub(super) fn quantified(
        &mut self,
        environment: &Environment<L::Condition>,
        universal: bool,
        bound: BoundId,
        body: &Expr,
    ) -> Result<Truth<L::Condition>, Refusal> {
        let declared = self.system.bound(bound);
        let least = declared.natural.then_some(0);
        let variable = self.logic.declare(&declared.name, Kind::Integer(least, None));
        let value = Cases::certain(&mut self.logic, Scalar::Integer(Linear::variable(variable)));
        let outer = self.bounds.insert(bound, value);
        self.quantified.push(bound);
        let known = self.quotients.len();
        self.refuse_closed_faults(environment, body)?;
        let satisfied = self.decide(environment, body)?.holds;
        let inner = if universal { self.logic.not(satisfied)? } else { satisfied };
        let exists = self.quantify(&[variable], inner)?;
        self.forget_quotients(known, variable);
        self.quantified.pop();
        match outer {
            Some(outer) => self.bounds.insert(bound, outer),
            None => self.bounds.remove(&bound),
        };
        let not = self.logic.not(exists)?;
        let (holds, fails) = if universal { (not, exists) } else { (exists, not) };
        Ok(Truth { holds, fails, fault: self.logic.constant(false) })
    }

    /// Removes the quotients since then that depend on a variable that is gone.
    fn forget_quotients(&mut self, known: usize, variable: crate::Variable) {
        let mut gone = vec![variable];
        for quotient in self.quotients.split_off(known.min(self.quotients.len())) {
            if quotient.sum.terms.keys().any(|mentioned| gone.contains(mentioned)) {
                gone.push(quotient.variable);
            } else {
                self.quotients.push(quotient);
            }
        }
    }

    fn refuse_closed_faults(
        &mut self,
        environment: &Environment<L::Condition>,
        expr: &Expr,
    ) -> Result<(), Refusal> {
        if self.mentions_quantified(expr) || matches!(expr.kind, ExprKind::Quantified { .. }) {
            return match &expr.kind {
                // What is inside is looked at when its own quantifier is.
                ExprKind::Quantified { .. } => Ok(()),
                _ => expr
                    .children()
                    .into_iter()
                    .try_for_each(|child| self.refuse_closed_faults(environment, child)),
            };
        }
        let fault = self.evaluate(environment, expr)?.fault;
        match self.logic.is_plainly_false(fault) {
            true => Ok(()),
            false => Err(Refusal::Undecided("a quantified condition has a part that can fault".into())),
        }
    }

    fn mentions_quantified(&self, expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::Bound(bound) if self.quantified.contains(&bound))
            || expr.children().into_iter().any(|child| self.mentions_quantified(child))
    }
}
