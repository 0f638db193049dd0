//! What is generated: formulas that are always true at some locations.

use crate::terms::weight;
use certificates::Term;
use std::fmt;
use system::{Comparison, Value, VariableId};

/// That an instance is at a location: the variable that holds its location, and the location, counted from zero.
pub type At = (VariableId, u32);

/// The rule that gave an invariant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// The bounds of a variable, by widening and narrowing.
    Interval,
    /// The remainder of a variable.
    Congruence,
    /// The bounds of a sum or a difference of two variables.
    Difference,
    /// Every transition into the location establishes it.
    Reaffirmed,
    /// It is true before every transition into the location, with hidden what that transition changes.
    Propagated,
    /// A formula of one process, or what another process assigned to a shared variable since.
    Context,
    /// A sum of variables and of numbers of instances at locations, which no step changes.
    Equality,
    /// A bound of a linear expression.
    Polyhedron,
    /// One of the forms that are tried.
    Template,
}

impl Rule {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Interval => "interval",
            Rule::Congruence => "congruence",
            Rule::Difference => "difference",
            Rule::Reaffirmed => "reaffirmed",
            Rule::Propagated => "propagated",
            Rule::Context => "context",
            Rule::Equality => "equality",
            Rule::Polyhedron => "polyhedron",
            Rule::Template => "template",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A formula that is true in every reachable state in which some instances are at some locations.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Generated {
    /// The locations, all of different instances; none where the formula is true everywhere.
    pub at: Vec<At>,
    /// The formula. It does not fault.
    pub formula: Term,
    /// What gave it.
    pub rule: Rule,
}

impl Generated {
    /// The invariant as one formula: the instances are not all there, or it is true.
    pub fn term(&self) -> Term {
        if self.at.is_empty() {
            return self.formula.clone();
        }
        let mut parts: Vec<Term> = self.at.iter().map(|at| is_at(*at).negated()).collect();
        match &self.formula {
            Term::Constant(Value::Bool(false)) => {}
            Term::Or(more) => parts.extend(more.iter().cloned()),
            other => parts.push(other.clone()),
        }
        match parts.len() {
            1 => parts.remove(0),
            _ => Term::Or(parts),
        }
    }

    /// How long it is: the number of its leaves, locations included, and something for each digit of large constants.
    pub fn weight(&self) -> usize {
        match self.rule {
            // However many instances are counted, a count is one word.
            Rule::Equality => 4,
            _ => weight(&self.formula) + 2 * self.at.len(),
        }
    }
}

/// That the instance is at the location.
pub fn is_at((variable, location): At) -> Term {
    Term::compare(Comparison::Eq, Term::Variable(variable), Term::Constant(Value::Location(location)))
}
