//! Types of variables, and their values.

use crate::{EnumerationId, ProcessId};

/// The type of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// `true`, `false`
    Bool,
    /// The integers from `low` to `high`, both included; empty if `high < low`.
    Range {
        /// The smallest value.
        low: i128,
        /// The largest value.
        high: i128,
    },
    /// 0, 1, 2, …
    Nat,
    /// All integers.
    Int,
    /// The members of an enumeration.
    Enumeration(EnumerationId),
    /// `null` or an instance of the process.
    Reference(ProcessId),
    /// The locations of the process.
    Location(ProcessId),
}

/// What kind of value an expression has. Ranges, `nat` and `int` are all integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A Boolean.
    Bool,
    /// An integer.
    Int,
    /// A member of the enumeration.
    Enumeration(EnumerationId),
    /// `null` or an instance of the process.
    Reference(ProcessId),
    /// A location of the process.
    Location(ProcessId),
}

impl Type {
    /// The sort of the values of this type.
    pub fn sort(self) -> Sort {
        match self {
            Type::Bool => Sort::Bool,
            Type::Range { .. } | Type::Nat | Type::Int => Sort::Int,
            Type::Enumeration(id) => Sort::Enumeration(id),
            Type::Reference(id) => Sort::Reference(id),
            Type::Location(id) => Sort::Location(id),
        }
    }

    /// Whether the type has infinitely many values.
    pub fn is_unbounded(self) -> bool {
        matches!(self, Type::Nat | Type::Int)
    }

    /// Whether an integer lies in an integer type; false for other types.
    pub fn contains_int(self, value: i128) -> bool {
        match self {
            Type::Range { low, high } => (low..=high).contains(&value),
            Type::Nat => value >= 0,
            Type::Int => true,
            _ => false,
        }
    }
}

/// The value of a variable or an expression. Values of one sort are ordered as they are declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A Boolean.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A member of an enumeration, counted from zero.
    Member(u32),
    /// `null`, or an instance of a process, counted from zero (not by its index).
    Reference(Option<u32>),
    /// A location of a process, counted from zero.
    Location(u32),
}

/// The values of all variables of a system, in the order of [`crate::System::variables`].
pub type State = Vec<Value>;
