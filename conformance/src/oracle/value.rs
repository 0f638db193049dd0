//! Values as traces show them.

use std::fmt;

/// The value of a variable or an expression.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A Boolean.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A member of an enumeration, or a location.
    Name(String),
    /// The reference to nothing.
    Null,
    /// The instance of a process array with an index.
    Instance(String, i128),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Name(name) => write!(f, "{name}"),
            Value::Null => write!(f, "null"),
            Value::Instance(process, index) => write!(f, "{process}[{index}]"),
        }
    }
}
