//! Models: what every literal and number is worth, also those that the search left open.
//!
//! The search decides only what the question depends on. The rest follows: a gate from its parts, an atom and a remainder from the
//! numbers; variables that nothing depends on are false, or zero.

use crate::arithmetic::Arithmetic;
use crate::gates::Gate;
use crate::linear::Terms;
use crate::literal::Literal;
use presburger::Integer as Number;
use std::cell::RefCell;

/// The model of the last question.
#[derive(Debug, Default)]
pub(crate) struct Model {
    /// What is known so far; filled as it is asked for.
    known: RefCell<Vec<Option<bool>>>,
    numbers: Vec<Number>,
}

impl Model {
    /// Forgets the model.
    pub fn clear(&mut self) {
        self.known.get_mut().clear();
        self.numbers.clear();
    }

    /// The model in which these variables are assigned and columns have these values.
    pub fn set(&mut self, variables: usize, assigned: impl Fn(usize) -> Option<bool>, numbers: &[Number]) {
        self.known.get_mut().extend((0..variables).map(assigned));
        self.numbers.extend_from_slice(numbers);
    }

    /// The value of a column that is a variable.
    pub fn number(&self, column: usize) -> Number {
        self.numbers.get(column).cloned().unwrap_or_default()
    }

    /// The value of terms.
    fn total(&self, terms: &Terms) -> Number {
        let mut total = Number::ZERO;
        for (column, coefficient) in terms {
            total += &(coefficient * &self.number(*column));
        }
        total
    }

    /// Does the literal hold?
    pub fn value(&self, literal: Literal, gates: &[Option<Gate>], arithmetic: &Arithmetic) -> bool {
        let mut known = self.known.borrow_mut();
        let mut open = vec![literal.variable()];
        while let Some(&variable) = open.last() {
            assert!(
                variable < known.len(),
                "a literal has a value after a question that was answered with yes"
            );
            if known[variable].is_some() {
                open.pop();
                continue;
            }
            let missing = open.len();
            let mut part = |part: Literal| match known[part.variable()] {
                Some(value) => value != part.is_negated(),
                None => {
                    open.push(part.variable());
                    false
                }
            };
            let value = match &gates[variable] {
                Some(Gate::All(parts)) => parts.iter().filter(|&&literal| !part(literal)).count() == 0,
                Some(Gate::Same(a, b)) => part(*a) == part(*b),
                Some(Gate::Choice(condition, then, otherwise)) => {
                    let (then, otherwise) = (part(*then), part(*otherwise));
                    if part(*condition) { then } else { otherwise }
                }
                Some(Gate::Remainder { modulus, terms, remainder }) => {
                    self.total(terms).modulo(modulus) == *remainder
                }
                None => arithmetic.atom(variable).is_some_and(|atom| {
                    let value = match arithmetic.simplex.definition(atom.column) {
                        Some(terms) => self.total(terms),
                        None => self.number(atom.column),
                    };
                    value <= atom.at_most
                }),
            };
            if open.len() == missing {
                known[variable] = Some(value);
            }
        }
        known[literal.variable()] != Some(literal.is_negated())
    }
}
