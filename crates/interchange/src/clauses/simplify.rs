//! What a clause defines is put in the place of its name.
//!
//! # Rules
//!
//! * match: `x = t` for a local `x` that does not stand in `t`; result: `t` in the place of `x`, without the equation.
//! * match: a condition that is a literal; result: true in its place in the other conditions, and false in that of its opposite.
//! * match: an old value that is a constant; result: the constant in its place in the other conditions.
//! * match: a Boolean local that stands only positively, or only negatively; result: true, or false, in its place.
//! * match: an integer local that conditions bound from one side only; result: those conditions are left out. If they bound it from both
//!   sides, with factors of one, the pairs of bounds take their place.

use super::{ClauseSystem, ClauseTarget, Role};
use crate::smtlib::term::{Sort, Term, TermKind, Terms, Variable};
use std::collections::{BTreeSet, HashMap};

/// The most pairs of bounds that may take the place of bounds, beyond their number.
const MORE_BOUNDS: usize = 2;

impl ClauseSystem {
    /// Simplifies all clauses, and leaves out those that are never used.
    pub(super) fn simplify(&mut self) {
        let mut clauses = std::mem::take(&mut self.clauses);
        clauses.retain_mut(|clause| {
            let conditions = std::mem::take(&mut clause.conditions);
            match self.simplified(conditions) {
                Some(conditions) => {
                    clause.conditions = conditions;
                    true
                }
                None => false,
            }
        });
        self.clauses = clauses;
        self.drop_useless_clauses();
    }

    /// Where a predicate leads to a query without conditions, what leads to the predicate leads to the query.
    pub(super) fn skip_certain_queries(&mut self) {
        for clause in self.clauses.clone() {
            let (Some(source), ClauseTarget::Query(_), true) =
                (clause.source, clause.target, clause.conditions.is_empty())
            else {
                continue;
            };
            for other in &mut self.clauses {
                if other.target == ClauseTarget::Predicate(source) {
                    other.target = clause.target;
                }
            }
            for position in 0..self.predicates[source].arguments.len() {
                self.drop_argument(source, position);
            }
        }
    }

    /// Leaves out clauses of predicates that nothing leads to, or that lead to no query.
    fn drop_useless_clauses(&mut self) {
        let count = self.predicates.len();
        let (mut is_reached, mut is_needed) = (vec![false; count], vec![false; count]);
        let mut is_stable = false;
        while !is_stable {
            is_stable = true;
            for clause in &self.clauses {
                if let ClauseTarget::Predicate(target) = clause.target
                    && clause.source.is_none_or(|source| is_reached[source])
                {
                    is_stable &= std::mem::replace(&mut is_reached[target], true);
                }
                let is_used = match clause.target {
                    ClauseTarget::Predicate(target) => is_needed[target],
                    ClauseTarget::Query(_) => true,
                };
                if let Some(source) = clause.source.filter(|_| is_used) {
                    is_stable &= std::mem::replace(&mut is_needed[source], true);
                }
            }
        }
        self.clauses.retain(|clause| {
            clause.source.is_none_or(|source| is_reached[source])
                && match clause.target {
                    ClauseTarget::Predicate(target) => is_needed[target],
                    ClauseTarget::Query(_) => true,
                }
        });
    }

    /// Simplified conditions; none if they never hold.
    pub(super) fn simplified(&mut self, conditions: Vec<Term>) -> Option<Vec<Term>> {
        let mut conditions = conditions;
        loop {
            let before = conditions.clone();
            let all = self.terms.and(conditions);
            if self.terms.as_bool(all) == Some(false) {
                return None;
            }
            conditions = self.terms.conjuncts(all);
            conditions = self.substitute_local(conditions);
            conditions = propagated(&mut self.terms, conditions);
            let rank = |variable| match self.roles.get(&variable) {
                None => 0,
                Some(Role::Next(..)) => 1,
                Some(Role::Now(..)) => 2,
            };
            conditions = super::cases::merged(&mut self.terms, conditions, rank);
            conditions = self.choose_one_sided(conditions);
            conditions = self.drop_bounds(conditions);
            if conditions == before {
                return Some(conditions);
            }
        }
    }

    /// Solves equations for local variables, and reads constants where old values are constant.
    fn substitute_local(&mut self, mut conditions: Vec<Term>) -> Vec<Term> {
        // Other names for a value go first, so that what is known by one name is not written in terms of something else.
        for is_any in [false, true] {
            let mut at = 0;
            while at < conditions.len() {
                let Some((variable, value)) = self.definition(conditions[at], is_any) else {
                    at += 1;
                    continue;
                };
                let own = self.terms.read(variable);
                let kept = conditions.remove(at);
                conditions = self.terms.replaced(&conditions, &HashMap::from([(own, value)]));
                if self.roles.contains_key(&variable) {
                    conditions.insert(at, kept);
                    at += 1;
                    continue;
                }
                let all = self.terms.and(conditions);
                conditions = self.terms.conjuncts(all);
                if self.terms.as_bool(all) == Some(false) {
                    return vec![all];
                }
                at = 0;
            }
        }
        conditions
    }

    /// A local variable, or an old value that is a constant, with its value: a variable or a constant, if not any.
    fn definition(&mut self, condition: Term, is_any: bool) -> Option<(Variable, Term)> {
        let candidates = self.terms.candidates(condition);
        for variable in &candidates {
            if !self.roles.contains_key(variable)
                && let Some(value) = self.terms.solved(condition, *variable)
                && (is_any || self.is_constant(value) || self.terms.as_variable(value).is_some())
            {
                return Some((*variable, value));
            }
        }
        let [variable] = candidates.as_slice() else { return None };
        let is_now = matches!(self.roles.get(variable), Some(Role::Now(..)));
        let value = self.terms.solved(condition, *variable).filter(|_| is_now)?;
        self.is_constant(value).then_some((*variable, value))
    }

