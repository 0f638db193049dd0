//! Values without which no query is reached.
//!
//! Where every way from a predicate to a query begins with the same value of a Boolean argument, steps that give it the other value are
//! left out: nothing that is asked for happens behind them. So assumptions on the past, which files carry along as a Boolean, become
//! conditions of the steps.
//!
//! The values are a greatest fixpoint, computed from clauses to queries backwards: a clause needs what its conditions and
//! what its target needs imply, and a predicate what all its clauses need.

use super::{ClauseSystem, ClauseTarget, Role};
use crate::smtlib::term::{Sort, Term, TermKind};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A Boolean argument's position, and its value.
type Needed = BTreeSet<(usize, bool)>;

impl ClauseSystem {
    /// Leaves out steps to values from which no query is reached.
    pub(super) fn keep_needed_values(&mut self) {
        let needed = self.needed_values();
        for at in 0..self.clauses.len() {
            let conditions = self.needed_of(self.clauses[at].target, &needed);
            self.clauses[at].conditions.extend(conditions.unwrap_or_default());
        }
    }

    /// For each predicate from which a query may be reached, what that needs.
    fn needed_values(&mut self) -> BTreeMap<usize, Needed> {
        let mut needed: BTreeMap<usize, Needed> = BTreeMap::new();
        let clauses = self.clauses.clone();
        loop {
            let before = needed.clone();
            for clause in &clauses {
                let (Some(source), Some(further)) = (clause.source, self.needed_of(clause.target, &needed))
                else {
                    continue;
                };
                if needed.get(&source).is_some_and(BTreeSet::is_empty) {
                    continue;
                }
                let conditions = clause.conditions.iter().copied().chain(further).collect();
                let Some(conditions) = self.simplified(conditions) else { continue };
                let own = self.literals(&conditions);
                let entry = needed.entry(source).or_insert_with(|| own.clone());
                entry.retain(|literal| own.contains(literal));
            }
            if needed == before {
                return needed;
            }
        }
    }

    /// What a target needs, as conditions on new values; none if no query is known to be reached from it.
    fn needed_of(&mut self, target: ClauseTarget, needed: &BTreeMap<usize, Needed>) -> Option<Vec<Term>> {
        let ClauseTarget::Predicate(predicate) = target else { return Some(Vec::new()) };
        let mut conditions = Vec::new();
        for (position, value) in needed.get(&predicate)? {
            let variable = self.terms.read(self.predicates[predicate].arguments[*position].next);
            conditions.push(if *value { variable } else { self.terms.not(variable) });
        }
        Some(conditions)
    }

    /// The old Boolean values that conditions fix.
    fn literals(&mut self, conditions: &[Term]) -> Needed {
        let mut values: HashMap<Term, bool> = HashMap::new();
        for condition in conditions {
            match self.terms.kind(*condition) {
                TermKind::Not(inner) => drop(values.insert(*inner, false)),
                _ => drop(values.insert(*condition, true)),
            }
        }
        let position = |(term, value): (Term, bool)| {
            let variable = self.terms.as_variable(term)?;
            let is_bool = self.terms.sort_of(variable) == Sort::Bool;
            match self.roles.get(&variable).filter(|_| is_bool)? {
                Role::Now(_, position) => Some((*position, value)),
                Role::Next(..) => None,
            }
        };
        values.into_iter().filter_map(position).collect()
    }
}
