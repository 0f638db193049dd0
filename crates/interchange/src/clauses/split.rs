//! Clauses that choose between updates become several.
//!
//! Where a condition says of new values what holds in one case or another, the clause is split by what the cases depend on: by a condition
//! on old values or a local Boolean that most of them mention, otherwise by the alternatives of one of them. Where a new value depends on a
//! Boolean that is free, the clause is split by that. A clause that would become too many is split less, or kept whole, as a relation
//! between old and new values.

use super::update::Update;
use super::{Clause, ClauseSystem, ClauseTarget, Role};
use crate::smtlib::term::{Sort, Term, TermKind, Variable};
use std::collections::{BTreeMap, HashMap};

/// The most clauses that one becomes.
const MOST: usize = 128;

/// The most decisions on the way to one clause.
const DEEPEST: usize = 40;

/// The most sets of conditions that are looked at.
const VISITS: usize = 1_000;

/// What a clause became so far.
struct Branches {
    /// Whether it is split by what new values depend on, too.
    by_values: bool,
    visits: usize,
    updates: Vec<Update>,
}

impl ClauseSystem {
    /// The updates of a clause.
    pub(super) fn updates(&mut self, clause: &Clause) -> Vec<Update> {
        let is_inner = clause.source.is_some() && matches!(clause.target, ClauseTarget::Predicate(_));
        if is_inner {
            return self.split(&clause.conditions);
        }
        // What starts and what must not happen is one formula, with alternatives in it, unless local values are in the way.
        let whole = self.update(&clause.conditions).map(|update| self.without_possible_locals(update));
        let Some(whole) = whole else { return Vec::new() };
        if self.locals(&whole.conditions).is_empty() {
            return vec![whole];
        }
        let parts = self.split(&clause.conditions);
        let is_better = clause.source.is_some()
            || parts.len() <= 1
            || !super::witness::is_possible(&self.terms, &whole.conditions);
        if is_better { parts } else { vec![whole] }
    }

    /// Leaves out conditions on local values alone, for which such values were found.
    fn without_possible_locals(&self, mut update: Update) -> Update {
        if update.values.iter().any(|(_, value)| self.is_local(*value)) {
            return update;
        }
        let is_other = |variable| self.roles.contains_key(&variable);
        let (local, rest): (Vec<Term>, Vec<Term>) = update
            .conditions
            .iter()
            .partition(|condition| self.is_local(**condition) && !self.terms.mentions(**condition, is_other));
        let is_apart = self.locals(&local).is_disjoint(&self.locals(&rest));
        if is_apart && super::witness::is_possible(&self.terms, &local) {
            update.conditions = rest;
        }
        update
    }

    /// The updates that conditions choose from.
    fn split(&mut self, conditions: &[Term]) -> Vec<Update> {
        for by_values in [true, false] {
            let mut branches = Branches { by_values, visits: 0, updates: Vec::new() };
            if self.branch(conditions, DEEPEST, &mut branches) {
                return self.joined(branches.updates);
            }
        }
        self.update(conditions).into_iter().collect()
    }

    /// Adds the updates of conditions; returns whether there are not too many.
    fn branch(&mut self, conditions: &[Term], depth: usize, branches: &mut Branches) -> bool {
        branches.visits += 1;
        let Some(conditions) = self.simplified(conditions.to_vec()) else { return true };
        let Some(update) = self.update(&conditions) else { return true };
        let choices = self.choices(&update.conditions);
        let by_cases = choices.iter().copied().find(|choice| self.defines_by_cases(*choice));
        let decision = match self.decision(&choices) {
            None if by_cases.is_none() && branches.by_values => self.free_decision(&update.values),
            decision => decision,
        };
        let cases: Vec<Vec<Term>> = match (decision, by_cases) {
            (Some(decision), _) => {
                let opposite = self.terms.not(decision);
                self.assumed(&conditions, &[decision, opposite])
            }
            (None, Some(choice)) => {
                let all = |part: Term| conditions.iter().copied().chain([part]).collect();
                self.terms.disjuncts(choice).into_iter().map(all).collect()
            }
            (None, None) => {
                let update = self.without_possible_locals(update);
                if !branches.updates.iter().any(|known| known.is_same(&update)) {
                    branches.updates.push(update);
                }
                return branches.updates.len() <= MOST;
            }
        };
        depth > 0
            && branches.visits < VISITS
            && cases.iter().all(|case| self.branch(case, depth - 1, branches))
    }

    /// The conditions with each of some further ones.
    fn assumed(&mut self, conditions: &[Term], further: &[Term]) -> Vec<Vec<Term>> {
        let mut cases = Vec::new();
        for assumption in further {
            let opposite = self.terms.not(*assumption);
            let (yes, no) = (self.terms.bool(true), self.terms.bool(false));
            let known = HashMap::from([(*assumption, yes), (opposite, no)]);
            let mut case = self.terms.replaced(conditions, &known);
            case.push(*assumption);
            cases.push(case);
        }
        cases
    }

