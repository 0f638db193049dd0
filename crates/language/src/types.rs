//! Declared types, with bounds that may depend on the index of a process.

use std::rc::Rc;

use system::{EnumerationId, ProcessId};

use crate::structures::Sort;
use crate::typed::Typed;

/// A type as it is declared.
#[derive(Debug, Clone)]
pub struct DeclaredType {
    /// How it is made.
    pub form: Form,
    /// The sort of its values; none if it has an error, which was reported.
    pub sort: Option<Sort>,
    /// How many types it is written with when all names are replaced; every pass over it takes so long.
    pub weight: usize,
    /// How deeply these are nested.
    pub depth: u32,
}

/// How a type is made.
#[derive(Debug, Clone)]
pub enum Form {
    /// A type without parts.
    Scalar(Scalar),
    /// `array [lo..hi] of T`
    Array(Typed, Typed, Rc<DeclaredType>),
    /// `record { f: T, g: U }`
    Record(Vec<(String, Rc<DeclaredType>)>),
    /// `set of T`
    Set(Rc<DeclaredType>),
    /// `fifo K of T`
    Queue(Typed, Rc<DeclaredType>),
}

/// A type without parts.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "a model has few types")]
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

impl DeclaredType {
    /// A type without parts.
    pub fn scalar(scalar: Scalar) -> DeclaredType {
        let sort = scalar.sort();
        DeclaredType { form: Form::Scalar(scalar), sort, weight: 1, depth: 1 }
    }

    /// A type with parts.
    pub fn structured(form: Form, sort: Option<Sort>) -> DeclaredType {
        let (weight, depth) = form.parts().into_iter().fold((1usize, 0u32), |(weight, depth), part| {
            (weight.saturating_add(part.weight), depth.max(part.depth))
        });
        DeclaredType { form, sort, weight, depth: depth.saturating_add(1) }
    }

    /// A type with an error.
    pub fn unknown() -> DeclaredType {
        DeclaredType::scalar(Scalar::Unknown)
    }

    /// The type without parts that it is.
    pub fn as_scalar(&self) -> Option<&Scalar> {
        match &self.form {
            Form::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// The type without parts of which an array, a set or a queue has several.
    pub fn element(&self) -> Option<&Scalar> {
        match &self.form {
            Form::Scalar(scalar) => Some(scalar),
            Form::Array(_, _, part) | Form::Set(part) | Form::Queue(_, part) => part.element(),
            Form::Record(_) => None,
        }
    }

    /// Whether some part of it has an error.
    pub fn is_broken(&self) -> bool {
        match &self.form {
            Form::Scalar(scalar) => matches!(scalar, Scalar::Unknown),
            Form::Array(_, _, part) | Form::Set(part) | Form::Queue(_, part) => part.is_broken(),
            Form::Record(fields) => fields.iter().any(|(_, part)| part.is_broken()),
        }
    }
}

impl Form {
    /// The types of the parts.
    pub fn parts(&self) -> Vec<&Rc<DeclaredType>> {
        match self {
            Form::Scalar(_) => Vec::new(),
            Form::Array(_, _, part) | Form::Set(part) | Form::Queue(_, part) => vec![part],
            Form::Record(fields) => fields.iter().map(|(_, part)| part).collect(),
        }
    }
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
