//! Quantifiers: finite ones are expanded, those over all integers stay.

use diagnostics::Span;
use system::{Bound, BoundId, Comparison, Expr, ExprKind, Value};

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
        if domain.is_infinite() {
            return self.unbounded(*quantifier == Quantifier::Forall, slots, domain, body, typed);
        }
        let Some(values) = self.domain_values(domain) else { return Expr::bool(false, typed.span) };
        let mut choices = Choices::new(values, slots.len());
        if choices.are_too_many() {
            self.charge(limits::NODES + 1, typed.span);
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
        if let TypedDomain::References(process) | TypedDomain::Instances(process) = domain {
            let instances = (0..self.instances_of(*process)).map(|number| Value::Reference(Some(number)));
            let null = matches!(domain, TypedDomain::References(_)).then_some(Value::Reference(None));
            return Some(Values::List(null.into_iter().chain(instances).collect()));
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
        domain: &TypedDomain,
        body: &Typed,
        typed: &Typed,
    ) -> Expr {
        let bounds = self.open_rigid(slots, domain);
        let mut expr = self.expression(body);
        if let Some(inside) = self.between(&bounds, domain, typed.span) {
            let kind = match universal {
                true => ExprKind::Implies(Box::new(inside), Box::new(expr)),
                false => ExprKind::And(vec![inside, expr]),
            };
            expr = self.node(kind, typed.span);
        }
        // A body that does not mention the name is what it is for every value.
        for bound in bounds.into_iter().rev() {
            expr = self.node(ExprKind::Quantified { universal, bound, body: Box::new(expr) }, typed.span);
        }
        expr
    }

    /// Gives each name a bound variable of its own.
    pub(super) fn open_rigid(&mut self, slots: &[(Slot, String)], domain: &TypedDomain) -> Vec<BoundId> {
        let natural = matches!(domain, TypedDomain::Integers { natural: true });
        let mut opened = Vec::new();
        for (slot, name) in slots {
            let bound = BoundId::from_index(self.bounds.len());
            self.bounds.push(Bound { name: name.clone(), natural });
            self.rigid.insert(*slot, bound);
            opened.push(bound);
        }
        opened
    }

    /// That all names lie within bounds which depend on other names of the kind.
    pub(super) fn between(&mut self, bounds: &[BoundId], domain: &TypedDomain, span: Span) -> Option<Expr> {
        let TypedDomain::Between(low, high) = domain else { return None };
        let mut parts = Vec::new();
        for bound in bounds {
            let (low, high) = (self.expression(low), self.expression(high));
            let name = self.node(ExprKind::Bound(*bound), span);
            parts.push(self.compare(Comparison::Le, low, name.clone(), span));
            parts.push(self.compare(Comparison::Le, name, high, span));
        }
        Some(self.joined(parts, false, span))
    }
}
