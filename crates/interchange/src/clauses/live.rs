//! Arguments that matter nowhere are left out.
//!
//! An argument matters if a condition of a clause reads it, or if a new value does that matters itself. What a clause says of the others
//! becomes a matter of its local variables, of which one needs to exist.

use super::{ClauseSystem, ClauseTarget, Role};
use crate::smtlib::term::Variable;
use std::collections::BTreeSet;

/// A predicate and the position of an argument.
type ReadArgument = (usize, usize);

impl ClauseSystem {
    /// Leaves out the arguments that matter nowhere; returns whether there were any.
    pub(super) fn drop_dead_arguments(&mut self) -> bool {
        let live = self.live_arguments();
        let mut is_changed = false;
        for predicate in 0..self.predicates.len() {
            for position in 0..self.predicates[predicate].arguments.len() {
                let now = self.predicates[predicate].arguments[position].now;
                if self.roles.contains_key(&now) && !live.contains(&(predicate, position)) {
                    self.drop_argument(predicate, position);
                    is_changed = true;
                }
            }
        }
        is_changed
    }

    fn live_arguments(&mut self) -> BTreeSet<ReadArgument> {
        // For each clause what its conditions read, and for each new value what it reads.
        let mut live: BTreeSet<ReadArgument> = BTreeSet::new();
        let mut flows: Vec<(ReadArgument, Vec<ReadArgument>)> = Vec::new();
        for clause in self.clauses.clone() {
            let Some(update) = self.update(&clause.conditions) else { continue };
            live.extend(self.read_by(&self.terms.variables(&update.conditions)));
            if matches!(clause.target, ClauseTarget::Query(_)) {
                continue;
            }
            for (variable, value) in update.values {
                if let Some(Role::Next(predicate, position)) = self.roles.get(&variable) {
                    flows.push(((*predicate, *position), self.read_by(&self.terms.variables(&[value]))));
                }
            }
        }
        loop {
            let before = live.len();
            for (argument, reads) in &flows {
                if live.contains(argument) {
                    live.extend(reads.iter().copied());
                }
            }
            if live.len() == before {
                return live;
            }
        }
    }

    /// The old values among variables.
    fn read_by(&self, variables: &BTreeSet<Variable>) -> Vec<ReadArgument> {
        let old = |variable| match self.roles.get(variable) {
            Some(Role::Now(predicate, position)) => Some((*predicate, *position)),
            _ => None,
        };
        variables.iter().filter_map(old).collect()
    }
}
