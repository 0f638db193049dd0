//! What a variable or an expression may be: an interval of integers, or a set of other values.

use crate::interval::Interval;
use system::{Sort, System, Type, Value};

/// Values that are not integers, by their numbers: a bit for each. `null` is the first of the references.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Codes {
    /// These.
    Some(u128),
    /// Any; there may be more than can be listed.
    Any,
}

/// The most values that are listed.
const MOST: u32 = u128::BITS;

impl Codes {
    /// The value with this number alone.
    pub fn only(code: u32) -> Codes {
        if code < MOST { Codes::Some(1 << code) } else { Codes::Any }
    }

    /// All values with numbers below this one.
    pub fn below(count: u32) -> Codes {
        match count {
            MOST => Codes::Some(u128::MAX),
            count if count < MOST => Codes::Some(!(u128::MAX << count)),
            _ => Codes::Any,
        }
    }

    /// Whether the value with this number is among them.
    pub fn contains(self, code: u32) -> bool {
        match self {
            Codes::Some(bits) => code < MOST && bits >> code & 1 == 1,
            Codes::Any => true,
        }
    }

    fn single(self) -> Option<u32> {
        match self {
            Codes::Some(bits) if bits.is_power_of_two() => Some(bits.trailing_zeros()),
            _ => None,
        }
    }

    fn join(self, other: Codes) -> Codes {
        match (self, other) {
            (Codes::Some(one), Codes::Some(two)) => Codes::Some(one | two),
            _ => Codes::Any,
        }
    }

    fn meet(self, other: Codes) -> Codes {
        match (self, other) {
            (Codes::Some(one), Codes::Some(two)) => Codes::Some(one & two),
            (Codes::Any, some) => some,
            (some, Codes::Any) => some,
        }
    }
}

/// What a variable or an expression may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Values {
    /// Integers.
    Integers(Interval),
    /// Booleans, members, references or locations.
    Codes(Codes),
}

impl Values {
    /// Neither `true` nor `false`.
    pub const NEITHER: Values = Values::Codes(Codes::Some(0));
    /// `true` or `false`.
    pub const EITHER: Values = Values::Codes(Codes::Some(3));

    /// All values of a type.
    pub fn of_type(system: &System, ty: Type) -> Values {
        let count = |count: usize| Values::Codes(u32::try_from(count).map_or(Codes::Any, Codes::below));
        match ty {
            Type::Int => Values::Integers(Interval::ALL),
            Type::Nat => Values::Integers(Interval::NATURAL),
            Type::Range { low, high } => Values::Integers(Interval::between(low, high)),
            Type::Bool => Values::EITHER,
            Type::Enumeration(id) => count(system.enumeration(id).members.len()),
            Type::Location(id) => count(system.process(id).locations.len()),
            Type::Reference(id) => count((system.process(id).count as usize).saturating_add(1)),
        }
    }

    /// No value of a sort.
    pub fn none(sort: Sort) -> Values {
        match sort {
            Sort::Int => Values::Integers(Interval::NONE),
            _ => Values::NEITHER,
        }
    }

    /// This value alone.
    pub fn only(value: Value) -> Values {
        match value {
            Value::Int(number) => Values::Integers(Interval::only(number)),
            Value::Bool(truth) => Values::truth(truth, !truth),
            Value::Member(code) | Value::Location(code) => Values::Codes(Codes::only(code)),
            Value::Reference(None) => Values::Codes(Codes::only(0)),
            Value::Reference(Some(instance)) => Values::Codes(Codes::only(instance.saturating_add(1))),
        }
    }

    /// What a condition may be.
    pub fn truth(can_hold: bool, can_fail: bool) -> Values {
        Values::Codes(Codes::Some(u128::from(can_fail) | u128::from(can_hold) << 1))
    }

    /// Whether the condition can have this value.
    pub fn can_be(self, value: bool) -> bool {
        match self {
            Values::Codes(codes) => codes.contains(u32::from(value)),
            Values::Integers(_) => false,
        }
    }

    /// The integers.
    pub fn integers(self) -> Interval {
        match self {
            Values::Integers(interval) => interval,
            Values::Codes(_) => Interval::NONE,
        }
    }

    /// The values that are no integers.
    pub fn codes(self) -> Codes {
        match self {
            Values::Codes(codes) => codes,
            Values::Integers(_) => Codes::Some(0),
        }
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        match self {
            Values::Integers(interval) => interval.is_empty(),
            Values::Codes(codes) => codes == Codes::Some(0),
        }
    }

    /// Whether there is just one.
    pub fn is_single(self) -> bool {
        match self {
            Values::Integers(interval) => interval.single().is_some(),
            Values::Codes(codes) => codes.single().is_some(),
        }
    }

    /// Whether a value is among them.
    pub fn contains(self, value: Value) -> bool {
        !self.meet(Values::only(value)).is_empty()
    }

    /// What is among one of them, or among more.
    pub fn join(self, other: Values) -> Values {
        match (self, other) {
            (Values::Integers(one), Values::Integers(two)) => Values::Integers(one.join(two)),
            (Values::Codes(one), Values::Codes(two)) => Values::Codes(one.join(two)),
            (one, two) if one.is_empty() => two,
            (one, _) => one,
        }
    }

    /// What is among both.
    pub fn meet(self, other: Values) -> Values {
        match (self, other) {
            (Values::Integers(one), Values::Integers(two)) => Values::Integers(one.meet(two)),
            (Values::Codes(one), Values::Codes(two)) => Values::Codes(one.meet(two)),
            _ => Values::NEITHER,
        }
    }
}
