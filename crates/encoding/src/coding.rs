//! How values of the system are kept in a space: which code stands for which value.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use state_sets::{Point, Variable};
use system::{State, Value, VariableId};

/// What the codes or integers of one variable stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Codes {
    /// Each code stands for the value at its place.
    Values(Vec<Value>),
    /// The codes stand for the integers from this one on.
    From(i128),
    /// The integer is the value itself.
    Itself,
}

/// The coding of all variables of a system. The variables of the system come first in the space, in the system's
/// order; others (rigid variables, states of an automaton) may follow them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Coding {
    /// The codes of each variable of the system.
    pub codes: Vec<Codes>,
}

impl Coding {
    /// The variable of the space for a variable of the system.
    pub fn variable(&self, variable: VariableId) -> Variable {
        Variable(variable.index() as u32)
    }

    /// What must be added to the code or integer of a variable to get the number that stands for its value.
    pub(crate) fn offset(&self, variable: VariableId) -> i128 {
        match self.codes[variable.index()] {
            Codes::From(first) => first,
            Codes::Values(_) | Codes::Itself => 0,
        }
    }

    /// The state of the system that a point of the space stands for.
    pub fn state(&self, point: &Point) -> State {
        self.codes.iter().zip(&point.0).map(|(codes, code)| codes.value(*code)).collect()
    }

    /// The values of the system's variables in the space; nothing for a value outside its type.
    pub fn point(&self, state: &State) -> Option<Point> {
        let values: Option<Vec<i128>> =
            self.codes.iter().zip(state.iter()).map(|(codes, value)| codes.code(*value)).collect();
        values.map(Point)
    }
}

impl Codes {
    /// The value that the code stands for.
    pub fn value(&self, code: i128) -> Value {
        match self {
            Codes::Values(values) => values[code as usize],
            Codes::From(first) => {
                let value = first.checked_add(code);
                Value::Int(value.unwrap_or_else(|| unreachable!("a code stands for a value of its range")))
            }
            Codes::Itself => Value::Int(code),
        }
    }

    /// The code that stands for the value, if there is one.
    pub fn code(&self, value: Value) -> Option<i128> {
        match (self, value) {
            (Codes::Values(values), value) => Some(values.iter().position(|own| *own == value)? as i128),
            (Codes::From(first), Value::Int(value)) => value.checked_sub(*first).filter(|code| *code >= 0),
            (Codes::Itself, Value::Int(value)) => Some(value),
            (Codes::From(_) | Codes::Itself, _) => None,
        }
    }
}
