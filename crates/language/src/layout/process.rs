//! The instances of processes.

use std::rc::Rc;

use system::{Process, ProcessId, Role, Shape, Type, Value, Variable, VariableId};

use super::variable::Owner;
use super::{Builder, Instances};
use crate::check::{domain_span, own_slots};
use crate::evaluate::evaluate;
use crate::scope::Scope;
use crate::slots::Slots;
use crate::symbols::BodyIndex;
use crate::typed::{Typed, VariableIndex};
use crate::types::{DeclaredType, Form, Scalar};

/// A variable of a process.
struct ProcessVariable {
    index: VariableIndex,
    declared: Rc<DeclaredType>,
    /// Whether it takes as much room in every instance.
    is_regular: bool,
}

impl Builder<'_, '_> {
    /// The first index of a process array and how many instances there are.
    pub(super) fn index_range(&mut self, index: BodyIndex) -> Option<(i128, u32)> {
        let binder = self.checker.symbols.body(index).declaration.index.as_ref()?;
        let (low, high) = self.checker.index_range(binder, &Scope::default())?;
        let low = self.checker.evaluate_int(&low, &mut self.slots)?;
        let high = self.checker.evaluate_int(&high, &mut self.slots)?;
        Some((low, self.count(low, high, domain_span(binder))?))
    }

    /// Adds all instances of a process; without a range it is a single one.
    pub(super) fn process(&mut self, index: BodyIndex, id: ProcessId, range: Option<(i128, u32)>) {
        let (first_index, count) = range.unwrap_or((0, 1));
        let locals = self.locals(index);
        let body = self.checker.symbols.body(index);
        let name = body.name().to_owned();
        let locations: Vec<String> = body.locations.iter().map(|location| location.text.clone()).collect();
        let first = self.system.variables.len();
        let location = (!locations.is_empty() && count > 0).then(|| VariableId::from_index(first));
        self.layout.bodies[index.0] = Instances { first_index, count, location, stride: 0 };
        for number in 0..count {
            let owner = self.enter(index, id, number, range.is_some());
            self.location(index, owner);
            self.add_locals(&locals, owner, true);
            if number == 0 {
                let stride = self.system.variables.len() - first;
                self.layout.bodies[index.0].stride = u32::try_from(stride).unwrap_or(u32::MAX);
            }
        }
        for number in 0..count {
            let owner = self.enter(index, id, number, range.is_some());
            self.add_locals(&locals, owner, false);
        }
        for local in &locals {
            self.join_types(local);
        }
        let (stride, is_array) = (self.layout.bodies[index.0].stride, range.is_some());
        let process = Process { name, is_array, first_index, count, locations, location, stride };
        self.system.processes.push(process);
    }

    fn locals(&mut self, index: BodyIndex) -> Vec<ProcessVariable> {
        let variables = self.checker.symbols.body(index).variables.clone();
        let local = |index| {
            let declared = self.checker.variable_type(index);
            let is_regular = has_constant_size(&declared);
            ProcessVariable { index, declared, is_regular }
        };
        variables.into_iter().map(local).collect()
    }

    /// Makes an instance the one that types can depend on.
    fn enter(&mut self, index: BodyIndex, id: ProcessId, number: u32, is_array: bool) -> Owner {
        let own_index = self.layout.bodies[index.0].first_index + i128::from(number);
        let (own, own_index_slot) = own_slots(index);
        self.slots.set(own, Value::Reference(Some(number)));
        self.slots.set(own_index_slot, Value::Int(own_index));
        Owner { process: id, number, index: is_array.then_some(own_index) }
    }

    fn location(&mut self, index: BodyIndex, owner: Owner) {
        let body = self.checker.symbols.body(index);
        let Some(location) = body.locations.first() else { return };
        let (base, span) = (body.name().to_owned(), location.span);
        self.add(Variable {
            name: self.instance_name(owner),
            base,
            ty: Type::Location(owner.process),
            role: Role::Location,
            owner: Some((owner.process, owner.number)),
            element: None,
            span,
        });
    }

    /// Adds the variables of an instance that have a constant size, or those that have not.
    fn add_locals(&mut self, locals: &[ProcessVariable], owner: Owner, is_regular: bool) {
        for local in locals.iter().filter(|local| local.is_regular == is_regular) {
            let block = self.variables(local.index, &local.declared, Role::Variable, Some(owner));
            self.layout.variables[local.index.0].blocks.extend(block);
        }
    }