    /// The conditions with alternatives that are about new values or local Booleans.
    fn choices(&self, conditions: &[Term]) -> Vec<Term> {
        let is_open = |variable: Variable| match self.roles.get(&variable) {
            Some(Role::Next(..)) => true,
            Some(Role::Now(..)) => false,
            None => self.terms.sort_of(variable) == Sort::Bool,
        };
        let has_cases = |term: Term| matches!(self.terms.kind(term), TermKind::Or(_) | TermKind::Iff(..));
        let is_choice =
            |condition: &&Term| has_cases(**condition) && self.terms.mentions(**condition, is_open);
        conditions.iter().filter(is_choice).copied().collect()
    }

    /// A condition on old values, or a local Boolean, that most of the choices mention.
    fn decision(&self, choices: &[Term]) -> Option<Term> {
        self.most_frequent(choices, |part| self.is_atom(part) && !self.is_next(part))
    }

    /// A free Boolean that most of the new values depend on, or what decides whether one is a free integer.
    fn free_decision(&self, values: &[(Variable, Term)]) -> Option<Term> {
        let is_open = |value: &Term| self.is_local(*value) || self.is_next(*value);
        let open: Vec<Term> = values.iter().map(|(_, value)| *value).filter(is_open).collect();
        let is_free = |part: Term| {
            let variable = self.terms.as_variable(part);
            let is_bool = variable.is_some_and(|variable| self.terms.sort_of(variable) == Sort::Bool);
            is_bool && is_open(&part)
        };
        let local: Vec<Term> = open.iter().copied().filter(|value| self.is_local(*value)).collect();
        let is_condition = |part: Term| self.is_atom(part) && !self.is_next(part) && !self.is_local(part);
        self.most_frequent(&open, is_free).or_else(|| self.most_frequent(&local, is_condition))
    }

    fn is_atom(&self, term: Term) -> bool {
        match self.terms.kind(term) {
            TermKind::Variable(variable) => self.terms.sort_of(*variable) == Sort::Bool,
            TermKind::NotPositive(_) | TermKind::Zero(_) => true,
            _ => false,
        }
    }

    /// The first of the parts that fit and that most of the terms have.
    fn most_frequent(&self, all: &[Term], fits: impl Fn(Term) -> bool) -> Option<Term> {
        let mut counts: BTreeMap<Term, usize> = BTreeMap::new();
        for term in all {
            for part in self.terms.below(&[*term], |_| false) {
                if fits(part) {
                    *counts.entry(part).or_default() += 1;
                }
            }
        }
        counts.into_iter().rev().max_by_key(|(_, count)| *count).map(|(part, _)| part)
    }

    /// Whether a choice has an alternative that defines a new value, or all of whose alternatives are about local Booleans.
    fn defines_by_cases(&self, choice: Term) -> bool {
        let TermKind::Or(parts) = self.terms.kind(choice) else { return false };
        parts.iter().any(|part| {
            self.terms.conjuncts(*part).iter().any(|literal| {
                let is_next = |variable: &Variable| matches!(self.roles.get(variable), Some(Role::Next(..)));
                self.terms.candidates(*literal).iter().any(is_next)
            })
        })
    }

    /// Pairs of updates that differ in one condition, which holds in one and not in the other, are one.
    fn joined(&mut self, mut updates: Vec<Update>) -> Vec<Update> {
        let mut at = 0;
        while at < updates.len() {
            let found = (at + 1..updates.len())
                .find_map(|other| Some((other, self.common(&updates[at], &updates[other])?)));
            match found {
                Some((other, update)) => {
                    updates[at] = update;
                    updates.remove(other);
                    at = 0;
                }
                None => at += 1,
            }
        }
        updates
    }

    fn common(&mut self, a: &Update, b: &Update) -> Option<Update> {
        if !a.has_values_of(b) || a.conditions.len() != b.conditions.len() {
            return None;
        }
        let mut own = a.conditions.iter().filter(|condition| !b.conditions.contains(condition));
        let mut other = b.conditions.iter().filter(|condition| !a.conditions.contains(condition));
        let (own_only, other_only) = (own.next().copied(), other.next().copied());
        if own.next().is_some() || other.next().is_some() {
            return None;
        }
        let mut update = a.clone();
        if let (Some(own), Some(other)) = (own_only, other_only) {
            if self.terms.not(own) != other {
                return None;
            }
            update.conditions.retain(|condition| *condition != own);
        }
        Some(update)
    }
}
