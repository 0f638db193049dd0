//! Declared types, with bounds that may depend on the index of a process.

use system::{EnumerationId, ProcessId, Sort};

use crate::typed::Typed;

/// A type as it is declared.
#[derive(Debug, Clone)]
pub struct DeclaredType {
    /// The type of a variable, or of each element.
    pub scalar: Scalar,
    /// The bounds of the index, if it is an array.
    pub array: Option<(Typed, Typed)>,
}

/// A type that is not an array.
#[derive(Debug, Clone)]
pub enum Scalar {
    /// `bool`
    Bool,
    /// `nat`
    Nat,
    /// `int`
    Int,
    /// `lo..hi`
    Range(Typed, Typed),
    /// `{ A, B }`
    Enumeration(EnumerationId),
    /// `ref P`
    Reference(ProcessId),
    /// A type with an error, which was reported.
    Unknown,
}

impl Scalar {
    /// The sort of its values.
    pub fn sort(&self) -> Option<Sort> {
        match self {
            Scalar::Bool => Some(Sort::Bool),
            Scalar::Nat | Scalar::Int | Scalar::Range(..) => Some(Sort::Int),
            Scalar::Enumeration(id) => Some(Sort::Enumeration(*id)),
            Scalar::Reference(process) => Some(Sort::Reference(*process)),
            Scalar::Unknown => None,
        }
    }
}
