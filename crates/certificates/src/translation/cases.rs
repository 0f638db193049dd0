//! Values by cases: which value an expression has depends on the state.

use crate::{Linear, Logic, Refusal};
use std::collections::BTreeMap;
use system::{Comparison, Value};

/// A value of one case: an integer as a sum of integer variables, everything else as a plain value.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// An integer.
    Integer(Linear),
    /// A Boolean, a member, a reference or a location; never an integer.
    Plain(Value),
}

/// A value by cases: the conditions exclude each other; where none is true there is no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cases<C> {
    /// The conditions with their values, all of them different.
    pub cases: Vec<(C, Scalar)>,
}

impl Scalar {
    /// A value as a scalar.
    pub fn of(value: Value) -> Scalar {
        match value {
            Value::Int(value) => Scalar::Integer(Linear::constant(value)),
            other => Scalar::Plain(other),
        }
    }

    /// The integer.
    ///
    /// # Errors
    /// [`Refusal::Malformed`] if it is something else.
    pub fn integer(&self) -> Result<&Linear, Refusal> {
        match self {
            Scalar::Integer(sum) => Ok(sum),
            Scalar::Plain(_) => Err(Refusal::Malformed("an integer is needed here".into())),
        }
    }
}

impl<C: Copy> Cases<C> {
    /// The cases, with one for each value and none that is plainly false.
    pub fn new<L: Logic<Condition = C>>(logic: &mut L, all: Vec<(C, Scalar)>) -> Result<Cases<C>, Refusal> {
        let mut merged: BTreeMap<Scalar, C> = BTreeMap::new();
        for (condition, scalar) in all {
            if logic.is_plainly_false(condition) {
                continue;
            }
            let condition = match merged.get(&scalar) {
                Some(other) => logic.or(*other, condition)?,
                None => condition,
            };
            merged.insert(scalar, condition);
        }
        Ok(Cases { cases: merged.into_iter().map(|(scalar, condition)| (condition, scalar)).collect() })
    }

    /// One value, whatever the state.
    pub fn certain<L: Logic<Condition = C>>(logic: &mut L, scalar: Scalar) -> Cases<C> {
        Cases { cases: vec![(logic.constant(true), scalar)] }
    }

    /// A Boolean that is true under the one condition and false under the other.
    pub fn boolean<L: Logic<Condition = C>>(logic: &mut L, holds: C, fails: C) -> Result<Cases<C>, Refusal> {
        let of = |value| Scalar::Plain(Value::Bool(value));
        Cases::new(logic, vec![(fails, of(false)), (holds, of(true))])
    }

    /// The same where the condition is true, and nothing elsewhere.
    pub fn under<L: Logic<Condition = C>>(&self, logic: &mut L, condition: C) -> Result<Cases<C>, Refusal> {
        let mut all = Vec::new();
        for (own, scalar) in &self.cases {
            all.push((logic.and(*own, condition)?, scalar.clone()));
        }
        Cases::new(logic, all)
    }

    /// This where the condition is true, and the other elsewhere.
    pub fn or_else<L: Logic<Condition = C>>(
        &self,
        logic: &mut L,
        condition: C,
        other: &Cases<C>,
    ) -> Result<Cases<C>, Refusal> {
        let elsewhere = logic.not(condition)?;
        let mut all = self.under(logic, condition)?.cases;
        all.extend(other.under(logic, elsewhere)?.cases);
        Cases::new(logic, all)
    }

    /// Where there is a value.
    pub fn defined<L: Logic<Condition = C>>(&self, logic: &mut L) -> Result<C, Refusal> {
        let conditions: Vec<C> = self.cases.iter().map(|(condition, _)| *condition).collect();
        logic.any(&conditions)
    }

    /// Where the value is this one, which has no variables.
    pub fn is<L: Logic<Condition = C>>(&self, logic: &mut L, value: Value) -> Result<C, Refusal> {
        let other = Cases::certain(logic, Scalar::of(value));
        compare(logic, Comparison::Eq, self, &other)
    }
}

/// Where both have values, and these are so related.
pub(super) fn compare<L: Logic>(
    logic: &mut L,
    comparison: Comparison,
    left: &Cases<L::Condition>,
    right: &Cases<L::Condition>,
) -> Result<L::Condition, Refusal> {
    let mut holds = logic.constant(false);
    for (here, one) in &left.cases {
        let mut related = logic.constant(false);
        for (there, other) in &right.cases {
            let relation = compare_scalars(logic, comparison, one, other)?;
            if !logic.is_plainly_false(relation) {
                let both = logic.and(*there, relation)?;
                related = logic.or(related, both)?;
            }
        }
        if !logic.is_plainly_false(related) {
            let both = logic.and(*here, related)?;
            holds = logic.or(holds, both)?;
        }
    }
    Ok(holds)
}

fn compare_scalars<L: Logic>(
    logic: &mut L,
    comparison: Comparison,
    left: &Scalar,
    right: &Scalar,
) -> Result<L::Condition, Refusal> {
    match (left, right) {
        (Scalar::Plain(left), Scalar::Plain(right)) => match comparison {
            Comparison::Eq => Ok(logic.constant(left == right)),
            Comparison::Ne => Ok(logic.constant(left != right)),
            _ => Err(Refusal::Malformed("only integers are ordered".into())),
        },
        (Scalar::Integer(left), Scalar::Integer(right)) => compare_sums(logic, comparison, left, right),
        _ => Err(Refusal::Malformed("an integer is compared with something else".into())),
    }
}

/// Where two sums are so related.
pub(super) fn compare_sums<L: Logic>(
    logic: &mut L,
    comparison: Comparison,
    left: &Linear,
    right: &Linear,
) -> Result<L::Condition, Refusal> {
    let difference = left.minus(right)?;
    if let Some(constant) = difference.as_constant() {
        return Ok(logic.constant(match comparison {
            Comparison::Eq => constant == 0,
            Comparison::Ne => constant != 0,
            Comparison::Lt => constant < 0,
            Comparison::Le => constant <= 0,
            Comparison::Gt => constant > 0,
            Comparison::Ge => constant >= 0,
        }));
    }
    let one = Linear::constant(1);
    match comparison {
        Comparison::Eq => logic.is_zero(&difference),
        Comparison::Ne => {
            let equal = logic.is_zero(&difference)?;
            logic.not(equal)
        }
        Comparison::Lt => logic.at_most_zero(&difference.plus(&one)?),
        Comparison::Le => logic.at_most_zero(&difference),
        Comparison::Gt => logic.at_most_zero(&one.minus(&difference)?),
        Comparison::Ge => logic.at_most_zero(&difference.times(-1)?),
    }
}
