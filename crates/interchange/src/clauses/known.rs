//! What holds wherever a predicate does.
//!
//! A condition on new values alone that every clause to a predicate has, or makes true, is a fact about its arguments; so is that two
//! of them are equal, where every clause gives them the same value. What holds before a step that stays at the predicate may be assumed:
//! the first state at it has been there without. Clauses from the predicate need not ask for it again. And where it defines an argument by others, the argument is left out: clauses that read it get the
//! definition.

use super::update::Update;
use super::{Clause, ClauseSystem, ClauseTarget, Role};
use crate::smtlib::term::{Sort, Term, Variable};
use std::collections::{BTreeSet, HashMap};

/// The most nodes, written out, of a definition that takes the place of an argument.
const LARGEST: usize = 400;

/// A clause to the predicate that is looked at.
struct Arrival {
    /// Whether it comes from the same predicate.
    is_loop: bool,
    conditions: Vec<Term>,
    update: Update,
}

impl ClauseSystem {
    /// Uses the facts about all predicates.
    pub(super) fn use_known_facts(&mut self) {
        for predicate in 0..self.predicates.len() {
            let facts = self.facts(predicate);
            let definitions = self.definitions(predicate, &facts);
            for clause in &mut self.clauses {
                if clause.source == Some(predicate) {
                    clause.conditions.retain(|condition| !facts.contains(condition));
                    clause.conditions.extend(definitions.iter().copied());
                }
            }
        }
    }

    /// What holds of a predicate's arguments, with the variables of old values.
    fn facts(&mut self, predicate: usize) -> BTreeSet<Term> {
        let to_it = |clause: &&Clause| clause.target == ClauseTarget::Predicate(predicate);
        let clauses: Vec<Clause> = self.clauses.iter().filter(to_it).cloned().collect();
        let mut arrivals = Vec::new();
        for clause in clauses {
            if let Some(update) = self.update(&clause.conditions) {
                let is_loop = clause.source == Some(predicate);
                arrivals.push(Arrival { is_loop, conditions: clause.conditions, update });
            }
        }
        let mut facts = self.equal_arguments(predicate, &arrivals);
        let now = self.next_to_now(predicate);
        for candidate in self.candidates(&arrivals) {
            let assumed = self.terms.replaced(&[candidate], &now)[0];
            let is_kept = |arrival: &Arrival| {
                arrival.conditions.contains(&candidate) || self.follows(candidate, assumed, arrival)
            };
            if arrivals.iter().all(is_kept) {
                facts.push(candidate);
            }
        }
        self.terms.replaced(&facts, &now).into_iter().collect()
    }

    /// The conditions of clauses on new values alone.
    fn candidates(&self, arrivals: &[Arrival]) -> BTreeSet<Term> {
        let is_next = |variable| matches!(self.roles.get(&variable), Some(Role::Next(..)));
        let is_own = |condition: &Term| !self.terms.mentions(*condition, |variable| !is_next(variable));
        arrivals.iter().flat_map(|arrival| arrival.conditions.iter().copied()).filter(is_own).collect()
    }

    /// Whether a formula about new values is true behind an update; before a step that stays, it is assumed of the old ones.
    fn follows(&mut self, formula: Term, assumed: Term, arrival: &Arrival) -> bool {
        let mut values: HashMap<Term, Term> = HashMap::new();
        for (variable, value) in &arrival.update.values {
            values.insert(self.terms.read(*variable), *value);
        }
        let mut formula = self.terms.replaced(&[formula], &values)[0];
        if arrival.is_loop {
            let mut known = HashMap::from([(assumed, self.terms.bool(true))]);
            let solved = self.terms.candidates(assumed).into_iter().find_map(|variable| {
                let value = self.terms.solved(assumed, variable)?;
                Some((self.terms.read(variable), value))
            });
            known.extend(solved);
            formula = self.terms.replaced(&[formula], &known)[0];
        }
        self.terms.as_bool(formula) == Some(true) || arrival.update.conditions.contains(&formula)
    }

