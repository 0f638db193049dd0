//! `reach(p, next, q)` unfolded.
//!
//! A way that meets something new at each step visits each of the k instances at most once, so whatever is met at
//! all is met after at most k steps, the last of which may lead to `null`. The unfolding is
//! `p = q || p != null && (p->next = q || p->next != null && (…))`: no reference is followed before it was compared
//! with `null`, so that only p and q themselves can fault, and they are evaluated first.

use std::rc::Rc;

use diagnostics::Span;
use system::{Comparison, Expr, ExprKind, Sort, Value};

use super::Lowerer;
use super::fold::truth;
use crate::limits;
use crate::typed::{Instance, Reach, Typed, TypedKind, TypedPlace, VariableIndex};

impl Lowerer<'_, '_> {
    /// Whether the goal is met on the way from the start.
    pub(super) fn reach(&mut self, reach: &Reach, span: Span) -> Expr {
        let count = self.instances_of(reach.process);
        if count > limits::REACHED {
            self.charge(limits::NODES + 1, span);
            return Expr::bool(false, span);
        }
        if !reach.start.traits.primed {
            return self.met_from(&Rc::new(reach.start.clone()), reach, count, span);
        }
        // What is inside a place is read before the step: a new value is compared, not followed.
        let values = std::iter::once(None).chain((0..count).map(Some));
        let mut parts = Vec::new();
        for value in values {
            let value = self.reference(reach, value, span);
            let start = self.expression(&reach.start);
            let constant = self.expression(&value);
            let is_here = self.compare(Comparison::Eq, start, constant, span);
            let met = self.met_from(&value, reach, count, span);
            let kept = if truth(&met) == Some(true) { vec![is_here] } else { vec![is_here, met] };
            parts.push(self.joined(kept, false, span));
        }
        self.joined(parts, true, span)
    }

    /// Whether the goal is met from here on within so many steps.
    fn met_from(&mut self, here: &Rc<Typed>, reach: &Reach, steps: u32, span: Span) -> Expr {
        if self.is_full {
            return Expr::bool(false, span);
        }
        let (place, goal) = (self.expression(here), self.expression(&reach.goal));
        let null = Expr::new(ExprKind::Const(Value::Reference(None), Sort::Reference(reach.process)), span);
        let has_next = self.compare(Comparison::Ne, place.clone(), null, span);
        let met = self.compare(Comparison::Eq, place, goal, span);
        if steps == 0 || truth(&met) == Some(true) || truth(&has_next) == Some(false) {
            return met;
        }
        let mut further = Vec::new();
        for link in &reach.links {
            let next = self.follow(here, *link, reach, span);
            let part = self.met_from(&next, reach, steps - 1, span);
            if truth(&part) != Some(false) {
                further.push(part);
            }
        }
        let further = self.joined(further, true, span);
        let beyond = [has_next, further].into_iter().filter(|part| truth(part) != Some(true)).collect();
        let beyond = self.joined(beyond, false, span);
        let parts = [met, beyond].into_iter().filter(|part| truth(part) != Some(false)).collect();
        self.joined(parts, true, span)
    }

    /// `here->link`
    fn follow(&self, here: &Rc<Typed>, link: VariableIndex, reach: &Reach, span: Span) -> Rc<Typed> {
        let instance = Some(Instance::Reference(reach.process, Rc::clone(here)));
        let place = TypedPlace { variable: link, instance, element: None, span };
        let kind = TypedKind::Read { place, next: false };
        Rc::new(Typed::new(kind, Some(Sort::Reference(reach.process)), span))
    }

    fn reference(&self, reach: &Reach, number: Option<u32>, span: Span) -> Rc<Typed> {
        let kind = TypedKind::Constant(Value::Reference(number));
        Rc::new(Typed::new(kind, Some(Sort::Reference(reach.process)), span))
    }
}
