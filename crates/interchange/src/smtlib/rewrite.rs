//! What stands in terms, and other things put in its place.

use super::term::{Term, TermKind, Terms, Variable};
use std::collections::{BTreeSet, HashMap, HashSet};

/// How many terms are looked for in advance before others take their places.
const FEW: usize = 4;

impl Terms {
    /// The terms below roots, roots included, each once and parts before wholes. What `stop` accepts is not entered.
    pub fn below(&self, roots: &[Term], stop: impl Fn(Term) -> bool) -> Vec<Term> {
        let mut pending = roots.to_vec();
        let mut found = HashSet::new();
        while let Some(term) = pending.pop() {
            if found.insert(term) && !stop(term) {
                self.kind(term).each_part(|part| pending.push(part));
            }
        }
        let mut order: Vec<Term> = found.into_iter().collect();
        order.sort_unstable();
        order
    }

    /// The variables that stand in terms.
    pub fn variables(&self, roots: &[Term]) -> BTreeSet<Variable> {
        self.below(roots, |_| false).into_iter().filter_map(|term| self.as_variable(term)).collect()
    }

    /// Whether a variable that fits stands in a term.
    pub fn mentions(&self, root: Term, fits: impl Fn(Variable) -> bool) -> bool {
        let mut pending = vec![root];
        let mut found = HashSet::new();
        while let Some(term) = pending.pop() {
            match self.kind(term) {
                TermKind::Variable(variable) if fits(*variable) => return true,
                kind => kind.each_part(|part| {
                    if found.insert(part) {
                        pending.push(part);
                    }
                }),
            }
        }
        false
    }

    /// Whether a variable stands in a term.
    pub fn contains(&mut self, root: Term, variable: Variable) -> bool {
        let own = self.read(variable);
        self.may_contain(root, own) && self.mentions(root, |other| other == variable)
    }

    /// The terms with others in the place of some of their parts.
    pub fn replaced(&mut self, roots: &[Term], others: &HashMap<Term, Term>) -> Vec<Term> {
        let few: Option<Vec<Term>> = (others.len() <= FEW).then(|| others.keys().copied().collect());
        let is_free = |own: &Self, term: Term| {
            few.as_ref().is_some_and(|few| few.iter().all(|other| !own.may_contain(term, *other)))
        };
        if roots.iter().all(|root| is_free(self, *root)) {
            return roots.to_vec();
        }
        let mut results: HashMap<Term, Term> = HashMap::new();
        for term in self.below(roots, |term| others.contains_key(&term) || is_free(self, term)) {
            let result = match others.get(&term) {
                Some(other) => *other,
                None if is_free(self, term) => term,
                None => self.rebuilt(term, &results),
            };
            results.insert(term, result);
        }
        roots.iter().map(|root| results[root]).collect()
    }

    /// A term made again from the results for its parts.
    fn rebuilt(&mut self, term: Term, results: &HashMap<Term, Term>) -> Term {
        let mut is_changed = false;
        self.kind(term).each_part(|part| is_changed |= results[&part] != part);
        if !is_changed {
            return term;
        }
        let all = |parts: &[Term]| -> Vec<Term> { parts.iter().map(|part| results[part]).collect() };
        match self.kind(term).clone() {
            TermKind::Bool(_) | TermKind::Variable(_) => term,
            TermKind::Not(a) => self.not(results[&a]),
            TermKind::And(parts) => self.and(all(&parts)),
            TermKind::Or(parts) => self.or(all(&parts)),
            TermKind::Iff(a, b) => self.iff(results[&a], results[&b]),
            TermKind::If(c, a, b) => self.if_integer(results[&c], results[&a], results[&b]),
            TermKind::Sum(parts, constant) => {
                let constant = self.number(constant);
                let mut parts: Vec<(i128, Term)> =
                    parts.iter().map(|(factor, part)| (*factor, results[part])).collect();
                parts.push((1, constant));
                self.sum(&parts)
            }
            TermKind::Quotient(a, by) => self.divided(results[&a], by).0,
            TermKind::Remainder(a, by) => self.divided(results[&a], by).1,
            TermKind::NotPositive(a) => self.not_positive(results[&a]),
            TermKind::Zero(a) => self.zero(results[&a]),
            TermKind::Apply(predicate, values) => self.apply(predicate, all(&values)),
            TermKind::Quantified { is_universal, variables, body } => {
                self.quantified(is_universal, variables, results[&body])
            }
        }
    }

    /// The formulas that must all hold for this one to hold.
    pub fn conjuncts(&self, term: Term) -> Vec<Term> {
        match self.kind(term) {
            TermKind::And(parts) => parts.clone(),
            TermKind::Bool(true) => Vec::new(),
            _ => vec![term],
        }
    }

    /// The formulas one of which must hold for this one to hold.
    pub fn disjuncts(&self, term: Term) -> Vec<Term> {
        match self.kind(term) {
            TermKind::Or(parts) => parts.clone(),
            TermKind::Bool(false) => Vec::new(),
            _ => vec![term],
        }
    }

    /// The value that an equation gives to a variable: the formula holds if and only if the variable has that value, and the
    /// variable does not stand in it.
    pub fn solved(&mut self, equation: Term, variable: Variable) -> Option<Term> {
        let own = self.read(variable);
        let value = match self.kind(equation).clone() {
            TermKind::Variable(_) if equation == own => return Some(self.bool(true)),
            TermKind::Not(inner) if inner == own => return Some(self.bool(false)),
            TermKind::Iff(a, b) if a == own => b,
            TermKind::Iff(a, b) if b == own => a,
            TermKind::Zero(sum) => {
                let (parts, _) = self.linear(sum);
                let (factor, _) = parts.iter().find(|(factor, part)| *part == own && factor.abs() == 1)?;
                // factor * own + rest = 0, and the factor is its own inverse.
                self.sum(&[(-factor, sum), (1, own)])
            }
            _ => return None,
        };
        (!self.contains(value, variable)).then_some(value)
    }

    /// The variables for which a formula may be an equation that gives them a value.
    pub fn candidates(&self, equation: Term) -> Vec<Variable> {
        match self.kind(equation) {
            TermKind::Variable(variable) => vec![*variable],
            TermKind::Not(inner) => self.as_variable(*inner).into_iter().collect(),
            TermKind::Iff(a, b) => [a, b].into_iter().filter_map(|side| self.as_variable(*side)).collect(),
            TermKind::Zero(sum) => {
                let (parts, _) = self.linear(*sum);
                let units = parts.into_iter().filter(|(factor, _)| factor.abs() == 1);
                units.filter_map(|(_, part)| self.as_variable(part)).collect()
            }
            _ => Vec::new(),
        }
    }
}
