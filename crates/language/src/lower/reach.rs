//! `reach(p, next, q)`: a node with the links of each instance, which are read before the step.
//!
//! What is inside a place is read before the step too, so that a new value at either end, `reach(p', next, q)`, is compared
//! with each value that it can have, and the way followed from there. So there are never primes inside of the node.

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
        let (start, goal) = (self.expression(&reach.start), self.expression(&reach.goal));
        if count > limits::REACHED {
            self.charge(limits::NODES + 1, span);
            return Expr::bool(false, span);
        }
        let starts = self.ends(start, reach.start.traits.primed, reach, count);
        let goals = self.ends(goal, reach.goal.traits.primed, reach, count);
        let mut cases = Vec::new();
        for (is_start, start) in &starts {
            for (is_goal, goal) in &goals {
                let met = self.way(start.clone(), goal.clone(), reach, count, span);
                let conditions = is_start.iter().chain(is_goal).cloned().chain([met]);
                let kept: Vec<Expr> = conditions.filter(|part| truth(part) != Some(true)).collect();
                cases.push(self.joined(kept, false, span));
            }
        }
        self.joined(cases, true, span)
    }

    /// An end of the way as it is; a new value by cases, each with its condition.
    fn ends(&mut self, end: Expr, is_new: bool, reach: &Reach, count: u32) -> Vec<(Option<Expr>, Expr)> {
        if !is_new {
            return vec![(None, end)];
        }
        let span = end.span;
        let sort = Sort::Reference(reach.process);
        let mut cases = Vec::new();
        for instance in std::iter::once(None).chain((0..count).map(Some)) {
            let value = Expr::new(ExprKind::Const(Value::Reference(instance), sort), span);
            let condition = self.compare(Comparison::Eq, end.clone(), value.clone(), span);
            cases.push((Some(condition), value));
        }
        cases
    }

    /// The way between two ends without primes. From `null` it leads nowhere, and what is at its start is met.
    fn way(&mut self, start: Expr, goal: Expr, reach: &Reach, count: u32, span: Span) -> Expr {
        let is_null = start.constant() == Some(Value::Reference(None));
        if count == 0 || is_null {
            return self.compare(Comparison::Eq, start, goal, span);
        }
        if start.constant().is_some() && start.constant() == goal.constant() {
            return Expr::bool(true, span);
        }
        let width = reach.links.len();
        if !self.charge((count as usize).saturating_mul(width), span) {
            return Expr::bool(false, span);
        }
        let links = |number| reach.links.iter().map(|link| self.follow(number, *link, reach, span)).collect();
        let typed: Vec<Vec<Typed>> = (0..count).map(links).collect();
        let lower = |own: Vec<Typed>| own.iter().map(|link| self.expression(link)).collect();
        let links = typed.into_iter().map(lower).collect();
        let way = system::Reach { process: reach.process, start, goal, links };
        self.node(ExprKind::Reach(Box::new(way)), span)
    }

    /// `P[number].link`
    fn follow(&self, number: u32, link: VariableIndex, reach: &Reach, span: Span) -> Typed {
        let sort = Some(crate::structures::Sort::Reference(reach.process));
        let here = Typed::new(TypedKind::Constant(Value::Reference(Some(number))), sort, span);
        let instance = Some(Instance::Reference(reach.process, Rc::new(here)));
        let place = TypedPlace { variable: link, instance, path: Vec::new(), span };
        Typed::new(TypedKind::Read { place, next: false }, sort, span)
    }
}
