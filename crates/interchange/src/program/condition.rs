//! Conditions on the states of a program.

use super::linear::{Linear, Symbol};

/// How two numbers compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

/// A path quantifier with a temporal operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Temporal {
    /// On all paths, or on some.
    pub all_paths: bool,
    /// `G`, `F` or `X` of one condition, `U` or `W` of two.
    pub operator: char,
}

/// A condition on a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// True or false.
    Bool(bool),
    /// The program is at this location.
    At(usize),
    /// The numbers compare.
    Compare(Comparison, Linear, Linear),
    /// Not this.
    Not(Box<Condition>),
    /// All of these.
    And(Vec<Condition>),
    /// One of these.
    Or(Vec<Condition>),
    /// A temporal operator, of one condition or of two.
    Temporal(Temporal, Vec<Condition>),
}

impl Comparison {
    /// The comparison that holds where this one does not.
    pub fn negated(self) -> Self {
        match self {
            Comparison::Equal => Comparison::Different,
            Comparison::Different => Comparison::Equal,
            Comparison::Less => Comparison::AtLeast,
            Comparison::AtMost => Comparison::Greater,
            Comparison::Greater => Comparison::AtMost,
            Comparison::AtLeast => Comparison::Less,
        }
    }
}

impl Condition {
    /// The opposite.
    pub fn negated(self) -> Self {
        match self {
            Condition::Bool(value) => Condition::Bool(!value),
            Condition::Compare(comparison, a, b) => Condition::Compare(comparison.negated(), a, b),
            Condition::Not(inner) => *inner,
            other => Condition::Not(Box::new(other)),
        }
    }

    /// All of these conditions, with what is always true left out.
    pub fn all(conditions: impl IntoIterator<Item = Condition>) -> Self {
        let mut parts: Vec<Condition> = conditions.into_iter().flat_map(Condition::conjuncts).collect();
        match parts.len() {
            0 => Condition::Bool(true),
            1 => parts.remove(0),
            _ => Condition::And(parts),
        }
    }

    /// The conditions that must all hold; none if it is always true.
    pub fn conjuncts(self) -> Vec<Condition> {
        match self {
            Condition::Bool(true) => Vec::new(),
            Condition::And(parts) => parts.into_iter().flat_map(Condition::conjuncts).collect(),
            other => vec![other],
        }
    }

    /// The condition with a sum in the place of each symbol; nothing if a number becomes too large.
    pub fn replaced(&self, value: &impl Fn(Symbol) -> Linear) -> Option<Self> {
        let all = |parts: &[Condition]| {
            parts.iter().map(|part| part.replaced(value)).collect::<Option<Vec<Condition>>>()
        };
        Some(match self {
            Condition::Bool(_) | Condition::At(_) => self.clone(),
            Condition::Compare(comparison, a, b) => {
                Condition::Compare(*comparison, a.replaced(value)?, b.replaced(value)?)
            }
            Condition::Not(inner) => Condition::Not(Box::new(inner.replaced(value)?)),
            Condition::And(parts) => Condition::And(all(parts)?),
            Condition::Or(parts) => Condition::Or(all(parts)?),
            Condition::Temporal(temporal, parts) => Condition::Temporal(*temporal, all(parts)?),
        })
    }

    /// Calls a function with each symbol that occurs.
    pub fn each_symbol(&self, visit: &mut impl FnMut(Symbol)) {
        match self {
            Condition::Bool(_) | Condition::At(_) => {}
            Condition::Compare(_, a, b) => a.symbols().chain(b.symbols()).for_each(visit),
            Condition::Not(inner) => inner.each_symbol(visit),
            Condition::And(parts) | Condition::Or(parts) | Condition::Temporal(_, parts) => {
                parts.iter().for_each(|part| part.each_symbol(visit));
            }
        }
    }

    /// Whether a symbol that fits occurs.
    pub fn mentions(&self, fits: impl Fn(Symbol) -> bool) -> bool {
        let mut found = false;
        self.each_symbol(&mut |symbol| found |= fits(symbol));
        found
    }
}
