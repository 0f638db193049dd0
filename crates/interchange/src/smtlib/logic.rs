//! Formulas are made here, simplified on the way.

use super::term::{Term, TermKind, Terms, Variable};
use std::collections::HashSet;

impl Terms {
    /// True or false.
    pub fn bool(&mut self, value: bool) -> Term {
        self.intern(TermKind::Bool(value))
    }

    /// The value of a formula that is true or false whatever its variables are.
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        match self.kind(term) {
            TermKind::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The opposite of a formula.
    pub fn not(&mut self, term: Term) -> Term {
        // The formulas below whose opposites are not known, parts before wholes.
        let mut pending = vec![term];
        let mut found = HashSet::new();
        while let Some(next) = pending.pop() {
            if self.opposites.contains_key(&next) || !found.insert(next) {
                continue;
            }
            match self.kind(next) {
                TermKind::And(parts) | TermKind::Or(parts) => pending.extend_from_slice(parts),
                TermKind::Iff(_, b) => pending.push(*b),
                _ => {}
            }
        }
        let mut order: Vec<Term> = found.into_iter().collect();
        order.sort_unstable();
        for next in order {
            let opposite = self.opposite(next);
            self.opposites.insert(next, opposite);
            self.opposites.insert(opposite, next);
        }
        self.opposites[&term]
    }

    /// The opposite of a formula, where those of its parts are known.
    fn opposite(&mut self, term: Term) -> Term {
        match self.kind(term).clone() {
            TermKind::Bool(value) => self.bool(!value),
            TermKind::Not(inner) => inner,
            TermKind::And(parts) => {
                let parts = parts.iter().map(|part| self.opposites[part]).collect();
                self.or(parts)
            }
            TermKind::Or(parts) => {
                let parts = parts.iter().map(|part| self.opposites[part]).collect();
                self.and(parts)
            }
            TermKind::Iff(a, b) => {
                let b = self.opposites[&b];
                self.iff(a, b)
            }
            TermKind::NotPositive(sum) => {
                // Not s <= 0 is 1 - s <= 0.
                let one = self.number(1);
                let sum = self.sum(&[(1, one), (-1, sum)]);
                self.not_positive(sum)
            }
            _ => self.intern(TermKind::Not(term)),
        }
    }

    /// The opposite of a formula, if it is known or costs nothing to make.
    fn known_opposite(&mut self, term: Term) -> Option<Term> {
        match self.kind(term) {
            TermKind::And(_) | TermKind::Or(_) | TermKind::Iff(..) => self.opposites.get(&term).copied(),
            _ => Some(self.not(term)),
        }
    }

    /// All of these formulas.
    pub fn and(&mut self, parts: Vec<Term>) -> Term {
        self.joined(parts, true)
    }

    /// One of these formulas.
    pub fn or(&mut self, parts: Vec<Term>) -> Term {
        self.joined(parts, false)
    }

    /// `And` for true, `Or` for false: each is the other one with true and false exchanged.
    fn joined(&mut self, parts: Vec<Term>, is_and: bool) -> Term {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match (self.kind(part), is_and) {
                (TermKind::And(inner), true) | (TermKind::Or(inner), false) => flat.extend_from_slice(inner),
                (TermKind::Bool(value), _) if *value == is_and => {}
                (TermKind::Bool(_), _) => return self.bool(!is_and),
                _ => flat.push(part),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        for at in 0..flat.len() {
            let opposite = self.known_opposite(flat[at]);
            if opposite.is_some_and(|opposite| flat.binary_search(&opposite).is_ok()) {
                return self.bool(!is_and);
            }
        }
        match flat.as_slice() {
            [] => self.bool(is_and),
            [only] => *only,
            _ if is_and => self.intern(TermKind::And(flat)),
            _ => self.intern(TermKind::Or(flat)),
        }
    }

    /// Both formulas or none.
    pub fn iff(&mut self, a: Term, b: Term) -> Term {
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) => return b,
            (Some(false), _) => return self.not(b),
            (_, Some(true)) => return a,
            (_, Some(false)) => return self.not(a),
            _ => {}
        }
        if a == b {
            return self.bool(true);
        }
        if self.known_opposite(a) == Some(b) || self.known_opposite(b) == Some(a) {
            return self.bool(false);
        }
        // At most one negation is kept, and it is at what is no variable or at the greater variable.
        let (a, a_negated) = self.without_not(a);
        let (b, b_negated) = self.without_not(b);
        let (mut a, mut b) = (a.min(b), a.max(b));
        if a_negated != b_negated {
            if self.as_variable(a).is_none() && self.as_variable(b).is_some() {
                a = self.not(a);
            } else {
                b = self.not(b);
            }
        }
        self.intern(TermKind::Iff(a.min(b), a.max(b)))
    }

    fn without_not(&self, term: Term) -> (Term, bool) {
        match self.kind(term) {
            TermKind::Not(inner) => (*inner, true),
            _ => (term, false),
        }
    }

    /// The second formula if the first holds, else the third.
    pub fn if_formula(&mut self, condition: Term, a: Term, b: Term) -> Term {
        if let Some(value) = self.as_bool(condition) {
            return if value { a } else { b };
        }
        let opposite = self.not(condition);
        match (self.as_bool(a), self.as_bool(b)) {
            _ if a == b => a,
            (Some(true), _) => self.or(vec![condition, b]),
            (Some(false), _) => self.and(vec![opposite, b]),
            (_, Some(true)) => self.or(vec![opposite, a]),
            (_, Some(false)) => self.and(vec![condition, a]),
            _ if self.opposites.get(&a) == Some(&b) => self.iff(condition, a),
            _ => {
                let then = self.or(vec![opposite, a]);
                let otherwise = self.or(vec![condition, b]);
                self.and(vec![then, otherwise])
            }
        }
    }

    /// A predicate of values.
    pub fn apply(&mut self, predicate: usize, values: Vec<Term>) -> Term {
        self.intern(TermKind::Apply(predicate, values))
    }

    /// A formula for all values of variables, or for some.
    pub fn quantified(&mut self, is_universal: bool, variables: Vec<Variable>, body: Term) -> Term {
        match self.as_bool(body) {
            Some(_) => body,
            None if variables.is_empty() => body,
            None => self.intern(TermKind::Quantified { is_universal, variables, body }),
        }
    }
}
