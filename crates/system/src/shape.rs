//! Variables with parts: records, nested arrays, sets and queues.
//!
//! Every part is a variable of its own. A set is one Boolean for each element that it can have; a queue is its length and its
//! entries, the oldest first, where entries beyond the length hold a fixed value, so that equal queues are equal states.

use crate::{ProcessId, State, Type, Value, VariableId};

/// A declared variable, or that of an instance, with all its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Structured {
    /// The name shown: `last`, `Client[1].last`.
    pub name: String,
    /// The declared name alone.
    pub base: String,
    /// The instance that it belongs to, counted from zero.
    pub owner: Option<(ProcessId, u32)>,
    /// Its first part; the others follow.
    pub first: VariableId,
    /// How it is made.
    pub shape: Shape,
}

/// How a value is made of parts, in the order of the variables that hold them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// One variable.
    Scalar(Type),
    /// Fields with their names.
    Record(Vec<(String, Shape)>),
    /// Elements.
    Array {
        /// The index of the first.
        low: i128,
        /// How many there are.
        count: u32,
        /// How each is made.
        element: Box<Shape>,
    },
    /// A Boolean for each element that the set can have.
    Set {
        /// The elements, in the order in which they are shown.
        elements: Vec<Datum>,
        /// How each is made.
        element: Box<Shape>,
    },
    /// The length, and then the entries, the oldest first.
    Queue {
        /// The most entries.
        capacity: u32,
        /// How each is made.
        entry: Box<Shape>,
    },
}

/// A value with all its parts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Datum {
    /// A value without parts.
    Scalar(Value),
    /// The fields of a record.
    Record(Vec<Datum>),
    /// The elements of an array.
    Array(Vec<Datum>),
    /// The elements of a set, in order.
    Set(Vec<Datum>),
    /// The entries of a queue, the oldest first.
    Queue(Vec<Datum>),
}

impl Structured {
    /// Whether a variable is a part of it.
    pub fn contains(&self, variable: VariableId) -> bool {
        (self.first.0..self.first.0.saturating_add(self.shape.size())).contains(&variable.0)
    }
}

impl Shape {
    /// How many variables hold the parts.
    pub fn size(&self) -> u32 {
        match self {
            Shape::Scalar(_) => 1,
            Shape::Record(fields) => fields.iter().fold(0, |sum, (_, part)| sum.saturating_add(part.size())),
            Shape::Array { count, element, .. } => count.saturating_mul(element.size()),
            Shape::Set { elements, .. } => u32::try_from(elements.len()).unwrap_or(u32::MAX),
            Shape::Queue { capacity, entry } => capacity.saturating_mul(entry.size()).saturating_add(1),
        }
    }

    /// How far the first variable of a field is from that of the record.
    pub fn field_offset(fields: &[(String, Shape)], field: usize) -> u32 {
        fields.iter().take(field).fold(0, |sum, (_, part)| sum.saturating_add(part.size()))
    }

    /// The value that unused entries of a queue hold.
    pub fn filler(&self) -> Datum {
        match self {
            Shape::Scalar(ty) => Datum::Scalar(match ty {
                Type::Bool => Value::Bool(false),
                Type::Range { low, .. } => Value::Int(*low),
                Type::Nat | Type::Int => Value::Int(0),
                Type::Enumeration(_) => Value::Member(0),
                Type::Reference(_) => Value::Reference(None),
                Type::Location(_) => Value::Location(0),
            }),
            Shape::Record(fields) => Datum::Record(fields.iter().map(|(_, part)| part.filler()).collect()),
            Shape::Array { count, element, .. } => {
                Datum::Array((0..*count).map(|_| element.filler()).collect())
            }
            Shape::Set { .. } => Datum::Set(Vec::new()),
            Shape::Queue { .. } => Datum::Queue(Vec::new()),
        }
    }

    /// The value that the variables hold, the first of which has this number; the rest of the state is not read.
    pub fn read(&self, first: VariableId, state: &[Value]) -> Datum {
        let behind = |offset: u32| VariableId(first.0.saturating_add(offset));
        match self {
            Shape::Scalar(_) => Datum::Scalar(state[first.index()]),
            Shape::Record(fields) => {
                let mut offset = 0;
                let mut parts = Vec::with_capacity(fields.len());
                for (_, part) in fields {
                    parts.push(part.read(behind(offset), state));
                    offset += part.size();
                }
                Datum::Record(parts)
            }
            Shape::Array { count, element, .. } => {
                let size = element.size();
                Datum::Array((0..*count).map(|at| element.read(behind(at * size), state)).collect())
            }
            Shape::Set { elements, .. } => {
                let flags = &state[first.index()..];
                let held = elements.iter().zip(flags).filter(|(_, flag)| **flag == Value::Bool(true));
                Datum::Set(held.map(|(element, _)| element.clone()).collect())
            }
            Shape::Queue { capacity, entry } => {
                let size = entry.size();
                let length = match state[first.index()] {
                    Value::Int(length) => u32::try_from(length).unwrap_or(0).min(*capacity),
                    _ => 0,
                };
                Datum::Queue((0..length).map(|at| entry.read(behind(1 + at * size), state)).collect())
            }
        }
    }

    /// Puts a value into the variables of a state, the first of which has this number; false if it has another form.
    pub fn write(&self, first: VariableId, datum: &Datum, state: &mut State) -> bool {
        let behind = |offset: u32| VariableId(first.0.saturating_add(offset));
        match (self, datum) {
            (Shape::Scalar(_), Datum::Scalar(value)) => {
                state[first.index()] = *value;
                true
            }
            (Shape::Record(fields), Datum::Record(parts)) if fields.len() == parts.len() => {
                let mut offset = 0;
                fields.iter().zip(parts).all(|((_, shape), part)| {
                    let here = behind(offset);
                    offset += shape.size();
                    shape.write(here, part, state)
                })
            }
            (Shape::Array { count, element, .. }, Datum::Array(parts)) if *count as usize == parts.len() => {
                (0..*count)
                    .zip(parts)
                    .all(|(at, part)| element.write(behind(at * element.size()), part, state))
            }
            (Shape::Set { elements, .. }, Datum::Set(held)) => {
                for (offset, element) in (0u32..).zip(elements) {
                    state[behind(offset).index()] = Value::Bool(held.contains(element));
                }
                held.iter().all(|element| elements.contains(element))
            }
            (Shape::Queue { capacity, entry }, Datum::Queue(parts)) if parts.len() <= *capacity as usize => {
                state[first.index()] = Value::Int(i128::try_from(parts.len()).unwrap_or(0));
                let filler = entry.filler();
                (0..*capacity).all(|at| {
                    let part = parts.get(at as usize).unwrap_or(&filler);
                    entry.write(behind(1 + at * entry.size()), part, state)
                })
            }
            _ => false,
        }
    }
}