    fn join_types(&mut self, local: &ProcessVariable) {
        let blocks = &self.layout.variables[local.index.0].blocks;
        let joined =
            blocks.iter().map(|block| Shape::clone(&block.shape)).reduce(|left, right| join(&left, &right));
        // Without instances the bounds matter to nobody and may not even be known.
        let shape = joined.unwrap_or_else(|| without_instances(&local.declared));
        let storage = &mut self.layout.variables[local.index.0];
        storage.shape = Some(Rc::new(shape));
        storage.is_regular = local.is_regular;
        storage.is_uniform =
            local.is_regular && storage.blocks.windows(2).all(|pair| pair[0].shape == pair[1].shape);
    }
}

/// Whether a type has as many parts in every instance.
fn has_constant_size(declared: &DeclaredType) -> bool {
    let is_constant = |bound: &Typed| evaluate(bound, &mut Slots::default()).is_ok();
    match &declared.form {
        Form::Scalar(_) => true,
        Form::Array(low, high, part) => is_constant(low) && is_constant(high) && has_constant_size(part),
        Form::Record(fields) => fields.iter().all(|(_, part)| has_constant_size(part)),
        Form::Set(part) => has_constant_values(part),
        Form::Queue(capacity, part) => is_constant(capacity) && has_constant_size(part),
    }
}

/// Whether a type has the same values in every instance.
fn has_constant_values(declared: &DeclaredType) -> bool {
    let is_constant = |bound: &Typed| evaluate(bound, &mut Slots::default()).is_ok();
    match &declared.form {
        Form::Scalar(Scalar::Range(low, high)) => is_constant(low) && is_constant(high),
        Form::Scalar(_) => true,
        Form::Array(low, high, part) => is_constant(low) && is_constant(high) && has_constant_values(part),
        Form::Record(fields) => fields.iter().all(|(_, part)| has_constant_values(part)),
        Form::Set(part) => has_constant_values(part),
        Form::Queue(capacity, part) => is_constant(capacity) && has_constant_values(part),
    }
}

/// How the variable of a process without instances is made, as far as anybody can ask.
fn without_instances(declared: &DeclaredType) -> Shape {
    match &declared.form {
        Form::Scalar(scalar) => Shape::Scalar(match scalar {
            Scalar::Bool => Type::Bool,
            Scalar::Nat => Type::Nat,
            Scalar::Int | Scalar::Unknown => Type::Int,
            Scalar::Range(..) => Type::Range { low: 0, high: -1 },
            Scalar::Enumeration(id) => Type::Enumeration(*id),
            Scalar::Reference(process) => Type::Reference(*process),
        }),
        Form::Array(_, _, part) => {
            Shape::Array { low: 0, count: 0, element: Box::new(without_instances(part)) }
        }
        Form::Record(fields) => {
            Shape::Record(fields.iter().map(|(name, part)| (name.clone(), without_instances(part))).collect())
        }
        Form::Set(part) => Shape::Set { elements: Vec::new(), element: Box::new(without_instances(part)) },
        Form::Queue(_, part) => Shape::Queue { capacity: 0, entry: Box::new(without_instances(part)) },
    }
}

/// The smallest shape of the same sort that contains both.
fn join(left: &Shape, right: &Shape) -> Shape {
    match (left, right) {
        (Shape::Scalar(left), Shape::Scalar(right)) => Shape::Scalar(join_scalars(*left, *right)),
        (Shape::Record(left), Shape::Record(right)) => {
            let fields = left.iter().zip(right);
            Shape::Record(
                fields.map(|((name, left), (_, right))| (name.clone(), join(left, right))).collect(),
            )
        }
        (Shape::Array { low, count, element: left }, Shape::Array { element: right, .. }) => {
            Shape::Array { low: *low, count: *count, element: Box::new(join(left, right)) }
        }
        (Shape::Queue { capacity, entry: left }, Shape::Queue { entry: right, .. }) => {
            Shape::Queue { capacity: *capacity, entry: Box::new(join(left, right)) }
        }
        _ => left.clone(),
    }
}

/// The smallest type of the same sort that contains both.
fn join_scalars(left: Type, right: Type) -> Type {
    match (left, right) {
        // An empty range adds nothing.
        (Type::Range { low, high }, Type::Range { .. }) if low > high => right,
        (Type::Range { .. }, Type::Range { low, high }) if low > high => left,
        (Type::Range { low, high }, Type::Range { low: other_low, high: other_high }) => {
            Type::Range { low: low.min(other_low), high: high.max(other_high) }
        }
        _ => left,
    }
}
