//! Random statements.

use super::Generator;
use super::action::StepWrites;
use super::node::{bool_node, statement_node};
use super::place::Target;
use super::scope::NamesInScope;
use crate::parts;
use crate::tree::{Level, Tree};

impl Generator {
    /// A statement; `depth` says how deeply blocks may still be nested in it.
    pub(super) fn statement(&mut self, scope: &NamesInScope, depth: usize, step: &mut StepWrites) -> Tree {
        let nesting = usize::from(depth > 0);
        let weights = [10, 3, 2 * nesting, 3 * nesting, 1, 1, 4, 2 * nesting];
        match self.random.weighted(&weights) {
            0 => self.assignment(scope, step),
            1 => self.any_statement(scope, step),
            2 => self.choose(scope, depth, step),
            3 => self.if_statement(scope, depth, step),
            5 => {
                let condition = if self.dares() {
                    self.boolean(scope, 1)
                } else {
                    let inner = self.boolean(scope, 1).operand(Level::Or);
                    bool_node(Level::Implies, parts![inner.clone(), " => ", inner])
                };
                statement_node(parts!["assert ", condition])
            }
            6 => self.relation(scope, step).unwrap_or_else(skip),
            7 => self.checked_write(scope, depth, step).unwrap_or_else(skip),
            _ => skip(),
        }
    }

    /// A place that the step may write.
    fn writable(&mut self, scope: &NamesInScope, step: &mut StepWrites) -> Option<Target> {
        for _ in 0..4 {
            if let Some(target) = self.place(scope, 1, |_| true)
                && step.allows(&target)
            {
                step.add(&target);
                return Some(target);
            }
        }
        None
    }

    fn assignment(&mut self, scope: &NamesInScope, step: &mut StepWrites) -> Tree {
        let Some(target) = self.writable(scope, step) else { return skip() };
        let assigned = self.assigned(scope, 2, &target);
        step.guards.extend(assigned.guard);
        statement_node(parts![target.tree, " := ", assigned.value])
    }

    fn any_statement(&mut self, scope: &NamesInScope, step: &mut StepWrites) -> Tree {
        match self.writable(scope, step) {
            Some(target) => statement_node(self.any(scope, &target)),
            None => skip(),
        }
    }

    /// `choose { … } or { … }`
    fn choose(&mut self, scope: &NamesInScope, depth: usize, step: &mut StepWrites) -> Tree {
        let before = step.nested();
        let mut branches = Vec::new();
        for _ in 0..1 + self.random.weighted(&[1, 5, 2]) {
            let mut own = before.clone();
            branches.push(self.block(scope, depth - 1, &mut own));
            step.absorb(own);
        }
        statement_node(parts!["choose ", Tree::list(branches, " or ", 1)])
    }

    /// `if e { … } else { … }`
    fn if_statement(&mut self, scope: &NamesInScope, depth: usize, step: &mut StepWrites) -> Tree {
        let condition = self.boolean(scope, 1);
        let before = step.nested();
        let mut then = before.clone();
        let mut otherwise = before;
        let first = self.block(scope, depth - 1, &mut then);
        let mut tree = parts!["if ", condition, " ", first];
        if self.random.percent(50) {
            let second = if depth > 1 && self.random.percent(30) {
                self.if_statement(scope, depth - 1, &mut otherwise)
            } else {
                self.block(scope, depth - 1, &mut otherwise)
            };
            tree = parts![tree, Tree::optional(parts![" else ", second])];
        }
        step.absorb(then);
        step.absorb(otherwise);
        statement_node(tree)
    }

    /// `if p != null { p->x := e }`
    fn checked_write(&mut self, scope: &NamesInScope, depth: usize, step: &mut StepWrites) -> Option<Tree> {
        let candidates: Vec<usize> = (0..self.world.processes.len())
            .filter(|p| {
                self.world.processes[*p].array.is_some() && !self.world.processes[*p].variables.is_empty()
            })
            .collect();
        if candidates.is_empty() || depth == 0 {
            return None;
        }
        let process = *self.random.pick(&candidates);
        let (reference, dynamic) = self.nullable(scope, process)?;
        let declared = self.world.processes[process].clone();
        let variable = self.random.pick(&declared.variables).clone();
        let mut tree = parts![reference.clone(), "->", &variable.name];
        if let Some((low, high)) = variable.array {
            tree = parts![tree, "[", self.index(scope, 0, low, high).0, "]"];
        }
        let identity = format!("{}.{}", declared.name, variable.name);
        let target = Target { tree, ty: variable.ty, variable: identity, dynamic };
        if !step.allows(&target) {
            return None;
        }
        step.add(&target);
        let assigned = self.assigned(scope, 1, &target);
        let mut condition = bool_node(Level::Comparison, parts![reference, " != null"]);
        if let Some(guard) = assigned.guard {
            condition = bool_node(Level::And, parts![condition, " && ", guard.operand(Level::Until)]);
        }
        let write = statement_node(parts![target.tree, " := ", assigned.value]);
        Some(statement_node(parts!["if ", condition, " { ", write, " }"]))
    }
}

/// The statement that does nothing.
pub(super) fn skip() -> Tree {
    statement_node("skip".into())
}
