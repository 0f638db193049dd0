//! Which variables of a logic stand for the variables of a system, and how their values are coded.

use super::cases::{Cases, Scalar};
use super::occurrences::needing_codes;
use crate::{Kind, Linear, Logic, Refusal, Valuation, Variable};
use system::{Role, System, Type, Value, VariableId};

/// A range with at most so many values gets a code for each.
const FEW_CODES: i128 = 64;

/// A range gets codes where an operation needs them if it has at most so many values.
const MOST_CODES: i128 = 4096;

/// Which variables of a logic stand for those of a system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coding {
    /// Those of the system's variables, in their order.
    pub variables: Vec<Variable>,
    /// Those of further variables, in their order.
    pub extras: Vec<Variable>,
    /// The kinds of the system's variables.
    pub kinds: Vec<Kind>,
}

/// The kind of the codes of a type.
fn kind(system: &System, ty: Type, needs_codes: bool) -> Result<Kind, Refusal> {
    let count = |count: usize| u32::try_from(count).map(Kind::Finite).map_err(|_| Refusal::Overflow);
    match ty {
        Type::Bool => Ok(Kind::Finite(2)),
        Type::Enumeration(id) => count(system.enumeration(id).members.len()),
        Type::Reference(id) => {
            system.process(id).count.checked_add(1).map(Kind::Finite).ok_or(Refusal::Overflow)
        }
        Type::Location(id) => count(system.process(id).locations.len()),
        Type::Range { low, high } => Ok(range_kind(low, high, needs_codes)),
        Type::Nat => Ok(Kind::Integer(Some(0), None)),
        Type::Int => Ok(Kind::Integer(None, None)),
    }
}

/// The kind of the integers from the first to the second.
pub(super) fn range_kind(low: i128, high: i128, needs_codes: bool) -> Kind {
    let most = if needs_codes { MOST_CODES } else { FEW_CODES };
    let count = high.checked_sub(low).and_then(|width| width.checked_add(1)).filter(|count| *count <= most);
    match count.map(|count| u32::try_from(count).unwrap_or(0)) {
        Some(count) => Kind::Finite(count),
        None => Kind::Integer(Some(low), Some(high)),
    }
}

/// The value with this code. Codes of integers count from `low`.
fn decoded(ty: Type, low: i128, code: u32) -> Result<Value, Refusal> {
    Ok(match ty {
        Type::Bool => Value::Bool(code != 0),
        Type::Enumeration(_) => Value::Member(code),
        Type::Reference(_) => Value::Reference(code.checked_sub(1)),
        Type::Location(_) => Value::Location(code),
        Type::Range { .. } | Type::Nat | Type::Int => {
            Value::Int(low.checked_add(i128::from(code)).ok_or(Refusal::Overflow)?)
        }
    })
}

/// The least value of a range, from which its codes count.
pub(super) fn least(ty: Type) -> i128 {
    match ty {
        Type::Range { low, .. } => low,
        _ => 0,
    }
}

/// The value of a variable of the logic, seen as one of this type; codes of integers count from `low`.
pub(super) fn cases_of<L: Logic>(
    logic: &mut L,
    variable: Variable,
    ty: Type,
    low: i128,
) -> Result<Cases<L::Condition>, Refusal> {
    match logic.kind(variable) {
        Kind::Integer(..) => Ok(Cases::certain(logic, Scalar::Integer(Linear::variable(variable)))),
        Kind::Finite(count) => {
            let mut all = Vec::new();
            for code in 0..count {
                all.push((logic.is(variable, code)?, Scalar::of(decoded(ty, low, code)?)));
            }
            Cases::new(logic, all)
        }
    }
}

impl Coding {
    /// Declares the variables. Further ones have a name and a number of values, which are 0, 1, 2, …; or are integers.
    pub fn new<L: Logic>(
        logic: &mut L,
        system: &System,
        extras: &[(String, Option<u32>)],
    ) -> Result<Coding, Refusal> {
        let needing = needing_codes(system);
        let mut coding = Coding { variables: Vec::new(), extras: Vec::new(), kinds: Vec::new() };
        for (index, variable) in system.variables.iter().enumerate() {
            let kind = kind(system, variable.ty, needing.contains(&VariableId::from_index(index)))?;
            coding.variables.push(logic.declare(&variable.name, kind));
            coding.kinds.push(kind);
        }
        for (name, count) in extras {
            let kind = count.map_or(Kind::Integer(None, None), Kind::Finite);
            coding.extras.push(logic.declare(name, kind));
        }
        Ok(coding)
    }

    /// The present value of a variable of the system.
    pub(super) fn variable<L: Logic>(
        &self,
        logic: &mut L,
        system: &System,
        id: VariableId,
    ) -> Result<Cases<L::Condition>, Refusal> {
        let unknown = || Refusal::Malformed(format!("there is no variable with the number {}", id.0));
        let variable = *self.variables.get(id.index()).ok_or_else(unknown)?;
        let ty = system.variable(id).ty;
        cases_of(logic, variable, ty, least(ty))
    }

    /// The present value of a further variable.
    pub(super) fn extra<L: Logic>(
        &self,
        logic: &mut L,
        index: usize,
    ) -> Result<Cases<L::Condition>, Refusal> {
        let unknown = || Refusal::Malformed(format!("there is no further variable with the number {index}"));
        let variable = *self.extras.get(index).ok_or_else(unknown)?;
        cases_of(logic, variable, Type::Int, 0)
    }

    /// A valuation in words, such as `next = 3, Client[1] at wait`: those variables that have a value in it.
    pub fn shown(&self, system: &System, extras: &[(String, Option<u32>)], valuation: &Valuation) -> String {
        let mut words = Vec::new();
        let coded = self.variables.iter().zip(&self.kinds);
        for (declared, (variable, kind)) in system.variables.iter().zip(coded) {
            if let Some(number) = valuation.get(variable) {
                words.push(shown_value(system, declared, *kind, *number));
            }
        }
        for ((name, _), variable) in extras.iter().zip(&self.extras) {
            words.extend(valuation.get(variable).map(|value| format!("{name} = {value}")));
        }
        words.join(", ")
    }
}

fn shown_value(system: &System, declared: &system::Variable, kind: Kind, number: i128) -> String {
    let value = match (kind, u32::try_from(number)) {
        (Kind::Integer(..), _) => Some(Value::Int(number)),
        (Kind::Finite(count), Ok(code)) if code < count => {
            decoded(declared.ty, least(declared.ty), code).ok()
        }
        (Kind::Finite(_), _) => None,
    };
    let relation = if declared.role == Role::Location { "at" } else { "=" };
    let value = value.map_or(number.to_string(), |value| system.show_value(declared.ty, value));
    format!("{} {relation} {value}", declared.name)
}
