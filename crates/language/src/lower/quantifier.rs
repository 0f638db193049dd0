//! Quantifiers: finite ones are expanded, those over all integers stay.

use system::{Bound, BoundId, Expr, ExprKind, Value};

use super::Lowerer;
use super::fold::truth;
use crate::ast::Quantifier;
use crate::choices::{Choices, Values};
use crate::constants::fault_finding;
use crate::evaluate::values;
use crate::limits;
use crate::typed::{Slot, Typed, TypedDomain, TypedKind};

impl Lowerer<'_, '_> {
    /// `forall`, `exists`, `sum` or `count`.
    pub(super) fn quantifier(&mut self, typed: &Typed) -> Expr {
        let TypedKind::Quantifier { quantifier, slots, domain, body } = &typed.kind else {
            return Expr::bool(false, typed.span);
        };
        if let TypedDomain::Integers { natural } = &**domain {
            return self.unbounded(*quantifier == Quantifier::Forall, slots, *natural, body, typed);
        }
        let Some(values) = self.domain_values(domain) else { return Expr::bool(false, typed.span) };
        let mut choices = Choices::new(values, slots.len());
        if choices.are_too_many() {
            self.charge(limits::NODES, typed.span);
        }
        let mut parts = Vec::new();
        while !self.is_full && choices.next_into(slots, &mut self.slots) {
            let part = self.expression(body);
            let decides = match quantifier {
                Quantifier::Forall => truth(&part) == Some(false),
                Quantifier::Exists => truth(&part) == Some(true),
                Quantifier::Sum | Quantifier::Count => false,
            };
            let is_neutral = match quantifier {
                Quantifier::Forall => truth(&part) == Some(true),
                Quantifier::Exists | Quantifier::Count => truth(&part) == Some(false),
                Quantifier::Sum => false,
            };
            if !is_neutral {
                parts.push(part);
            }
            if decides && !body.traits.primed {
                break;
            }
        }
        match quantifier {
            Quantifier::Forall => self.joined(parts, false, typed.span),
            Quantifier::Exists => self.joined(parts, true, typed.span),
            Quantifier::Sum => self.sum(parts, typed.span),
            Quantifier::Count => self.count(parts, typed.span),
        }
    }

    /// The values of a finite domain; a bound that cannot be computed is reported.
    pub(super) fn domain_values(&mut self, domain: &TypedDomain) -> Option<Values> {
        if let TypedDomain::References(process) = domain {
            let body = self.symbols.process_bodies[process.index()];
            let count = self.layout.bodies[body.0].count;
            let instances = (0..count).map(|number| Value::Reference(Some(number)));
            return Some(Values::List(std::iter::once(Value::Reference(None)).chain(instances).collect()));
        }
        match values(domain, &mut self.slots) {
            Ok(values) => values,
            Err(fault) => {
                self.report(fault_finding(fault));
                None
            }
        }
    }

    fn unbounded(
        &mut self,
        universal: bool,
        slots: &[(Slot, String)],
        natural: bool,
        body: &Typed,
        typed: &Typed,
    ) -> Expr {
        let bounds = self.open_rigid(slots, natural);
        let mut expr = self.expression(body);
        // A body that does not mention the name is what it is for every value.
        for bound in bounds.into_iter().rev() {
            expr = self.node(ExprKind::Quantified { universal, bound, body: Box::new(expr) }, typed.span);
        }
        expr
    }

    /// Gives each name a bound variable of its own.
    pub(super) fn open_rigid(&mut self, slots: &[(Slot, String)], natural: bool) -> Vec<BoundId> {
        let mut opened = Vec::new();
        for (slot, name) in slots {
            let bound = BoundId::from_index(self.bounds.len());
            self.bounds.push(Bound { name: name.clone(), natural });
            self.rigid.insert(*slot, bound);
            opened.push(bound);
        }
        opened
    }
}
