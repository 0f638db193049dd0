//! Random actions: steps, blocks, and what one step has written already.

use super::Generator;
use super::node::bool_node;
use super::place::Target;
use super::scope::NamesInScope;
use crate::parts;
use crate::tree::{Level, Tree};

/// What is known of a step while its statements are written.
#[derive(Debug, Clone, Default)]
pub(super) struct StepWrites {
    /// What its statements and those around it write: the variable, whether the state decides which of its
    /// elements, and the text of the place.
    written: Vec<(String, bool, String)>,
    /// Conditions on the state before the transition that keep values in bounds.
    pub guards: Vec<Tree>,
}

impl StepWrites {
    /// Whether the step may write this place too: not if the two are the same for sure.
    pub fn allows(&self, target: &Target) -> bool {
        let text = target.tree.print();
        self.written
            .iter()
            .filter(|(variable, ..)| *variable == target.variable)
            .all(|(_, dynamic, other)| (*dynamic || target.dynamic) && *other != text)
    }

    /// The step writes this place.
    pub fn add(&mut self, target: &Target) {
        self.written.push((target.variable.clone(), target.dynamic, target.tree.print()));
    }

    /// A step of a block nested in this one, which may not write what this one writes.
    pub fn nested(&self) -> StepWrites {
        StepWrites { written: self.written.clone(), guards: Vec::new() }
    }

    /// What a nested block writes and needs, the step writes and needs.
    pub fn absorb(&mut self, nested: StepWrites) {
        self.written.extend(nested.written);
        self.guards.extend(nested.guards);
    }
}

impl Generator {
    /// What stands behind `do`, with the conditions that keep values in bounds.
    pub(super) fn action(&mut self, scope: &NamesInScope) -> (Tree, Vec<Tree>) {
        let mut guards = Vec::new();
        let count = 1 + self.random.weighted(&[6, 2, 1]);
        let mut steps = Vec::new();
        for _ in 0..count {
            let mut step = StepWrites::default();
            steps.push(self.step(scope, 2, &mut step));
            guards.append(&mut step.guards);
        }
        let braced = steps.len() > 1 || self.random.percent(15);
        let steps = Tree::list(steps, "; ", 1);
        (if braced { parts!["{ ", steps, " }"] } else { steps }, guards)
    }

    /// Statements that happen at once.
    fn step(&mut self, scope: &NamesInScope, depth: usize, step: &mut StepWrites) -> Tree {
        let count = 1 + self.random.weighted(&[6, 3, 1]);
        let mut statements = Vec::new();
        for _ in 0..count {
            statements.push(self.statement(scope, depth, step));
        }
        Tree::list(statements, ", ", 1)
    }

    /// `{ when e do step; step }`
    pub(super) fn block(&mut self, scope: &NamesInScope, depth: usize, outer: &mut StepWrites) -> Tree {
        let before = outer.nested();
        let guard = if self.random.percent(35) {
            let condition = self.boolean(scope, 1);
            Tree::optional(parts!["when ", condition, " do "])
        } else {
            Tree::nothing()
        };
        let mut steps = Vec::new();
        for _ in 0..1 + self.random.weighted(&[5, 1]) {
            let mut own = before.clone();
            steps.push(self.step(scope, depth, &mut own));
            outer.absorb(own);
        }
        parts!["{ ", guard, Tree::list(steps, "; ", 1), " }"]
    }

    /// The conjunction of a guard and the conditions that an action needs.
    pub(super) fn guard(&mut self, own: Option<Tree>, needed: Vec<Tree>) -> Option<Tree> {
        let mut all: Vec<Tree> = own.into_iter().collect();
        all.extend(needed);
        match all.len() {
            0 => None,
            1 => all.pop(),
            _ => {
                let operands = all.into_iter().map(|part| part.operand(Level::Until)).collect();
                Some(bool_node(Level::And, Tree::list(operands, " && ", 1)))
            }
        }
    }
}
