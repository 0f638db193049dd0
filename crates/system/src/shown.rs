//! What a state shows: a variable without parts by itself, and of one with parts every field and element, while a set or a
//! queue is one value.

use std::borrow::Cow;

use crate::{Datum, Place, Shape, State, System, VariableId};

/// Something of a state that is shown under a name of its own.
#[derive(Debug, Clone)]
pub struct Shown<'s> {
    /// The name: `last.data`, `grid[1][2]`, `box`.
    pub name: String,
    /// The declared name, with what is selected in one with parts.
    pub base: String,
    /// The first of the variables that hold it, which tells role and owner.
    pub first: VariableId,
    /// How it is made: a scalar, a set or a queue.
    pub shape: Cow<'s, Shape>,
    /// The number of the variable with parts that it is a part of.
    pub part_of: Option<usize>,
}

impl Shown<'_> {
    /// The value in a state.
    pub fn read(&self, state: &State) -> Datum {
        self.shape.read(self.first, state)
    }
}

impl System {
    /// The innermost set or queue that a place is a part of.
    pub fn enclosing(&self, place: &Place) -> Option<&Shape> {
        let whole = self.structured.iter().find(|whole| whole.contains(place.first))?;
        let (mut shape, mut offset) = (&whole.shape, place.first.0 - whole.first.0);
        let mut innermost = None;
        loop {
            let inner = match shape {
                Shape::Scalar(_) => return innermost,
                Shape::Record(fields) => {
                    let mut found = None;
                    for (_, part) in fields {
                        if offset < part.size() {
                            found = Some(part);
                            break;
                        }
                        offset -= part.size();
                    }
                    found
                }
                Shape::Array { element, .. } => {
                    offset %= element.size().max(1);
                    Some(&**element)
                }
                Shape::Set { .. } => return Some(shape),
                Shape::Queue { entry, .. } => {
                    innermost = Some(shape);
                    offset = offset.saturating_sub(1) % entry.size().max(1);
                    Some(&**entry)
                }
            };
            match inner {
                Some(inner) => shape = inner,
                None => return innermost,
            }
        }
    }

    /// All that is shown of a state, in the order of the variables.
    pub fn shown(&self) -> Vec<Shown<'_>> {
        let mut all = Vec::with_capacity(self.variables.len());
        let mut structured = self.structured.iter().enumerate().peekable();
        let mut number = 0;
        while number < self.variables.len() {
            let first = VariableId::from_index(number);
            if let Some((index, whole)) = structured.next_if(|(_, whole)| whole.first == first) {
                let names = (whole.name.clone(), whole.base.clone());
                parts(names, first, &whole.shape, index, &mut all);
                number += whole.shape.size() as usize;
                continue;
            }
            let variable = &self.variables[number];
            all.push(Shown {
                name: variable.name.clone(),
                base: variable.base.clone(),
                first,
                shape: Cow::Owned(Shape::Scalar(variable.ty)),
                part_of: None,
            });
            number += 1;
        }
        all
    }

    /// A value that is shown, as text.
    pub fn show_shown(&self, shown: &Shown<'_>, state: &State) -> String {
        self.show_datum(&shown.shape, &shown.read(state))
    }
}

fn parts<'s>(
    (name, base): (String, String),
    first: VariableId,
    shape: &'s Shape,
    part_of: usize,
    all: &mut Vec<Shown<'s>>,
) {
    match shape {
        Shape::Scalar(_) | Shape::Set { .. } | Shape::Queue { .. } => {
            all.push(Shown { name, base, first, shape: Cow::Borrowed(shape), part_of: Some(part_of) });
        }
        Shape::Record(fields) => {
            let mut at = first.0;
            for (field, part) in fields {
                let names = (format!("{name}.{field}"), format!("{base}.{field}"));
                parts(names, VariableId(at), part, part_of, all);
                at += part.size();
            }
        }
        Shape::Array { low, count, element } => {
            for position in 0..*count {
                let index = low.saturating_add(i128::from(position));
                let names = (format!("{name}[{index}]"), format!("{base}[{index}]"));
                parts(names, VariableId(first.0 + position * element.size()), element, part_of, all);
            }
        }
    }
}
