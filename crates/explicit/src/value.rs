//! Values as machine integers, and the intervals that types are made of.
//!
//! Every value of a system becomes one `i64`: Booleans are 0 and 1, members and locations their number,
//! `null` is 0 and an instance one more than its number. So equality of values is equality of integers, each
//! type is an interval, and a state is a list of integers.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use system::{System, Type, Value};

/// The interval of values of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Domain {
    /// The smallest value.
    pub low: i64,
    /// The largest value; below `low` if there is none.
    pub high: i64,
    /// Whether these are the type's own ends; otherwise the type has values that do not fit into an `i64`,
    /// and its values cannot be listed.
    pub is_listed: bool,
}

impl Domain {
    /// The values of a type.
    pub fn of(system: &System, ty: Type) -> Self {
        let upto = |count: usize| Domain::listed(0, (count as i64).saturating_sub(1));
        match ty {
            Type::Bool => Domain::listed(0, 1),
            Type::Nat => Domain { low: 0, high: i64::MAX, is_listed: false },
            Type::Int => Domain { low: i64::MIN, high: i64::MAX, is_listed: false },
            Type::Enumeration(id) => upto(system.enumeration(id).members.len()),
            Type::Location(id) => upto(system.process(id).locations.len()),
            Type::Reference(id) => Domain::listed(0, i64::from(system.process(id).count)),
            Type::Range { low, high } => {
                let fits = |value: i128| i64::try_from(value).ok();
                match (fits(low), fits(high)) {
                    (Some(low), Some(high)) => Domain::listed(low, high),
                    // No value of the type fits.
                    _ if low > i64::MAX.into() || high < i64::MIN.into() => Domain::NONE,
                    (low, high) => Domain {
                        low: low.unwrap_or(i64::MIN),
                        high: high.unwrap_or(i64::MAX),
                        is_listed: false,
                    },
                }
            }
        }
    }

    /// The type has values, and none fits into an `i64`.
    const NONE: Domain = Domain { low: 0, high: -1, is_listed: false };

    fn listed(low: i64, high: i64) -> Self {
        Domain { low, high, is_listed: true }
    }

    /// Whether the value is one of the type's.
    #[inline]
    pub fn contains(self, value: i64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// The integer for a value; nothing if the value is too large.
pub(crate) fn encode(value: Value) -> Option<i64> {
    match value {
        Value::Bool(value) => Some(i64::from(value)),
        Value::Int(value) => i64::try_from(value).ok(),
        Value::Member(number) | Value::Location(number) => Some(i64::from(number)),
        Value::Reference(None) => Some(0),
        Value::Reference(Some(instance)) => Some(i64::from(instance).saturating_add(1)),
    }
}

/// The value of this type that an integer stands for.
///
/// # Panics
/// If the integer stands for no value of the type's sort.
pub(crate) fn decode(ty: Type, code: i64) -> Value {
    let number = || u32::try_from(code).expect("members, locations and instances are numbered by u32");
    match ty {
        Type::Bool => Value::Bool(code != 0),
        Type::Range { .. } | Type::Nat | Type::Int => Value::Int(code.into()),
        Type::Enumeration(_) => Value::Member(number()),
        Type::Location(_) => Value::Location(number()),
        Type::Reference(_) => Value::Reference(number().checked_sub(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::ProcessId;

    #[test]
    fn references_leave_zero_to_null() {
        let ty = Type::Reference(ProcessId(0));
        for value in [Value::Reference(None), Value::Reference(Some(0)), Value::Reference(Some(7))] {
            assert_eq!(decode(ty, encode(value).unwrap()), value);
        }
        assert_eq!(encode(Value::Reference(None)), Some(0));
    }

    #[test]
    fn a_type_beyond_machine_integers_is_not_listed() {
        let wide = Type::Range { low: 0, high: 1 << 100 };
        let domain = Domain::of(&System::default(), wide);
        assert_eq!((domain.low, domain.high, domain.is_listed), (0, i64::MAX, false));
        for (low, high) in [(1 << 64, 1 << 65), (-(1 << 65), -(1 << 64))] {
            let beyond = Domain::of(&System::default(), Type::Range { low, high });
            assert!(!beyond.is_listed && !beyond.contains(i64::MAX) && !beyond.contains(i64::MIN));
        }
        assert!(!Domain::of(&System::default(), Type::Nat).contains(-1));
        assert_eq!(encode(Value::Int(1 << 64)), None);
    }
}
