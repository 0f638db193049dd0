//! Formulas of Presburger arithmetic, as trees.

use crate::integer::Integer;

/// A linear term, with division and remainder by constants.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Term {
    /// A number.
    Constant(Integer),
    /// A dimension, a parameter or a quantified variable.
    Variable(String),
    /// The sum of terms.
    Sum(Vec<Term>),
    /// A multiple of a term.
    Scaled(Integer, Box<Term>),
    /// The term divided by a positive number, rounded down.
    Floor(Box<Term>, Integer),
    /// What division by a positive number leaves: at least zero and less than that number.
    Remainder(Box<Term>, Integer),
}

/// How two terms compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

/// A formula over named integer variables.
///
/// ```
/// use presburger::{Budget, Comparison, Formula, Set, Space, Term};
/// let budget = Budget::unlimited();
/// let twice = Term::Scaled(2.into(), Box::new(Term::variable("k")));
/// let even = Formula::exists(&["k"], Formula::Compare(Term::variable("x"), Comparison::Equal, twice));
/// let set = Set::from_formula(Space::new(&[], &["x"]), &even, &budget).unwrap();
/// assert!(set.contains(&[6]) && !set.contains(&[7]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Holds always.
    True,
    /// Holds never.
    False,
    /// A comparison of two terms.
    Compare(Term, Comparison, Term),
    /// All hold.
    And(Vec<Formula>),
    /// At least one holds.
    Or(Vec<Formula>),
    /// Does not hold.
    Not(Box<Formula>),
    /// The second holds if the first does.
    Implies(Box<Formula>, Box<Formula>),
    /// Holds for some integers.
    Exists(Vec<String>, Box<Formula>),
    /// Holds for all integers.
    Forall(Vec<String>, Box<Formula>),
}

impl Term {
    /// The variable of that name.
    pub fn variable(name: &str) -> Term {
        Term::Variable(name.to_string())
    }

    /// The difference of two terms.
    pub fn minus(self, other: Term) -> Term {
        Term::Sum(vec![self, Term::Scaled(Integer::from(-1), Box::new(other))])
    }
}

impl Comparison {
    /// The comparison that holds exactly where this one does not.
    pub fn negated(self) -> Comparison {
        match self {
            Comparison::Equal => Comparison::NotEqual,
            Comparison::NotEqual => Comparison::Equal,
            Comparison::Less => Comparison::AtLeast,
            Comparison::AtMost => Comparison::Greater,
            Comparison::Greater => Comparison::AtMost,
            Comparison::AtLeast => Comparison::Less,
        }
    }
}

impl Formula {
    /// The formula holds for some values of the variables.
    pub fn exists(names: &[&str], body: Formula) -> Formula {
        Formula::Exists(names.iter().map(|name| (*name).to_string()).collect(), Box::new(body))
    }

    /// The formula holds for all values of the variables.
    pub fn forall(names: &[&str], body: Formula) -> Formula {
        Formula::Forall(names.iter().map(|name| (*name).to_string()).collect(), Box::new(body))
    }
}
