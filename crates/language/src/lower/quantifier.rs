//! Quantifiers: finite ones are expanded, those over all integers stay.

use diagnostics::Span;
use system::{Bound, BoundId, Comparison, Datum, Expr, ExprKind, ProcessId, Shape, Type, Value};

use super::Lowerer;
use super::fold::truth;
use crate::ast::Quantifier;
use crate::choices::{Choices, Values};
use crate::constants::fault_finding;
use crate::evaluate::values;
use crate::layout::values_of_shape;
use crate::limits;
use crate::typed::{Slot, Typed, TypedDomain, TypedKind};

/// Values for names, and the condition under which they are elements of a set.
pub(super) struct Held {
    /// The values, in the order of the names.
    pub values: Vec<Datum>,
    /// Whether all are in the set.
    pub condition: Expr,
}

impl Lowerer<'_, '_> {
    /// `forall`, `exists`, `sum` or `count`.
    pub(super) fn quantifier(&mut self, typed: &Typed) -> Expr {
        let TypedKind::Quantifier { quantifier, slots, domain, body } = &typed.kind else {
            return Expr::bool(false, typed.span);
        };
        if domain.is_infinite() {
            return self.unbounded(*quantifier == Quantifier::Forall, slots, domain, body, typed);
        }
        if let TypedDomain::Elements(set) = &**domain {
            return self.over_elements(*quantifier, slots, set, body, typed);
        }
        let Some(values) = self.domain_values(domain, typed.span) else {
            return Expr::bool(false, typed.span);
        };
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
    pub(super) fn domain_values(&mut self, domain: &TypedDomain, span: Span) -> Option<Values> {
        match domain {
            TypedDomain::Elements(set) => {
                let set = self.set(set);
                let listed = self.listed(set, span);
                return Some(Values::List(listed.into_iter().map(|(value, _)| value).collect()));
            }
            TypedDomain::Records(_)
            | TypedDomain::Arrays(..)
            | TypedDomain::Sets(_)
            | TypedDomain::Queues(..) => {
                return self.structured_values(domain, span).map(Values::List);
            }
            _ => {}
        }
        if let TypedDomain::References(process) | TypedDomain::Instances(process) = domain {
            let instances = (0..self.instances_of(*process)).map(|number| Value::Reference(Some(number)));
            let null = matches!(domain, TypedDomain::References(_)).then_some(Value::Reference(None));
            let all = null.into_iter().chain(instances).map(Datum::Scalar);
            return Some(Values::List(all.collect()));
        }
        match values(domain, &mut self.slots) {
            Ok(values) => values,
            Err(fault) => {
                self.report(fault_finding(fault));
                None
            }
        }
    }

    /// All values of a type with parts.
    fn structured_values(&mut self, domain: &TypedDomain, span: Span) -> Option<Vec<Datum>> {
        let found = self.domain_shape(domain).and_then(|shape| {
            let counts = (0..self.symbols.process_bodies.len()).map(ProcessId::from_index);
            let counts = counts.map(|process| (process, self.instances_of(process))).collect();
            values_of_shape(&shape, &counts, &|id| self.symbols.enumerations.members[id.index()].len())
        });
        if found.is_none() {
            self.charge(limits::NODES + 1, span);
        }
        found
    }

    /// How the values of a domain are made.
    fn domain_shape(&mut self, domain: &TypedDomain) -> Option<Shape> {
        Some(match domain {
            TypedDomain::Range(low, high) => {
                Shape::Scalar(Type::Range { low: self.bound(low)?, high: self.bound(high)? })
            }
            TypedDomain::Booleans => Shape::Scalar(Type::Bool),
            TypedDomain::Members(id, _) => Shape::Scalar(Type::Enumeration(*id)),
            TypedDomain::References(process) | TypedDomain::Instances(process) => {
                Shape::Scalar(Type::Reference(*process))
            }
            TypedDomain::Records(parts) => {
                let parts: Option<Vec<Shape>> = parts.iter().map(|part| self.domain_shape(part)).collect();
                Shape::Record(parts?.into_iter().map(|part| (String::new(), part)).collect())
            }
            TypedDomain::Arrays(bounds, part) => {
                let (low, high) = (self.bound(&bounds.0)?, self.bound(&bounds.1)?);
                let count = if high < low {
                    0
                } else {
                    u32::try_from(high.checked_sub(low)?).ok()?.checked_add(1)?
                };
                Shape::Array { low, count, element: Box::new(self.domain_shape(part)?) }
            }
            TypedDomain::Sets(part) => {
                Shape::Set { elements: Vec::new(), element: Box::new(self.domain_shape(part)?) }
            }
            TypedDomain::Queues(capacity, part) => {
                let capacity = u32::try_from(self.bound(capacity)?).ok()?;
                Shape::Queue { capacity, entry: Box::new(self.domain_shape(part)?) }
            }
            TypedDomain::Elements(_) | TypedDomain::Integers { .. } | TypedDomain::Between(..) => {
                return None;
            }
        })
    }

    /// A quantifier over the elements of a set: each value that can be in it counts only where it is.
    fn over_elements(
        &mut self,
        quantifier: Quantifier,
        slots: &[(Slot, String)],
        set: &Typed,
        body: &Typed,
        typed: &Typed,
    ) -> Expr {
        let span = typed.span;
        let mut parts = Vec::new();
        for held in self.elements(slots, set, span) {
            for (slot, value) in slots.iter().zip(&held.values) {
                self.slots.set_datum(slot.0, value);
            }
            let part = self.expression(body);
            parts.push(match quantifier {
                Quantifier::Forall => self.under(Some(&held.condition), part, span),
                Quantifier::Exists | Quantifier::Count => self.all(vec![held.condition, part], span),
                Quantifier::Sum => self.either(&held.condition, part, Expr::int(0, span), span),
            });
            if self.is_full {
                break;
            }
        }
        match quantifier {
            // A prime counts wherever it stands, so nothing is left out.
            Quantifier::Forall if body.traits.primed => self.joined(parts, false, span),
            Quantifier::Exists if body.traits.primed => self.joined(parts, true, span),
            Quantifier::Forall => self.all(parts, span),
            Quantifier::Exists => self.some(parts, span),
            Quantifier::Sum => self.sum(parts, span),
            Quantifier::Count => self.count(parts, span),
        }
    }

    /// All ways to choose an element of a set for each of several names.
    pub(super) fn elements(&mut self, slots: &[(Slot, String)], set: &Typed, span: Span) -> Vec<Held> {
        let set = self.set(set);
        let listed = self.listed(set, span);
        let mut all = vec![Held { values: Vec::new(), condition: Expr::bool(true, span) }];
        for _ in slots {
            let mut longer = Vec::new();
            for held in &all {
                for (value, condition) in &listed {
                    if !self.charge(1, span) {
                        return Vec::new();
                    }
                    let both = self.all(vec![held.condition.clone(), condition.clone()], span);
                    let values = held.values.iter().chain([value]).cloned().collect();
                    longer.push(Held { values, condition: both });
                }
            }
            all = longer;
        }
        all
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