    fn is_constant(&self, value: Term) -> bool {
        self.terms.as_bool(value).is_some() || self.terms.as_number(value).is_some()
    }

    /// Chooses values for Boolean locals of one polarity.
    fn choose_one_sided(&mut self, conditions: Vec<Term>) -> Vec<Term> {
        let polarities = polarities(&self.terms, &conditions);
        let mut choices = HashMap::new();
        for (term, (is_positive, is_negative)) in polarities {
            let is_local = |variable: &Variable| !self.roles.contains_key(variable);
            let variable = self.terms.as_variable(term).filter(is_local);
            if variable.is_some_and(|variable| self.terms.sort_of(variable) == Sort::Bool)
                && is_positive != is_negative
            {
                choices.insert(term, self.terms.bool(is_positive));
            }
        }
        if choices.is_empty() { conditions } else { self.terms.replaced(&conditions, &choices) }
    }

    /// Eliminates integer locals that are only bounded.
    fn drop_bounds(&mut self, mut conditions: Vec<Term>) -> Vec<Term> {
        let locals: Vec<Variable> = self.locals(&conditions).into_iter().collect();
        for variable in locals {
            if self.terms.sort_of(variable) == Sort::Int {
                conditions = without_bounds(&mut self.terms, conditions, variable);
            }
        }
        conditions
    }

    /// The local variables of conditions.
    pub(super) fn locals(&self, conditions: &[Term]) -> BTreeSet<Variable> {
        let mut variables = self.terms.variables(conditions);
        variables.retain(|variable| !self.roles.contains_key(variable));
        variables
    }
}

/// True in the place of conditions inside the others, and false in that of their opposites.
fn propagated(terms: &mut Terms, conditions: Vec<Term>) -> Vec<Term> {
    let is_literal = |terms: &Terms, term: Term| !matches!(terms.kind(term), TermKind::Or(_));
    let (yes, no) = (terms.bool(true), terms.bool(false));
    let mut known = HashMap::new();
    for condition in &conditions {
        if is_literal(terms, *condition) {
            let opposite = terms.not(*condition);
            known.insert(*condition, yes);
            known.insert(opposite, no);
        }
    }
    let mut results = Vec::new();
    for condition in conditions {
        if !is_literal(terms, condition) {
            results.extend(terms.replaced(&[condition], &known));
        } else if matches!(terms.kind(condition), TermKind::Iff(..)) {
            let opposite = terms.not(condition);
            let (own, other) = (known.remove(&condition), known.remove(&opposite));
            results.extend(terms.replaced(&[condition], &known));
            known.extend(own.map(|own| (condition, own)));
            known.extend(other.map(|other| (opposite, other)));
        } else {
            results.push(condition);
        }
    }
    results
}

/// For each formula below conditions, whether it stands positively and whether negatively.
fn polarities(terms: &Terms, conditions: &[Term]) -> HashMap<Term, (bool, bool)> {
    let mut found: HashMap<Term, (bool, bool)> = HashMap::new();
    for condition in conditions {
        found.entry(*condition).or_default().0 = true;
    }
    // Wholes before parts.
    for term in terms.below(conditions, |_| false).into_iter().rev() {
        let own = found.get(&term).copied().unwrap_or_default();
        let mut add = |part: Term, polarity: (bool, bool)| {
            let entry = found.entry(part).or_default();
            *entry = (entry.0 | polarity.0, entry.1 | polarity.1);
        };
        match terms.kind(term) {
            TermKind::And(parts) | TermKind::Or(parts) => parts.iter().for_each(|part| add(*part, own)),
            TermKind::Not(inner) => add(*inner, (own.1, own.0)),
            kind => kind.each_part(|part| add(part, (true, true))),
        }
    }
    found
}

/// The conditions without a variable, where they only bound it.
fn without_bounds(terms: &mut Terms, conditions: Vec<Term>, variable: Variable) -> Vec<Term> {
    let own = terms.read(variable);
    let mut rest = Vec::new();
    // Sums that are not positive, in which the variable has the factor 1 or -1.
    let (mut above, mut below) = (Vec::new(), Vec::new());
    let mut is_one = true;
    for condition in &conditions {
        if !terms.contains(*condition, variable) {
            rest.push(*condition);
            continue;
        }
        let TermKind::NotPositive(sum) = *terms.kind(*condition) else { return conditions };
        let (parts, _) = terms.linear(sum);
        let hidden = |part: &(i128, Term)| part.1 != own && terms.mentions(part.1, |other| other == variable);
        let factor = parts.iter().find(|(_, part)| *part == own).map(|(factor, _)| *factor);
        let Some(factor) = factor.filter(|_| !parts.iter().any(hidden)) else { return conditions };
        is_one &= factor.abs() == 1;
        if factor > 0 { above.push(sum) } else { below.push(sum) }
    }
    let is_bounded = !above.is_empty() && !below.is_empty();
    if is_bounded && (!is_one || above.len() * below.len() > above.len() + below.len() + MORE_BOUNDS) {
        return conditions;
    }
    for high in &above {
        for low in &below {
            let sum = terms.sum(&[(1, *high), (1, *low)]);
            rest.push(terms.not_positive(sum));
        }
    }
    rest
}
