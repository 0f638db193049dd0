//! New values in terms of old ones.

use super::{ClauseSystem, Role};
use crate::smtlib::term::{Term, Variable};
use std::collections::HashMap;

/// Conditions, with the new values that they define apart.
#[derive(Debug, Clone, Default)]
pub(super) struct Update {
    /// New values, in the order of their variables: none of these variables stands in another part.
    pub values: Vec<(Variable, Term)>,
    /// What is left of the conditions.
    pub conditions: Vec<Term>,
}

impl Update {
    /// Whether the new values of another update are the same.
    pub fn has_values_of(&self, other: &Update) -> bool {
        self.values == other.values
    }

    /// Whether another update is the same.
    pub fn is_same(&self, other: &Update) -> bool {
        self.has_values_of(other) && self.conditions == other.conditions
    }
}

impl ClauseSystem {
    /// Solves conditions for new values, for those first that old ones define; none if they never hold.
    pub(super) fn update(&mut self, conditions: &[Term]) -> Option<Update> {
        let mut update = Update { values: Vec::new(), conditions: conditions.to_vec() };
        for is_final in [false, true] {
            while let Some((at, variable, value)) = self.new_value(&update.conditions, is_final) {
                update.conditions.remove(at);
                let own = self.terms.read(variable);
                let others = HashMap::from([(own, value)]);
                let replaced = self.terms.replaced(&update.conditions, &others);
                let all = self.terms.and(replaced);
                if self.terms.as_bool(all) == Some(false) {
                    return None;
                }
                update.conditions = self.terms.conjuncts(all);
                for (_, known) in &mut update.values {
                    *known = self.terms.replaced(&[*known], &others)[0];
                }
                update.values.push((variable, value));
            }
        }
        update.values.sort_unstable();
        Some(update)
    }

    /// A condition that defines a new value; in terms of other new values only at the end.
    fn new_value(&mut self, conditions: &[Term], is_final: bool) -> Option<(usize, Variable, Term)> {
        for (at, condition) in conditions.iter().enumerate() {
            for variable in self.terms.candidates(*condition) {
                if !matches!(self.roles.get(&variable), Some(Role::Next(..))) {
                    continue;
                }
                let Some(value) = self.terms.solved(*condition, variable) else { continue };
                if is_final || !self.is_next(value) {
                    return Some((at, variable, value));
                }
            }
        }
        None
    }
}