    /// Equations between arguments to which all updates give the same values, if they are the same before.
    ///
    /// All arguments of a sort are taken to be equal, and told apart where an update does, until no more of them are.
    fn equal_arguments(&mut self, predicate: usize, arrivals: &[Arrival]) -> Vec<Term> {
        let mut arguments = self.predicates[predicate].arguments.clone();
        arguments.retain(|argument| self.roles.contains_key(&argument.next));
        let mut classes: Vec<usize> = arguments
            .iter()
            .map(|argument| {
                let sort = self.terms.sort_of(argument.next);
                arguments.iter().position(|other| self.terms.sort_of(other.next) == sort).unwrap_or(0)
            })
            .collect();
        loop {
            let mut same = HashMap::new();
            for (argument, class) in arguments.iter().zip(&classes) {
                same.insert(self.terms.read(argument.now), self.terms.read(arguments[*class].now));
            }
            let mut first: HashMap<(usize, Vec<Term>), usize> = HashMap::new();
            let mut finer = Vec::new();
            for (at, argument) in arguments.iter().enumerate() {
                let values =
                    arrivals.iter().map(|arrival| self.value(argument.next, arrival, &same)).collect();
                finer.push(*first.entry((classes[at], values)).or_insert(at));
            }
            if finer == classes {
                break;
            }
            classes = finer;
        }
        let mut equations = Vec::new();
        for (argument, class) in arguments.iter().zip(&classes) {
            let (own, other) = (self.terms.read(argument.next), self.terms.read(arguments[*class].next));
            if own != other {
                equations.push(self.same(own, other));
            }
        }
        equations
    }

    /// The value of an argument behind an update, where arguments that are the same before are one.
    fn value(&mut self, argument: Variable, arrival: &Arrival, same: &HashMap<Term, Term>) -> Term {
        let known = arrival.update.values.iter().find(|(variable, _)| *variable == argument);
        match known {
            Some((_, value)) if arrival.is_loop => self.terms.replaced(&[*value], same)[0],
            Some((_, value)) => *value,
            None => self.terms.read(argument),
        }
    }

    /// That two terms of a sort are the same.
    fn same(&mut self, a: Term, b: Term) -> Term {
        match self.terms.sort(a) {
            Sort::Int => self.terms.equal(a, b),
            Sort::Bool => self.terms.iff(a, b),
        }
    }

    /// Old values for the new ones of a predicate.
    fn next_to_now(&mut self, predicate: usize) -> HashMap<Term, Term> {
        let arguments = self.predicates[predicate].arguments.clone();
        arguments
            .iter()
            .map(|argument| (self.terms.read(argument.next), self.terms.read(argument.now)))
            .collect()
    }

    /// Leaves out arguments that facts define; returns their definitions.
    fn definitions(&mut self, predicate: usize, facts: &BTreeSet<Term>) -> Vec<Term> {
        let mut definitions = Vec::new();
        let mut values: HashMap<Term, Term> = HashMap::new();
        for fact in facts {
            let fact = self.terms.replaced(&[*fact], &values)[0];
            for variable in self.terms.candidates(fact) {
                let Some(Role::Now(_, position)) = self.roles.get(&variable).copied() else { continue };
                let Some(value) = self.terms.solved(fact, variable) else { continue };
                if self.written_size(value) > LARGEST {
                    continue;
                }
                let own = self.terms.read(variable);
                let others = HashMap::from([(own, value)]);
                for known in values.values_mut() {
                    *known = self.terms.replaced(&[*known], &others)[0];
                }
                values.insert(own, value);
                definitions.push(own);
                self.drop_argument(predicate, position);
                break;
            }
        }
        definitions.into_iter().map(|own| self.same(own, values[&own])).collect()
    }

    /// The number of nodes of a term that is written out, every shared part once for each use.
    pub(super) fn written_size(&self, term: Term) -> usize {
        let mut sizes: HashMap<Term, usize> = HashMap::new();
        for part in self.terms.below(&[term], |_| false) {
            let mut size = 1_usize;
            self.terms.kind(part).each_part(|inner| size = size.saturating_add(sizes[&inner]));
            sizes.insert(part, size);
        }
        sizes[&term]
    }
}
