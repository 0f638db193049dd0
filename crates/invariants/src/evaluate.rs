//! The value of a formula in a state.

use certificates::Term;
use system::{Comparison, State, Value};

/// Whether a formula is true in a state; nothing if a number is too large or the formula is no condition.
pub fn is_true(term: &Term, state: &State) -> Option<bool> {
    match value(term, state)? {
        Value::Bool(value) => Some(value),
        _ => None,
    }
}

/// The value of a formula in a state; nothing if a number is too large or the formula is no expression over the system's variables.
pub fn value(term: &Term, state: &State) -> Option<Value> {
    Some(match term {
        Term::Constant(value) => *value,
        Term::Variable(id) => *state.get(id.index())?,
        Term::Extra(_) | Term::Name(_) => return None,
        Term::Not(a) => Value::Bool(!is_true(a, state)?),
        Term::And(all) => Value::Bool(all_of(all, state, true)?),
        Term::Or(all) => Value::Bool(!all_of(all, state, false)?),
        Term::Compare(comparison, a, b) => {
            Value::Bool(compared(*comparison, value(a, state)?, value(b, state)?))
        }
        Term::Sum(all) => {
            let mut sum: i128 = 0;
            for one in all {
                sum = sum.checked_add(number(one, state)?)?;
            }
            Value::Int(sum)
        }
        Term::Times(factor, a) => Value::Int(number(a, state)?.checked_mul(*factor)?),
        Term::Divide(a, by) => Value::Int(number(a, state)?.checked_div_euclid(*by)?),
        Term::Modulo(a, by) => Value::Int(number(a, state)?.checked_rem_euclid(*by)?),
        Term::If(condition, a, b) => match is_true(condition, state)? {
            true => value(a, state)?,
            false => value(b, state)?,
        },
    })
}

/// The value of an integer formula.
pub fn number(term: &Term, state: &State) -> Option<i128> {
    match value(term, state)? {
        Value::Int(value) => Some(value),
        _ => None,
    }
}

/// Whether all of these have this truth value.
fn all_of(all: &[Term], state: &State, wanted: bool) -> Option<bool> {
    for one in all {
        if is_true(one, state)? != wanted {
            return Some(false);
        }
    }
    Some(true)
}

fn compared(comparison: Comparison, a: Value, b: Value) -> bool {
    match comparison {
        Comparison::Eq => a == b,
        Comparison::Ne => a != b,
        Comparison::Lt => a < b,
        Comparison::Le => a <= b,
        Comparison::Gt => a > b,
        Comparison::Ge => a >= b,
    }
}
