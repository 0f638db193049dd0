//! Random temporal formulas.

use super::Generator;
use super::node::formula_node;
use super::scope::{NamesInScope, Values};
use crate::parts;
use crate::tree::{Kind, Level, Tree};

impl Generator {
    /// A branching-time formula.
    pub(super) fn ctl(&mut self, scope: &NamesInScope, depth: usize) -> Tree {
        if depth == 0 {
            return self.state_formula(scope, Kind::Ctl);
        }
        if self.world.temporal_definitions && self.random.percent(20) {
            let inner = self.ctl(scope, depth - 1);
            return formula_node(Kind::Ctl, Level::Atom, parts!["soon(", inner, ")"]);
        }
        match self.random.weighted(&[6, 3, 4, 1, 2]) {
            0 => {
                let operator = *self.random.pick(&["AG", "AF", "AX", "EG", "EF", "EX"]);
                let inner = self.ctl(scope, depth - 1).operand(Level::Prefix);
                formula_node(Kind::Ctl, Level::Prefix, parts![operator, " ", inner])
            }
            1 => {
                let path = *self.random.pick(&["A", "E"]);
                let operator = *self.random.pick(&[" U ", " W ", " R "]);
                let left = self.ctl(scope, depth - 1).operand(Level::Prefix);
                let right = self.ctl(scope, depth - 1).operand(Level::Prefix);
                formula_node(Kind::Ctl, Level::Atom, parts![path, "[", left, operator, right, "]"])
            }
            2 => self.combined(scope, depth, Kind::Ctl),
            3 => self.quantified_formula(scope, depth, Kind::Ctl),
            _ => self.state_formula(scope, Kind::Ctl),
        }
    }

    /// A linear-time formula.
    pub(super) fn ltl(&mut self, scope: &NamesInScope, depth: usize) -> Tree {
        if depth == 0 {
            return self.state_formula(scope, Kind::Ltl);
        }
        if self.world.temporal_definitions && self.random.percent(20) {
            let inner = self.ltl(scope, depth - 1);
            return formula_node(Kind::Ltl, Level::Atom, parts!["later(", inner, ")"]);
        }
        match self.random.weighted(&[6, 3, 4, 1, 2]) {
            0 => {
                let operator = *self.random.pick(&["G", "F", "X"]);
                let inner = self.ltl(scope, depth - 1).operand(Level::Prefix);
                formula_node(Kind::Ltl, Level::Prefix, parts![operator, " ", inner])
            }
            1 => {
                let operator = *self.random.pick(&[" U ", " W ", " R "]);
                let left = self.ltl(scope, depth - 1).operand(Level::Prefix);
                let right = self.ltl(scope, depth - 1).operand(Level::Until);
                formula_node(Kind::Ltl, Level::Until, parts![left, operator, right])
            }
            2 => self.combined(scope, depth, Kind::Ltl),
            3 => self.quantified_formula(scope, depth, Kind::Ltl),
            _ => self.state_formula(scope, Kind::Ltl),
        }
    }

    fn formula(&mut self, scope: &NamesInScope, depth: usize, kind: Kind) -> Tree {
        if kind == Kind::Ctl { self.ctl(scope, depth) } else { self.ltl(scope, depth) }
    }

    fn state_formula(&mut self, scope: &NamesInScope, kind: Kind) -> Tree {
        let state = self.boolean(scope, 1);
        formula_node(kind, state.level(), state)
    }

    /// Formulas joined by the operators of propositional logic.
    fn combined(&mut self, scope: &NamesInScope, depth: usize, kind: Kind) -> Tree {
        if self.random.percent(25) {
            let inner = self.formula(scope, depth - 1, kind).operand(Level::Prefix);
            return formula_node(kind, Level::Prefix, parts!["!", inner]);
        }
        let (operator, level, left, right) = *self.random.pick(&[
            ("&&", Level::And, Level::And, Level::Until),
            ("||", Level::Or, Level::Or, Level::And),
            ("=>", Level::Implies, Level::Or, Level::Implies),
            ("<=>", Level::Iff, Level::Iff, Level::Implies),
        ]);
        let a = self.formula(scope, depth - 1, kind);
        let b = self.formula(scope, depth - 1, kind);
        let body = self.infix((a, left), operator, (b, right));
        formula_node(kind, level, body)
    }

    /// A quantifier around a formula.
    fn quantified_formula(&mut self, scope: &NamesInScope, depth: usize, kind: Kind) -> Tree {
        if self.random.percent(20) {
            let name = self.bound_name();
            let inner = scope.with(&name, Values::Rigid);
            let body = self.formula(&inner, depth - 1, kind);
            return formula_node(kind, Level::Iff, parts![format!("forall {name} in int: "), body]);
        }
        let word = *self.random.pick(&["forall ", "exists "]);
        let (names, domain, inner) = self.binder(scope);
        let body = self.formula(&inner, depth - 1, kind);
        formula_node(kind, Level::Iff, parts![word, names, " in ", domain, ": ", body])
    }
}
