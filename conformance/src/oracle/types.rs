//! Types and their values.

use super::Value;
use super::scope::{Scope, Stop, View};
use super::tables::Tables;
use language::ast::{TypeExpr, TypeKind};
use std::collections::BTreeMap;

/// The values that are tried for a variable of an unbounded type.
pub const WINDOW: std::ops::RangeInclusive<i128> = -8..=9;

/// The type of one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// `bool`
    Bool,
    /// `lo..hi`
    Range(i128, i128),
    /// `nat`
    Nat,
    /// `int`
    Int,
    /// These names.
    Names(Vec<String>),
    /// `null` or an instance of this process with one of these indices.
    Reference(String, Vec<i128>),
}

impl Type {
    /// Whether a value of the right sort lies in the type.
    pub fn contains(&self, value: &Value) -> bool {
        match (self, value) {
            (Type::Range(low, high), Value::Int(value)) => (*low..=*high).contains(value),
            (Type::Nat, Value::Int(value)) => *value >= 0,
            _ => true,
        }
    }

    /// Whether there are infinitely many values.
    pub fn is_unbounded(&self) -> bool {
        matches!(self, Type::Nat | Type::Int)
    }

    /// All values, in order; of an unbounded type, those within the window.
    pub fn values(&self) -> Vec<Value> {
        match self {
            Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Type::Range(low, high) => (*low..=*high).map(Value::Int).collect(),
            Type::Nat => (0..=*WINDOW.end()).map(Value::Int).collect(),
            Type::Int => WINDOW.map(Value::Int).collect(),
            Type::Names(names) => names.iter().cloned().map(Value::Name).collect(),
            Type::Reference(process, indices) => {
                let instances = indices.iter().map(|index| Value::Instance(process.clone(), *index));
                std::iter::once(Value::Null).chain(instances).collect()
            }
        }
    }

    /// Whether a value of an unbounded type is so near the edge of the window that others may lie behind it.
    pub fn is_at_edge(&self, value: &Value) -> bool {
        let Value::Int(value) = value else { return false };
        self.is_unbounded() && (*value >= WINDOW.end() - 1 || *value <= WINDOW.start() + 1)
    }
}

impl<'a> Tables<'a> {
    /// A type as written: the bounds of the index if it is an array, and the type of one value.
    pub fn ty(&self, ty: &'a TypeExpr) -> Result<(Option<(i128, i128)>, Type), Stop> {
        let nothing = BTreeMap::new();
        let (scope, view) = (Scope::default(), View::of(&nothing));
        Ok(match &ty.kind {
            TypeKind::Bool => (None, Type::Bool),
            TypeKind::Nat => (None, Type::Nat),
            TypeKind::Int => (None, Type::Int),
            TypeKind::Range(low, high) => {
                (None, Type::Range(self.int(low, &scope, &view)?, self.int(high, &scope, &view)?))
            }
            TypeKind::Record(_) | TypeKind::Set(_) | TypeKind::Queue(..) => {
                return Err(Stop::Beyond("a type with parts"));
            }
            TypeKind::Enumeration(names) => {
                (None, Type::Names(names.iter().map(|name| name.text.clone()).collect()))
            }
            TypeKind::Ref(name) => {
                let body = self.body(&name.text).ok_or(Stop::Beyond("a reference to nothing"))?;
                let indices = self.indices(body.process)?.into_iter().flatten().collect();
                (None, Type::Reference(name.text.clone(), indices))
            }
            TypeKind::Array(low, high, element) => {
                let bounds = (self.int(low, &scope, &view)?, self.int(high, &scope, &view)?);
                match self.ty(element)? {
                    (None, element) => (Some(bounds), element),
                    (Some(_), _) => return Err(Stop::Beyond("an array of arrays")),
                }
            }
            TypeKind::Named(name) => {
                let named = self.types.get(name.text.as_str()).ok_or(Stop::Beyond("an unknown type"))?;
                self.ty(named)?
            }
            TypeKind::Error => return Err(Stop::Beyond("a type with an error")),
        })
    }
}
