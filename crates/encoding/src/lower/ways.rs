//! `reach(p, next, q)`: ways through references.
//!
//! What is met within so many steps is said of a bound variable that stands for where one is: the goal is here, or there is a
//! place to which a link leads from here, and from which it is met within fewer steps. So each step adds no more than one
//! atom for each link, and a domain that remembers what it has read computes, step by step, one set for each place.
//!
//! A way that meets something new at each step passes each of the k instances at most once, so k steps are enough.

use super::conjunction::{both, either, except, some};
use super::environment::Scope;
use super::number::{Number, Truth};
use super::{Lowerer, Lowering};
use diagnostics::Span;
use state_sets::{Cell, Formula, Kind, Linear, Local};
use system::{Comparison, Reach};

impl Lowerer<'_> {
    /// The truth of a way.
    pub(super) fn reach(&mut self, reach: &Reach, scope: Scope<'_>, span: Span) -> Lowering<Truth> {
        let (start, goal) = (self.number(&reach.start, scope)?, self.number(&reach.goal, scope)?);
        let mut links: Vec<Vec<Number>> = Vec::new();
        for own in &reach.links {
            links.push(own.iter().map(|link| self.number(link, scope)).collect::<Lowering<_>>()?);
        }
        let place = Kind::Finite { count: (links.len() as u64).saturating_add(1) };
        let mut here = self.cells.local(place);
        let mut met = self.is_at(here, &goal, span)?;
        for _ in 0..links.len() {
            let before = self.cells.local(place);
            let beyond = both(&self.leads(before, &links, here, span)?, &met);
            let beyond = Formula::exists(vec![(here, place)], beyond);
            met = either(&self.is_at(before, &goal, span)?, &beyond);
            here = before;
        }
        let met = both(&self.is_at(here, &start, span)?, &met);
        let fault = either(&start.fault, &goal.fault);
        let met = Formula::exists(vec![(here, place)], met);
        Ok(Truth { truth: except(&met, &fault), fault })
    }

    /// The bound variable stands for what the reference denotes.
    fn is_at(&self, place: Local, reference: &Number, span: Span) -> Lowering<Formula> {
        let place = Number::of(Linear::cell(Cell::Local(place)));
        Ok(self.compared(Comparison::Eq, place, reference.clone(), span)?.truth)
    }

    /// A link leads from one place to another; none does from `null`.
    fn leads(&self, from: Local, links: &[Vec<Number>], to: Local, span: Span) -> Lowering<Formula> {
        let mut ways = Vec::new();
        for (code, own) in (1u64..).zip(links) {
            for link in own {
                let is_here = Formula::is(Cell::Local(from), code);
                ways.push(both(&is_here, &self.is_at(to, link, span)?));
            }
        }
        Ok(some(&ways))
    }
}
