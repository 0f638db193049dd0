//! Linear expressions over the variables of a system, and literals in a form in which equal ones look equal.

use certificates::Term;
use std::collections::BTreeMap;
use system::{Comparison, Value, VariableId};

/// A constant plus multiples of variables; no factor is zero.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Row {
    /// The factor of each variable.
    pub terms: BTreeMap<VariableId, i128>,
    /// The constant.
    pub constant: i128,
}

impl Row {
    /// A constant.
    pub fn constant(constant: i128) -> Row {
        Row { terms: BTreeMap::new(), constant }
    }

    /// The value of a variable.
    pub fn variable(variable: VariableId) -> Row {
        Row { terms: BTreeMap::from([(variable, 1)]), constant: 0 }
    }

    /// The factor of a variable.
    pub fn factor(&self, variable: VariableId) -> i128 {
        self.terms.get(&variable).copied().unwrap_or(0)
    }

    /// The sum of this and a multiple of the other; nothing if a number is too large.
    pub fn plus(&self, factor: i128, other: &Row) -> Option<Row> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (variable, own) in &other.terms {
            let total = sum.factor(*variable).checked_add(own.checked_mul(factor)?)?;
            match total {
                0 => sum.terms.remove(variable),
                _ => sum.terms.insert(*variable, total),
            };
        }
        Some(sum)
    }

    /// The multiple.
    pub fn times(&self, factor: i128) -> Option<Row> {
        Row::default().plus(factor, self)
    }

    /// The row with another one in place of a variable.
    pub fn with(&self, variable: VariableId, other: &Row) -> Option<Row> {
        let mut rest = self.clone();
        match rest.terms.remove(&variable) {
            Some(factor) => rest.plus(factor, other),
            None => Some(rest),
        }
    }

    /// The row of an integer formula, if it is one.
    pub fn of(term: &Term) -> Option<Row> {
        match term {
            Term::Constant(Value::Int(value)) => Some(Row::constant(*value)),
            Term::Variable(id) => Some(Row::variable(*id)),
            Term::Sum(all) => all.iter().try_fold(Row::default(), |sum, one| sum.plus(1, &Row::of(one)?)),
            Term::Times(factor, a) => Row::of(a)?.times(*factor),
            _ => None,
        }
    }

    /// The greatest common divisor of the factors; zero if there is none.
    pub fn content(&self) -> i128 {
        self.terms.values().fold(0, |sum, factor| gcd(sum, *factor))
    }

    /// `row >= 0` with the smallest factors, for integers.
    pub fn tightened(&self) -> Row {
        let content = self.content();
        if content <= 1 {
            return self.clone();
        }
        let terms = self.terms.iter().map(|(variable, factor)| (*variable, factor / content)).collect();
        Row { terms, constant: self.constant.div_euclid(content) }
    }

    /// `row >= 0` (or another comparison with zero) as a formula: positive multiples on the left, negative ones on the right.
    pub fn compared(&self, comparison: Comparison) -> Term {
        let multiple = |variable: &VariableId, factor: i128| match factor {
            1 => Term::Variable(*variable),
            _ => Term::Times(factor, Box::new(Term::Variable(*variable))),
        };
        let positive = self.terms.iter().filter(|(_, factor)| **factor > 0);
        let mut left: Vec<Term> = positive.map(|(variable, factor)| multiple(variable, *factor)).collect();
        let negative = self.terms.iter().filter(|(_, factor)| **factor < 0);
        let mut right: Vec<Term> =
            negative.map(|(variable, factor)| multiple(variable, factor.saturating_neg())).collect();
        let (mut comparison, mut constant) = (comparison, self.constant.saturating_neg());
        if left.is_empty() {
            std::mem::swap(&mut left, &mut right);
            comparison = mirrored(comparison);
            constant = self.constant;
        }
        if right.is_empty() || constant != 0 {
            right.push(Term::int(constant));
        }
        Term::compare(comparison, sum(left), sum(right))
    }
}

fn sum(mut all: Vec<Term>) -> Term {
    match all.len() {
        0 => Term::int(0),
        1 => all.remove(0),
        _ => Term::Sum(all),
    }
}

/// The comparison with its sides exchanged.
pub fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Lt => Comparison::Gt,
        Comparison::Le => Comparison::Ge,
        Comparison::Gt => Comparison::Lt,
        Comparison::Ge => Comparison::Le,
        other => other,
    }
}

