//! What a permutation of instances does to variables, values, states and formulas.
//!
//! Variables of an instance, and elements of arrays that go along with it, take the places of those of another one; references to it, and
//! variables that hold its index, follow it.

use crate::generated::Generated;
use certificates::Term;
use std::collections::{BTreeSet, HashMap};
use system::{Comparison, ProcessId, Sort, State, System, Type, Value, VariableId};

/// What a permutation of the instances of an array does to variables and values.
#[derive(Debug, Clone)]
pub struct Renaming {
    /// The process of the array.
    pub process: ProcessId,
    /// For each instance the one whose place it takes.
    pub permutation: Vec<u32>,
    /// The index of the first instance.
    pub first_index: i128,
    /// For each variable that goes along with an instance the one whose place it takes.
    pub variables: HashMap<VariableId, VariableId>,
    /// The integer variables that hold the index of an instance, or a number that is none.
    pub indices: BTreeSet<VariableId>,
}

impl Renaming {
    /// Where a variable goes.
    pub fn variable(&self, id: VariableId) -> VariableId {
        self.variables.get(&id).copied().unwrap_or(id)
    }

    /// Whether a variable belongs to an instance, or goes along with it.
    pub fn moves(&self, id: VariableId) -> bool {
        self.variables.contains_key(&id)
    }

    /// Whose place an instance takes.
    pub fn instance(&self, instance: u32) -> u32 {
        self.permutation.get(instance as usize).copied().unwrap_or(instance)
    }

    /// Whether a variable holds the index of an instance, or a number that is none.
    pub fn is_index(&self, id: VariableId) -> bool {
        self.indices.contains(&id)
    }

    /// What becomes of the index of an instance; other numbers stay what they are.
    pub fn index(&self, index: i128) -> i128 {
        let instance = index.checked_sub(self.first_index).and_then(|number| u32::try_from(number).ok());
        instance
            .map_or(index, |instance| self.first_index.saturating_add(i128::from(self.instance(instance))))
    }

    /// The state in which everything has gone along.
    pub fn state(&self, system: &System, state: &State) -> State {
        let mut result = state.clone();
        for (number, value) in state.iter().enumerate() {
            let id = VariableId::from_index(number);
            let value = match (system.variable(id).ty, *value) {
                (Type::Reference(of), Value::Reference(Some(instance))) if of == self.process => {
                    Value::Reference(Some(self.instance(instance)))
                }
                (_, Value::Int(index)) if self.is_index(id) => Value::Int(self.index(index)),
                (_, other) => other,
            };
            result[self.variable(id).index()] = value;
        }
        result
    }

    /// What says the same of other instances; nothing if something is mentioned whose meaning is not known.
    pub fn generated(&self, system: &System, one: &Generated) -> Option<Generated> {
        let at = one.at.iter().map(|(variable, location)| (self.variable(*variable), *location)).collect();
        Some(Generated { at, formula: self.term(system, &one.formula)?, rule: one.rule })
    }

    fn term(&self, system: &System, term: &Term) -> Option<Term> {
        let inner = |one: &Term| self.term(system, one).map(Box::new);
        let list = |all: &[Term]| all.iter().map(|one| self.term(system, one)).collect::<Option<Vec<_>>>();
        Some(match term {
            // Indices are compared with numbers, below, or with nothing.
            Term::Variable(id) if self.is_index(*id) => return None,
            Term::Variable(id) => Term::Variable(self.variable(*id)),
            Term::Constant(Value::Reference(Some(_))) | Term::Extra(_) | Term::Name(_) => return None,
            Term::Constant(_) => term.clone(),
            Term::Not(a) => Term::Not(inner(a)?),
            Term::And(all) => Term::And(list(all)?),
            Term::Or(all) => Term::Or(list(all)?),
            Term::Compare(comparison, a, b) => match (&**a, &**b) {
                (Term::Variable(id), Term::Constant(Value::Reference(Some(instance)))) => {
                    let instance = match system.variable(*id).ty.sort() == Sort::Reference(self.process) {
                        true => self.instance(*instance),
                        false => *instance,
                    };
                    let value = Term::Constant(Value::Reference(Some(instance)));
                    Term::Compare(*comparison, inner(a)?, Box::new(value))
                }
                (Term::Variable(id), Term::Constant(Value::Int(index))) if self.is_index(*id) => {
                    if !matches!(comparison, Comparison::Eq | Comparison::Ne) {
                        return None;
                    }
                    let variable = Term::Variable(self.variable(*id));
                    Term::Compare(*comparison, Box::new(variable), Box::new(Term::int(self.index(*index))))
                }
                _ => Term::Compare(*comparison, inner(a)?, inner(b)?),
            },
            Term::Sum(all) => Term::Sum(list(all)?),
            Term::Times(factor, a) => Term::Times(*factor, inner(a)?),
            Term::Divide(a, by) => Term::Divide(inner(a)?, *by),
            Term::Modulo(a, by) => Term::Modulo(inner(a)?, *by),
            Term::If(a, b, c) => Term::If(inner(a)?, inner(b)?, inner(c)?),
        })
    }
}
