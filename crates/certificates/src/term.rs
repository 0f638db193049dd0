//! Formulas of certificates: expressions of the language that cannot fault, over the variables of a system.

use system::{Comparison, Value, VariableId};

/// An expression over a state. It is Boolean, an integer, or a value of an enumeration, of references or of locations.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Term {
    /// A constant: a Boolean, an integer, a member, a reference or a location.
    Constant(Value),
    /// The value of a variable of the system.
    Variable(VariableId),
    /// The value of a variable that is not one of the system's: rigid variables and the state of an automaton.
    Extra(usize),
    /// The value of a definition of the certificate, by its place in the list.
    Name(usize),
    /// `!e`
    Not(Box<Term>),
    /// `a && b && …`, true if there is none.
    And(Vec<Term>),
    /// `a || b || …`, false if there is none.
    Or(Vec<Term>),
    /// A comparison; all but `=` and `!=` are of integers.
    Compare(Comparison, Box<Term>, Box<Term>),
    /// The sum of integers.
    Sum(Vec<Term>),
    /// A multiple.
    Times(i128, Box<Term>),
    /// Floor division by a positive number.
    Divide(Box<Term>, i128),
    /// The remainder of that.
    Modulo(Box<Term>, i128),
    /// `if c then a else b`
    If(Box<Term>, Box<Term>, Box<Term>),
}

impl Term {
    /// A Boolean constant.
    pub fn bool(value: bool) -> Term {
        Term::Constant(Value::Bool(value))
    }

    /// An integer constant.
    pub fn int(value: i128) -> Term {
        Term::Constant(Value::Int(value))
    }

    /// A comparison.
    pub fn compare(comparison: Comparison, left: Term, right: Term) -> Term {
        Term::Compare(comparison, Box::new(left), Box::new(right))
    }

    /// The opposite.
    pub fn negated(self) -> Term {
        match self {
            Term::Not(inner) => *inner,
            Term::Constant(Value::Bool(value)) => Term::bool(!value),
            other => Term::Not(Box::new(other)),
        }
    }
}
