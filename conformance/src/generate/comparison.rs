//! Random comparisons and memberships.

use super::Generator;
use super::node::bool_node;
use super::scope::{NamesInScope, Visible};
use super::world::{PlannedType, Sort, Variable};
use crate::parts;
use crate::tree::{Level, Tree};

const ORDERS: [&str; 7] = ["=", "==", "!=", "<", "<=", ">", ">="];

impl Generator {
    /// A comparison of two or three integers.
    pub(super) fn int_comparison(&mut self, scope: &NamesInScope, depth: usize, sort: Sort) -> Tree {
        let mut body = self.integer(scope, depth, sort).operand(Level::Additive);
        let links = if self.random.percent(12) { 2 } else { 1 };
        for _ in 0..links {
            let operator = *self.random.pick(&ORDERS);
            let right = self.integer(scope, depth, sort).operand(Level::Additive);
            body = parts![body, format!(" {operator} "), right];
        }
        bool_node(Level::Comparison, body)
    }

    /// `e in lo..hi` or `e in {a, b}` of integers.
    pub(super) fn int_membership(&mut self, scope: &NamesInScope, depth: usize, sort: Sort) -> Tree {
        let left = self.integer(scope, depth, sort).operand(Level::Additive);
        let set = if self.random.percent(50) {
            let low = self.integer(scope, 0, sort).operand(Level::Additive);
            let high = self.integer(scope, 0, sort).operand(Level::Additive);
            parts![low, "..", high]
        } else {
            let count = 1 + self.random.below(3);
            let mut members = Vec::new();
            for _ in 0..count {
                members.push(self.integer(scope, depth.saturating_sub(1), sort));
            }
            parts!["{", Tree::list(members, ", ", 1), "}"]
        };
        bool_node(Level::Comparison, parts![left, " in ", set])
    }

    /// An equation, a chain or a membership of values that have no order.
    pub(super) fn equation(&mut self, scope: &NamesInScope, depth: usize, sort: Sort) -> Tree {
        let Some(left) = self.leaf(scope, depth, sort) else {
            return self.int_comparison(scope, depth, Sort::Finite);
        };
        if self.random.percent(20) {
            let count = 1 + self.random.below(2);
            let mut members = Vec::new();
            for _ in 0..count {
                members.push(self.value(scope, 0, sort));
            }
            let body = parts![left.operand(Level::Additive), " in {", Tree::list(members, ", ", 1), "}"];
            return bool_node(Level::Comparison, body);
        }
        let operator = *self.random.pick(&["=", "=", "!="]);
        let right = self.value(scope, depth.min(1), sort);
        if sort == Sort::Bool && right.level() == Level::Prefix && self.random.percent(50) {
            // `x = !y` needs no parentheses; what follows must bind less tightly than `!`.
            return bool_node(Level::Prefix, parts![left, format!(" {operator} "), right]);
        }
        let body =
            parts![left.operand(Level::Additive), format!(" {operator} "), right.operand(Level::Additive)];
        bool_node(Level::Comparison, body)
    }

    /// `P at L` and its like.
    pub(super) fn at(&mut self, scope: &NamesInScope, depth: usize) -> Option<Tree> {
        if scope.variables != Visible::All {
            return None;
        }
        let all: Vec<usize> = (0..self.world.processes.len())
            .filter(|p| !self.world.processes[*p].locations.is_empty())
            .collect();
        if all.is_empty() {
            return None;
        }
        let process = *self.random.pick(&all);
        let declared = self.world.processes[process].clone();
        let base: Tree = if declared.array.is_none() {
            (&declared.name).into()
        } else if scope.process == Some(process) && self.random.percent(25) {
            "self".into()
        } else if self.dares() {
            self.nullable(scope, process)?.0
        } else {
            self.instance(scope, depth, process)?.0
        };
        let locations = self.locations(&declared.locations);
        Some(bool_node(Level::Atom, parts![base, " at ", locations]))
    }

    /// `p != null && …` with something that reads through `p`.
    pub(super) fn null_check(&mut self, scope: &NamesInScope, depth: usize) -> Option<Tree> {
        let arrays: Vec<usize> =
            (0..self.world.processes.len()).filter(|p| self.world.processes[*p].array.is_some()).collect();
        if arrays.is_empty() {
            return None;
        }
        let process = *self.random.pick(&arrays);
        let (reference, _) = self.nullable(scope, process)?;
        let tested = self.through(scope, depth, process, &reference)?;
        let (first, operator) =
            *self.random.pick(&[(" != null", " && "), (" != null", " => "), (" = null", " || ")]);
        let check = bool_node(Level::Comparison, parts![reference, first]);
        let level = match operator {
            " && " => Level::And,
            " || " => Level::Or,
            _ => Level::Implies,
        };
        Some(bool_node(level, parts![check, operator, tested.operand(Level::Until)]))
    }

    /// `reach(p, next, q)`, if there is something to follow.
    pub(super) fn reach(&mut self, scope: &NamesInScope, depth: usize) -> Option<Tree> {
        if scope.variables != Visible::All {
            return None;
        }
        let links = |number: usize| -> Vec<String> {
            let variables = self.world.processes[number].variables.iter();
            let is_link = |v: &&Variable| v.ty == PlannedType::Reference(number) && v.array.is_none();
            variables.filter(is_link).map(|variable| variable.name.clone()).collect()
        };
        let all: Vec<(usize, Vec<String>)> = (0..self.world.processes.len())
            .map(|number| (number, links(number)))
            .filter(|(_, links)| !links.is_empty())
            .collect();
        if all.is_empty() {
            return None;
        }
        let (process, links) = self.random.pick(&all).clone();
        let links = match links.len() {
            1 if self.random.percent(80) => links[0].clone(),
            count if self.random.percent(40) => links[self.random.below(count)].clone(),
            _ => format!("{{{}}}", links.join(", ")),
        };
        let (sort, depth) = (Sort::Reference(process), depth.saturating_sub(1));
        let (start, goal) = (self.value(scope, depth, sort), self.value(scope, depth, sort));
        Some(bool_node(Level::Atom, parts!["reach(", start, ", ", links, ", ", goal, ")"]))
    }

    /// A condition that reads through a reference.
    fn through(
        &mut self,
        scope: &NamesInScope,
        depth: usize,
        process: usize,
        reference: &Tree,
    ) -> Option<Tree> {
        let declared = self.world.processes[process].clone();
        if declared.variables.is_empty() || self.random.percent(30) {
            if declared.locations.is_empty() {
                return None;
            }
            let locations = self.locations(&declared.locations);
            return Some(bool_node(Level::Atom, parts![reference.clone(), " at ", locations]));
        }
        let variable = self.random.pick(&declared.variables).clone();
        let mut place = parts![reference.clone(), "->", &variable.name];
        if let Some((low, high)) = variable.array {
            let (index, _) = self.index(scope, depth, low, high);
            place = parts![place, "[", index, "]"];
        }
        let sort = self.sort_of(variable.ty);
        if sort == Sort::Bool {
            return Some(bool_node(Level::Atom, place));
        }
        let operator = *self.random.pick(&["=", "!="]);
        let right = self.value(scope, 0, sort).operand(Level::Additive);
        Some(bool_node(Level::Comparison, parts![place, format!(" {operator} "), right]))
    }
}
