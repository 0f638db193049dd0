//! Formulas and sums as a graph in which equal terms are one.
//!
//! Formulas are kept with negations at their leaves: only variables, equations, predicates and quantifiers are negated. So a
//! formula and the negation of its negation are the same term, and what is equal up to that is equal by number.

use std::collections::HashMap;

/// A term by its number; its parts have smaller ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Term(u32);

/// A variable by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Variable(u32);

/// The sort of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Sort {
    Bool,
    Int,
}

impl Sort {
    /// What the language calls it.
    pub fn name(self) -> &'static str {
        match self {
            Sort::Bool => "bool",
            Sort::Int => "int",
        }
    }
}

/// What a term is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum TermKind {
    /// True or false.
    Bool(bool),
    /// A variable of either sort.
    Variable(Variable),
    /// The opposite of a variable, an equation, a predicate or a quantified formula.
    Not(Term),
    /// All of at least two formulas, none of which is an `And` itself, in the order of their numbers.
    And(Vec<Term>),
    /// One of at least two formulas, none of which is an `Or` itself, in the order of their numbers.
    Or(Vec<Term>),
    /// Both formulas or none.
    Iff(Term, Term),
    /// The second if the first holds, else the third, which are integers.
    If(Term, Term, Term),
    /// Terms with factors, in the order of their numbers, and a constant. Not a single term alone.
    Sum(Vec<(i128, Term)>, i128),
    /// The quotient by a positive number, rounded down.
    Quotient(Term, i128),
    /// The remainder of that division.
    Remainder(Term, i128),
    /// The integer is not positive.
    NotPositive(Term),
    /// The integer is zero.
    Zero(Term),
    /// A predicate holds of values.
    Apply(usize, Vec<Term>),
    /// For all values of variables, or for some.
    Quantified { is_universal: bool, variables: Vec<Variable>, body: Term },
}

/// The terms and variables of a file.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    kinds: Vec<TermKind>,
    numbers: HashMap<TermKind, Term>,
    /// For each term whether a predicate, and whether a quantifier, stands in it.
    marks: Vec<(bool, bool)>,
    /// For each term a set of bits, among them one for each variable in it.
    traces: Vec<u64>,
    variables: Vec<(String, Sort)>,
    /// Terms and their opposites, where they were asked for.
    pub(super) opposites: HashMap<Term, Term>,
    /// Whether a number became too large; the terms since then mean nothing.
    pub is_overflown: bool,
}

impl Terms {
    /// A new variable.
    pub fn variable(&mut self, name: &str, sort: Sort) -> Variable {
        self.variables.push((name.to_owned(), sort));
        Variable(u32::try_from(self.variables.len() - 1).expect("there are fewer than 2^32 variables"))
    }

    /// The name that a variable was given.
    pub fn name(&self, variable: Variable) -> &str {
        &self.variables[variable.0 as usize].0
    }

    /// The sort of a variable.
    pub fn sort_of(&self, variable: Variable) -> Sort {
        self.variables[variable.0 as usize].1
    }

    /// The sort of a term.
    pub fn sort(&self, term: Term) -> Sort {
        match self.kind(term) {
            TermKind::Variable(variable) => self.sort_of(*variable),
            TermKind::If(..) | TermKind::Sum(..) | TermKind::Quotient(..) | TermKind::Remainder(..) => {
                Sort::Int
            }
            _ => Sort::Bool,
        }
    }

    /// A variable as a term.
    pub fn read(&mut self, variable: Variable) -> Term {
        self.intern(TermKind::Variable(variable))
    }

    /// What a term is.
    pub fn kind(&self, term: Term) -> &TermKind {
        &self.kinds[term.0 as usize]
    }

    /// The variable, if the term is one.
    pub fn as_variable(&self, term: Term) -> Option<Variable> {
        match self.kind(term) {
            TermKind::Variable(variable) => Some(*variable),
            _ => None,
        }
    }

    /// Whether a predicate stands in a term.
    pub fn has_predicate(&self, term: Term) -> bool {
        self.marks[term.0 as usize].0
    }

    /// Whether a quantifier stands in a term.
    pub fn has_quantifier(&self, term: Term) -> bool {
        self.marks[term.0 as usize].1
    }

    /// Whether a term may stand in another one; if not, it does not.
    pub(super) fn may_contain(&self, whole: Term, part: Term) -> bool {
        let trace = self.traces[part.0 as usize];
        part <= whole && self.traces[whole.0 as usize] & trace == trace
    }

    /// The term of a kind, which must be as its documentation says.
    pub(super) fn intern(&mut self, kind: TermKind) -> Term {
        if let Some(known) = self.numbers.get(&kind) {
            return *known;
        }
        let number = Term(u32::try_from(self.kinds.len()).expect("there are fewer than 2^32 terms"));
        let mut marks = match kind {
            TermKind::Apply(..) => (true, false),
            TermKind::Quantified { .. } => (false, true),
            _ => (false, false),
        };
        let mut trace = match kind {
            TermKind::Variable(variable) => 1 << (variable.0 % 64),
            _ => 0,
        };
        kind.each_part(|part| {
            let (predicate, quantifier) = self.marks[part.0 as usize];
            marks = (marks.0 | predicate, marks.1 | quantifier);
            trace |= self.traces[part.0 as usize];
        });
        self.marks.push(marks);
        self.traces.push(trace);
        self.kinds.push(kind.clone());
        self.numbers.insert(kind, number);
        number
    }

    /// How many terms there are.
    pub fn count(&self) -> usize {
        self.kinds.len()
    }
}

impl TermKind {
    /// Calls a function with each part of the term.
    pub fn each_part(&self, mut visit: impl FnMut(Term)) {
        match self {
            TermKind::Bool(_) | TermKind::Variable(_) => {}
            TermKind::Not(a)
            | TermKind::Quotient(a, _)
            | TermKind::Remainder(a, _)
            | TermKind::NotPositive(a)
            | TermKind::Zero(a)
            | TermKind::Quantified { body: a, .. } => visit(*a),
            TermKind::And(parts) | TermKind::Or(parts) | TermKind::Apply(_, parts) => {
                parts.iter().for_each(|part| visit(*part));
            }
            TermKind::Iff(a, b) => [*a, *b].into_iter().for_each(visit),
            TermKind::If(c, a, b) => [*c, *a, *b].into_iter().for_each(visit),
            TermKind::Sum(parts, _) => parts.iter().for_each(|(_, part)| visit(*part)),
        }
    }
}
