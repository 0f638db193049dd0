//! How variables are made of parts, and the variables that hold these.

use std::collections::HashMap;

use diagnostics::Span;
use system::{Datum, ProcessId, Shape, Type, Value, Variable};

use super::Builder;
use crate::limits;
use crate::types::{DeclaredType, Form};

impl Builder<'_, '_> {
    /// How a value of a type is made, with the present instance in its bounds.
    pub(super) fn shape(&mut self, declared: &DeclaredType, span: Span) -> Option<Shape> {
        let shape = match &declared.form {
            Form::Scalar(scalar) => Shape::Scalar(self.scalar(scalar)?),
            Form::Array(low, high, part) => {
                let low = self.checker.evaluate_int(low, &mut self.slots)?;
                let high = self.checker.evaluate_int(high, &mut self.slots)?;
                let count = self.count(low, high, span)?;
                Shape::Array { low, count, element: Box::new(self.shape(part, span)?) }
            }
            Form::Record(fields) => {
                let mut parts = Vec::with_capacity(fields.len());
                for (name, part) in fields {
                    parts.push((name.clone(), self.shape(part, span)?));
                }
                Shape::Record(parts)
            }
            Form::Set(part) => {
                let element = self.shape(part, span)?;
                let elements = self.values(&element, span)?;
                Shape::Set { elements, element: Box::new(element) }
            }
            Form::Queue(capacity, part) => {
                let capacity = self.checker.evaluate_int(capacity, &mut self.slots)?;
                let capacity = if capacity <= 0 { 0 } else { self.count(1, capacity, span)? };
                let entry = self.shape(part, span)?;
                Shape::Queue { capacity, entry: Box::new(entry) }
            }
        };
        // Types that name each other can become large in a few lines.
        self.parts = self.parts.saturating_add(1);
        if shape.size() as usize > limits::NODES || self.parts > limits::NODES {
            self.checker.report(limits::too_large(span));
            return None;
        }
        Some(shape)
    }

    /// Adds the variables of all parts. The elements of a plain array of scalars say which they are.
    pub(super) fn add_parts(&mut self, whole: &Variable, shape: &Shape, is_plain: bool) -> Option<()> {
        let named = |name: String, base: String| Variable { name, base, ..whole.clone() };
        match shape {
            Shape::Scalar(ty) => self.add(Variable { ty: *ty, ..whole.clone() }),
            Shape::Record(fields) => {
                for (field, part) in fields {
                    let part_of = named(format!("{}.{field}", whole.name), format!("{}.{field}", whole.base));
                    self.add_parts(&part_of, part, false)?;
                }
                Some(())
            }
            Shape::Array { low, count, element } => {
                for position in 0..*count {
                    let index = low + i128::from(position);
                    let base = if is_plain { whole.base.clone() } else { format!("{}[]", whole.base) };
                    let mut part_of = named(format!("{}[{index}]", whole.name), base);
                    part_of.element = is_plain.then_some(index);
                    self.add_parts(&part_of, element, false)?;
                }
                Some(())
            }
            Shape::Set { elements, element } => {
                for held in elements {
                    let shown = self.show(element, held);
                    let flag = named(format!("{shown} in {}", whole.name), format!("in {}", whole.base));
                    self.add(Variable { ty: Type::Bool, ..flag })?;
                }
                Some(())
            }
            Shape::Queue { capacity, entry } => {
                let length = named(format!("len({})", whole.name), format!("len({})", whole.base));
                self.add(Variable { ty: Type::Range { low: 0, high: i128::from(*capacity) }, ..length })?;
                for position in 0..*capacity {
                    let slot = named(format!("{}[{position}]", whole.name), format!("{}[]", whole.base));
                    self.add_parts(&slot, entry, false)?;
                }
                Some(())
            }
        }
    }

    /// All values of a type, in the order in which they are shown.
    fn values(&mut self, shape: &Shape, span: Span) -> Option<Vec<Datum>> {
        let instances = self.instances_of(shape);
        let values = super::values::values(shape, &instances, &|id| {
            self.checker.symbols.enumerations.members[id.index()].len()
        });
        if values.is_none() {
            self.checker.report(limits::too_large(span));
        }
        values
    }

    /// A value as a part of a name. Enumerations and processes may not be in the system yet.
    fn show(&mut self, shape: &Shape, datum: &Datum) -> String {
        let mut all = |part: &Shape, parts: &[Datum]| {
            let shown: Vec<String> = parts.iter().map(|one| self.show(part, one)).collect();
            shown.join(", ")
        };
        match (shape, datum) {
            (Shape::Scalar(ty), Datum::Scalar(value)) => self.show_scalar(*ty, *value),
            (Shape::Record(fields), Datum::Record(parts)) => {
                let fields = fields.iter().zip(parts);
                let shown: Vec<String> = fields
                    .map(|((name, part), value)| format!("{name}: {}", self.show(part, value)))
                    .collect();
                format!("{{{}}}", shown.join(", "))
            }
            (Shape::Array { element: part, .. }, Datum::Array(parts))
            | (Shape::Queue { entry: part, .. }, Datum::Queue(parts)) => format!("[{}]", all(part, parts)),
            (Shape::Set { element, .. }, Datum::Set(parts)) => format!("{{{}}}", all(element, parts)),
            _ => String::new(),
        }
    }

    fn show_scalar(&mut self, ty: Type, value: Value) -> String {
        match (ty, value) {
            (Type::Enumeration(id), Value::Member(member)) => {
                self.checker.symbols.enumerations.members[id.index()][member as usize].clone()
            }
            (Type::Reference(process), Value::Reference(Some(number))) => {
                let body = self.checker.symbols.process_bodies[process.index()];
                let first = self.index_range(body).map_or(0, |(first, _)| first);
                format!("{}[{}]", self.checker.symbols.body(body).name(), first + i128::from(number))
            }
            (_, Value::Bool(value)) => value.to_string(),
            (_, Value::Int(value)) => value.to_string(),
            _ => "null".to_owned(),
        }
    }

    /// How many instances the processes have to which a type refers.
    fn instances_of(&mut self, shape: &Shape) -> HashMap<ProcessId, u32> {
        let mut found = HashMap::new();
        let mut open = vec![shape];
        while let Some(shape) = open.pop() {
            match shape {
                Shape::Scalar(Type::Reference(process)) => {
                    let body = self.checker.symbols.process_bodies[process.index()];
                    let count = self.index_range(body).map_or(0, |(_, count)| count);
                    found.insert(*process, count);
                }
                Shape::Scalar(_) => {}
                Shape::Record(fields) => open.extend(fields.iter().map(|(_, part)| part)),
                Shape::Array { element, .. } | Shape::Set { element, .. } => open.push(element),
                Shape::Queue { entry, .. } => open.push(entry),
            }
        }
        found
    }
}
