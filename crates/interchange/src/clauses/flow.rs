//! Predicates share variables.
//!
//! The arguments of all predicates are given variables, different ones for each argument of one predicate. An argument takes the variable
//! of the argument whose value most clauses hand to it; others take a free one of their sort.

use super::update::Update;
use super::{ClauseSystem, ClauseTarget, Role};
use crate::smtlib::term::{Sort, Term, Variable};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// An edge of the program that clauses are.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub source: Option<usize>,
    pub target: ClauseTarget,
    pub update: Update,
}

/// The variables of a program, and which argument is in which one.
#[derive(Debug, Default)]
pub(super) struct Slots {
    /// The sort of each variable, and the name of the argument that came first.
    pub variables: Vec<(Sort, String)>,
    pub places: BTreeMap<(usize, usize), usize>,
}

/// A predicate and the position of an argument.
type ArgumentPlace = (usize, usize);

impl ClauseSystem {
    /// Gives variables to the arguments of all predicates.
    pub(super) fn slots(&self, steps: &[Step]) -> Slots {
        let mut votes: BTreeMap<(ArgumentPlace, ArgumentPlace), usize> = BTreeMap::new();
        for step in steps {
            for (variable, value) in &step.update.values {
                if let (Some(to), Some(from)) = (self.place(*variable), self.argument_of(*value)) {
                    *votes.entry((from, to)).or_default() += 1;
                    *votes.entry((to, from)).or_default() += 1;
                }
            }
        }
        let mut slots = Slots::default();
        for predicate in self.order(steps) {
            self.place_arguments(predicate, &votes, &mut slots);
        }
        slots
    }

    /// The predicates that are met, as steps lead to them.
    fn order(&self, steps: &[Step]) -> Vec<usize> {
        let mut order = Vec::new();
        let mut found = BTreeSet::new();
        let mut frontier: Vec<Option<usize>> = vec![None];
        while let Some(source) = frontier.pop() {
            for step in steps {
                if let ClauseTarget::Predicate(target) = step.target
                    && step.source == source
                    && found.insert(target)
                {
                    order.push(target);
                    frontier.insert(0, Some(target));
                }
            }
        }
        order
    }

    fn place(&self, variable: Variable) -> Option<ArgumentPlace> {
        match self.roles.get(&variable) {
            Some(Role::Now(predicate, position) | Role::Next(predicate, position)) => {
                Some((*predicate, *position))
            }
            None => None,
        }
    }

    fn argument_of(&self, value: Term) -> Option<ArgumentPlace> {
        self.place(self.terms.as_variable(value)?)
    }

    fn place_arguments(
        &self,
        predicate: usize,
        votes: &BTreeMap<(ArgumentPlace, ArgumentPlace), usize>,
        slots: &mut Slots,
    ) {
        let arguments = &self.predicates[predicate].arguments;
        let kept: Vec<usize> =
            (0..arguments.len()).filter(|at| self.roles.contains_key(&arguments[*at].now)).collect();
        let mut wishes: HashMap<(usize, usize), usize> = HashMap::new();
        for position in &kept {
            let own = (predicate, *position);
            for ((from, _), count) in votes.iter().filter(|((_, to), _)| *to == own) {
                if let Some(slot) = slots.places.get(from) {
                    *wishes.entry((*position, *slot)).or_default() += count;
                }
            }
        }
        let mut wishes: Vec<((usize, usize), usize)> = wishes.into_iter().collect();
        wishes.sort_by_key(|(pair, count)| (usize::MAX - count, *pair));
        let mut used = BTreeSet::new();
        for ((position, slot), _) in wishes {
            if !slots.places.contains_key(&(predicate, position)) && used.insert(slot) {
                slots.places.insert((predicate, position), slot);
            }
        }
        for position in kept {
            if slots.places.contains_key(&(predicate, position)) {
                continue;
            }
            let now = arguments[position].now;
            let (sort, name) = (self.terms.sort_of(now), self.terms.name(now));
            let is_free = |slot: &usize| slots.variables[*slot].0 == sort && !used.contains(slot);
            let same_name = |slot: &usize| is_free(slot) && slots.variables[*slot].1 == name;
            let all = 0..slots.variables.len();
            let slot = all.clone().find(same_name).or_else(|| all.clone().find(is_free));
            let slot = slot.unwrap_or_else(|| {
                slots.variables.push((sort, name.to_owned()));
                slots.variables.len() - 1
            });
            used.insert(slot);
            slots.places.insert((predicate, position), slot);
        }
    }
}