/// The greatest common divisor.
pub fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.saturating_abs() } else { gcd(b, a % b) }
}

/// A literal in a form in which equal ones look equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Literal {
    /// `row >= 0`
    AtLeastZero(Row),
    /// `row = 0`; its first factor is positive.
    Zero(Row),
    /// `row != 0`; its first factor is positive.
    NotZero(Row),
    /// A variable of another sort has, or does not have, this value.
    Is(VariableId, Value, bool),
}

impl Literal {
    /// The literal of a formula, if it is one.
    pub fn of(term: &Term) -> Option<Literal> {
        match term {
            Term::Variable(id) => Some(Literal::Is(*id, Value::Bool(true), true)),
            Term::Not(inner) => Literal::of(inner)?.negated(),
            Term::Compare(comparison, a, b) => match (&**a, &**b) {
                (Term::Variable(id), Term::Constant(value)) if !matches!(value, Value::Int(_)) => {
                    match (comparison, value) {
                        (Comparison::Eq, Value::Bool(value)) => {
                            Some(Literal::Is(*id, Value::Bool(true), *value))
                        }
                        (Comparison::Ne, Value::Bool(value)) => {
                            Some(Literal::Is(*id, Value::Bool(true), !*value))
                        }
                        (Comparison::Eq, value) => Some(Literal::Is(*id, *value, true)),
                        (Comparison::Ne, value) => Some(Literal::Is(*id, *value, false)),
                        _ => None,
                    }
                }
                _ => Literal::linear(*comparison, &Row::of(a)?.plus(-1, &Row::of(b)?)?),
            },
            _ => None,
        }
    }

    /// A comparison of a row with zero.
    pub fn linear(comparison: Comparison, row: &Row) -> Option<Literal> {
        let less = |row: &Row| row.plus(1, &Row::constant(-1));
        Some(match comparison {
            Comparison::Ge => Literal::AtLeastZero(row.tightened()),
            Comparison::Gt => Literal::AtLeastZero(less(row)?.tightened()),
            Comparison::Le => Literal::AtLeastZero(row.times(-1)?.tightened()),
            Comparison::Lt => Literal::AtLeastZero(less(&row.times(-1)?)?.tightened()),
            Comparison::Eq => Literal::Zero(signed(row)?),
            Comparison::Ne => Literal::NotZero(signed(row)?),
        })
    }

    /// The opposite.
    pub fn negated(&self) -> Option<Literal> {
        Some(match self {
            Literal::AtLeastZero(row) => return Literal::linear(Comparison::Lt, row),
            Literal::Zero(row) => Literal::NotZero(row.clone()),
            Literal::NotZero(row) => Literal::Zero(row.clone()),
            Literal::Is(variable, value, truth) => Literal::Is(*variable, *value, !truth),
        })
    }

    /// The formula.
    pub fn term(&self) -> Term {
        match self {
            Literal::AtLeastZero(row) => row.compared(Comparison::Ge),
            Literal::Zero(row) => row.compared(Comparison::Eq),
            Literal::NotZero(row) => row.compared(Comparison::Ne),
            Literal::Is(variable, Value::Bool(_), truth) => match truth {
                true => Term::Variable(*variable),
                false => Term::Variable(*variable).negated(),
            },
            Literal::Is(variable, value, truth) => {
                let is =
                    |comparison| Term::compare(comparison, Term::Variable(*variable), Term::Constant(*value));
                match (truth, value) {
                    (true, _) => is(Comparison::Eq),
                    (false, Value::Location(_)) => is(Comparison::Eq).negated(),
                    (false, _) => is(Comparison::Ne),
                }
            }
        }
    }

    /// The variables.
    pub fn variables(&self) -> Vec<VariableId> {
        match self {
            Literal::AtLeastZero(row) | Literal::Zero(row) | Literal::NotZero(row) => {
                row.terms.keys().copied().collect()
            }
            Literal::Is(variable, ..) => vec![*variable],
        }
    }
}

/// The row or its opposite, whichever has a positive first factor.
fn signed(row: &Row) -> Option<Row> {
    let content = row.content();
    let divides = content > 1 && row.constant % content == 0;
    let row = if divides { row.tightened() } else { row.clone() };
    match row.terms.values().next() {
        Some(factor) if *factor < 0 => row.times(-1),
        _ => Some(row),
    }
}
