//! Relations between old and new values, and the conditions of `any`.

use super::Generator;
use super::action::StepWrites;
use super::assigned::SMALL;
use super::node::{bool_node, statement_node};
use super::place::Target;
use super::scope::NamesInScope;
use super::world::{PlannedType, Sort};
use crate::parts;
use crate::tree::{Level, Tree};

impl Generator {
    /// A relation on one or two places.
    pub(super) fn relation(&mut self, scope: &NamesInScope, step: &mut StepWrites) -> Option<Tree> {
        let count = 1 + self.random.weighted(&[4, 1]);
        let mut relation: Vec<Tree> = Vec::new();
        for _ in 0..count {
            let target = self.place(scope, 1, |_| true)?;
            let part = if self.random.percent(55) {
                self.new_value_equals(scope, step, &target)
            } else {
                self.new_value_with(scope, &target)
            };
            relation.push(part);
        }
        if relation.len() == 1 {
            return relation.pop().map(statement_node);
        }
        let operands = relation.into_iter().map(|part| part.operand(Level::Until)).collect();
        Some(statement_node(Tree::list(operands, " && ", 1)))
    }

    /// `x' = e`
    fn new_value_equals(&mut self, scope: &NamesInScope, step: &mut StepWrites, target: &Target) -> Tree {
        let assigned = self.assigned(scope, 1, target);
        step.guards.extend(assigned.guard);
        let operator = *self.random.pick(&[" = ", " = ", " == "]);
        let body = parts![primed(target), operator, assigned.value.operand(Level::Additive)];
        bool_node(Level::Comparison, body)
    }

    /// A condition that may read the new value; of an unbounded place, within small bounds.
    fn new_value_with(&mut self, scope: &NamesInScope, target: &Target) -> Tree {
        let mut inner = scope.clone();
        inner.primed.push((primed(target), target.ty));
        let mut parts: Vec<Tree> = Vec::new();
        if target.ty.is_unbounded() {
            parts.push(self.small(target));
        }
        if parts.is_empty() || self.random.percent(60) {
            parts.push(self.about(&inner, target).operand(Level::Until));
        }
        let least = parts.len().min(1);
        bool_node(Level::And, Tree::list(parts, " && ", least))
    }

    /// A condition that mentions the new value.
    fn about(&mut self, inner: &NamesInScope, target: &Target) -> Tree {
        let own = primed(target);
        let sort = self.sort_of(target.ty);
        match self.random.below(4) {
            0 | 1 if sort == Sort::Bool => {
                let right = self.boolean(inner, 1);
                let body =
                    self.infix((bool_node(Level::Atom, own), Level::Iff), "<=>", (right, Level::Implies));
                bool_node(Level::Iff, body)
            }
            0 | 1 => {
                let orders: &[&str] =
                    if target.ty.is_int() { &["!=", "<", ">=", "<="] } else { &["=", "!="] };
                let operator = *self.random.pick(orders);
                let right = self.value(inner, 1, sort).operand(Level::Additive);
                bool_node(Level::Comparison, parts![own, format!(" {operator} "), right])
            }
            2 => self.boolean(inner, 2),
            _ => {
                let condition = self.boolean(inner, 0).operand(Level::Or);
                let own = match sort {
                    Sort::Bool => bool_node(Level::Atom, own),
                    _ => {
                        let right = self.value(inner, 0, sort).operand(Level::Additive);
                        bool_node(Level::Comparison, parts![own, " = ", right])
                    }
                };
                bool_node(Level::Implies, parts![condition, " => ", own])
            }
        }
    }

    /// The new value is between small bounds.
    fn small(&mut self, target: &Target) -> Tree {
        let (low, high) = SMALL;
        let body = match self.random.below(3) {
            0 => parts![primed(target), format!(" in {low}..{high}")],
            1 => parts![format!("{low} <= "), primed(target), format!(" <= {high}")],
            _ => parts![primed(target), format!(" in {{{low}, {high}}}")],
        };
        bool_node(Level::Comparison, body)
    }

    /// `x := any in S where e`
    pub(super) fn any(&mut self, scope: &NamesInScope, target: &Target) -> Tree {
        let set = if self.random.percent(50) { self.choice_set(scope, target) } else { None };
        let needs_bounds = target.ty.is_unbounded() && set.is_none();
        let condition = if needs_bounds || self.random.percent(40) {
            let mut inner = scope.clone();
            inner.primed.push((primed(target), target.ty));
            let condition =
                if needs_bounds { self.new_value_with(scope, target) } else { self.about(&inner, target) };
            Some(parts![" where ", condition])
        } else {
            None
        };
        let set = set.map(|set| if needs_bounds { set } else { Tree::optional(parts![" in ", set]) });
        let condition = condition.map(|part| if needs_bounds { part } else { Tree::optional(part) });
        let nothing = Tree::nothing;
        parts![target.tree.clone(), " := any", set.unwrap_or_else(nothing), condition.unwrap_or_else(nothing)]
    }

    /// A set of values for the place: within its type unless the model dares.
    fn choice_set(&mut self, scope: &NamesInScope, target: &Target) -> Option<Tree> {
        let (low, high) = match target.ty {
            PlannedType::Range(low, high) => (low, high),
            PlannedType::Nat | PlannedType::Int => SMALL,
            other => {
                let sort = self.sort_of(other);
                let members = vec![self.value(scope, 0, sort), self.value(scope, 0, sort)];
                return Some(parts!["{", Tree::list(members, ", ", 1), "}"]);
            }
        };
        if self.random.percent(50) {
            let (from, to) = if self.dares() { (low, high + 1) } else { (low, high) };
            return Some(parts![self.literal(from), "..", self.literal(to)]);
        }
        let mut members = Vec::new();
        for _ in 0..1 + self.random.below(2) {
            let value = self.random.between(low, high);
            members.push(self.literal(value));
        }
        if self.dares() {
            members.push(self.integer(scope, 1, Sort::Finite));
        }
        Some(parts!["{", Tree::list(members, ", ", 1), "}"])
    }
}

/// The new value of a place.
fn primed(target: &Target) -> Tree {
    parts![target.tree.clone(), "'"]
}
