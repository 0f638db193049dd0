//! Random Boolean expressions.

use super::Generator;
use super::node::bool_node;
use super::scope::NamesInScope;
use super::world::Sort;
use crate::parts;
use crate::tree::{Level, Tree};

impl Generator {
    /// A Boolean expression.
    pub(super) fn boolean(&mut self, scope: &NamesInScope, depth: usize) -> Tree {
        if depth == 0 {
            return self.atom(scope, 0);
        }
        match self.random.weighted(&[10, 3, 4, 3, 2, 1, 2, 3, 2, 1, 1]) {
            0 => self.atom(scope, depth),
            1 => {
                let inner = self.boolean(scope, depth - 1).operand(Level::Prefix);
                bool_node(Level::Prefix, parts!["!", inner])
            }
            2 => self.joined(scope, depth, " && ", Level::And, Level::Until),
            3 => self.joined(scope, depth, " || ", Level::Or, Level::And),
            4 => {
                let (a, b) = (self.boolean(scope, depth - 1), self.boolean(scope, depth - 1));
                let body = self.infix((a, Level::Or), "=>", (b, Level::Implies));
                bool_node(Level::Implies, body)
            }
            5 => {
                let (a, b) = (self.boolean(scope, depth - 1), self.boolean(scope, depth - 1));
                let body = self.infix((a, Level::Iff), "<=>", (b, Level::Implies));
                bool_node(Level::Iff, body)
            }
            6 => self.conditional(scope, depth, Sort::Bool),
            7 => self.quantified(scope, depth),
            8 => self.call(scope, depth, Sort::Bool).unwrap_or_else(|| self.atom(scope, depth)),
            9 => {
                let inner = self.boolean(scope, depth - 1);
                bool_node(Level::Atom, parts!["(", inner, ")"])
            }
            _ if self.presburger => self.presburger(scope),
            _ => self.atom(scope, depth),
        }
    }

    /// `a && b && c` or `a || b`
    fn joined(
        &mut self,
        scope: &NamesInScope,
        depth: usize,
        operator: &'static str,
        level: Level,
        inner: Level,
    ) -> Tree {
        let count = if self.random.percent(25) { 3 } else { 2 };
        let mut operands = Vec::new();
        for _ in 0..count {
            operands.push(self.boolean(scope, depth - 1).operand(inner));
        }
        bool_node(level, Tree::list(operands, operator, 1))
    }

    /// A condition without operators between conditions.
    fn atom(&mut self, scope: &NamesInScope, depth: usize) -> Tree {
        match self.random.weighted(&[6, 4, 2, 4, 5, 3, 4, 1, 3]) {
            0 => {
                let sort = if self.random.percent(35) { Sort::Linear } else { Sort::Finite };
                self.int_comparison(scope, depth, sort)
            }
            1 => self.leaf(scope, depth, Sort::Bool).unwrap_or_else(|| self.fallback(scope, depth)),
            2 => {
                let sort = if self.random.percent(35) { Sort::Linear } else { Sort::Finite };
                self.int_membership(scope, depth, sort)
            }
            3 if !self.world.enumerations.is_empty() => {
                let enumeration = self.random.below(self.world.enumerations.len());
                self.equation(scope, depth, Sort::Member(enumeration))
            }
            4 => self.at(scope, depth).unwrap_or_else(|| self.fallback(scope, depth)),
            5 if !self.world.processes.is_empty() => {
                let process = self.random.below(self.world.processes.len());
                self.equation(scope, depth, Sort::Reference(process))
            }
            6 => self.null_check(scope, depth).unwrap_or_else(|| self.fallback(scope, depth)),
            8 => self.reach(scope, depth).unwrap_or_else(|| self.fallback(scope, depth)),
            7 if self.world.flag => bool_node(Level::Atom, "FLAG".into()),
            7 => bool_node(Level::Atom, (*self.random.pick(&["true", "false"])).into()),
            _ => self.fallback(scope, depth),
        }
    }

    fn fallback(&mut self, scope: &NamesInScope, depth: usize) -> Tree {
        if self.random.percent(30) {
            return self.equation(scope, depth, Sort::Bool);
        }
        self.int_comparison(scope, depth, Sort::Finite)
    }
}
