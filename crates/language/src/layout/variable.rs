//! Variables, arrays and their types.

use std::rc::Rc;

use diagnostics::{Code, Diagnostic, Span};

use system::{ConstantValue, ProcessId, Role, Shape, Structured, Type, Variable, VariableId};

use super::{Builder, Storage, VariableBlock};
use crate::ast::Name;
use crate::limits;
use crate::symbols::Symbol;
use crate::typed::VariableIndex;
use crate::types::{DeclaredType, Scalar};

/// The instance that variables belong to.
#[derive(Clone, Copy)]
pub(super) struct Owner {
    /// The process.
    pub process: ProcessId,
    /// Which instance, counted from zero.
    pub number: u32,
    /// Its index, in an array.
    pub index: Option<i128>,
}

impl Builder<'_, '_> {
    /// Adds variables or parameters that belong to no process.
    pub(super) fn globals(&mut self, names: &[Name], role: Role) {
        for name in names {
            let Some(Symbol::Variable(index)) = self.checker.symbols.values.get(name.text.as_str()).copied()
            else {
                continue;
            };
            // A second declaration of the name was reported; it has no place.
            if self.checker.symbols.variable(index).name.span != name.span {
                continue;
            }
            let declared = self.checker.variable_type(index);
            if role == Role::Param {
                self.check_param(index, &declared);
            }
            if let Some(block) = self.variables(index, &declared, role, None) {
                let shape = Some(block.shape.clone());
                self.layout.variables[index.0] =
                    Storage { blocks: vec![block], shape, is_regular: true, is_uniform: true };
            }
        }
    }

    fn check_param(&mut self, index: VariableIndex, declared: &DeclaredType) {
        if matches!(declared.as_scalar(), Some(Scalar::Nat | Scalar::Int)) || declared.is_broken() {
            return;
        }
        let ty = self.checker.symbols.variable(index).ty;
        let finding = Diagnostic::new(Code::BadType, "a parameter has the type `int` or `nat`", ty.span, "")
            .with_help("for finitely many values, declare a variable that no action writes");
        self.checker.report(finding);
    }

    /// Adds a variable with all its parts, with the present instance in its bounds.
    pub(super) fn variables(
        &mut self,
        index: VariableIndex,
        declared: &DeclaredType,
        role: Role,
        owner: Option<Owner>,
    ) -> Option<VariableBlock> {
        let symbol = self.checker.symbols.variable(index);
        let (name, span) = (symbol.name, symbol.ty.span);
        let mut shape = self.shape(declared, span)?;
        if let (Role::Param, Some(ConstantValue::Int(value))) = (role, self.checker.overrides.get(&name.text))
        {
            // A parameter with a value has no other one.
            shape = Shape::Scalar(Type::Range { low: *value, high: *value });
        }
        if role == Role::Variable {
            self.warn_of_empty_types(index, &shape);
        }
        let first = VariableId::from_index(self.system.variables.len());
        let base = name.text.clone();
        let shown = owner.map_or_else(String::new, |owner| format!("{}.", self.instance_name(owner)));
        let variable = Variable {
            name: shown + &base,
            base,
            ty: Type::Bool,
            role,
            owner: owner.map(|owner| (owner.process, owner.number)),
            element: None,
            span: name.span,
        };
        let is_plain = match &shape {
            Shape::Scalar(_) => true,
            Shape::Array { element, .. } => matches!(**element, Shape::Scalar(_)),
            _ => false,
        };
        if !is_plain {
            self.system.structured.push(Structured {
                name: variable.name.clone(),
                base: variable.base.clone(),
                owner: variable.owner,
                first,
                shape: shape.clone(),
            });
        }
        self.add_parts(&variable, &shape, is_plain)?;
        Some(VariableBlock { first, shape: Rc::new(shape) })
    }

    /// Variables without a possible value leave the model without an initial state.
    fn warn_of_empty_types(&mut self, index: VariableIndex, shape: &Shape) {
        match shape {
            Shape::Scalar(ty) => self.warn_of_empty_type(index, *ty),
            Shape::Record(fields) => {
                fields.iter().for_each(|(_, part)| self.warn_of_empty_types(index, part))
            }
            Shape::Array { count: 0, .. } | Shape::Set { .. } | Shape::Queue { .. } => {}
            Shape::Array { element, .. } => self.warn_of_empty_types(index, element),
        }
    }

    /// A variable without a possible value leaves the model without an initial state.
    fn warn_of_empty_type(&mut self, index: VariableIndex, ty: Type) {
        let Type::Range { low, high } = ty else { return };
        if low <= high {
            return;
        }
        let symbol = self.checker.symbols.variable(index);
        let message = format!("`{}` has no possible value", symbol.name.text);
        let label = format!("nothing is in {low}..{high}");
        let finding = Diagnostic::new(Code::EmptyType, message, symbol.ty.span, label)
            .with_help("no initial state can exist; a range is written with its smaller bound first");
        self.checker.report(finding);
    }

    /// Adds a variable, unless there are too many.
    pub(super) fn add(&mut self, variable: Variable) -> Option<()> {
        if self.system.variables.len() >= limits::NODES {
            self.checker.report(limits::too_large(variable.span));
            return None;
        }
        self.system.variables.push(variable);
        Some(())
    }

    /// The name of an instance, as it is shown.
    pub(super) fn instance_name(&self, owner: Owner) -> String {
        let name = self.checker.symbols.process(owner.process).name();
        match owner.index {
            Some(index) => format!("{name}[{index}]"),
            None => name.to_owned(),
        }
    }

    /// A type with the present instance in its bounds.
    pub(super) fn scalar(&mut self, scalar: &Scalar) -> Option<Type> {
        Some(match scalar {
            Scalar::Bool => Type::Bool,
            Scalar::Nat => Type::Nat,
            Scalar::Int => Type::Int,
            Scalar::Range(low, high) => Type::Range {
                low: self.checker.evaluate_int(low, &mut self.slots)?,
                high: self.checker.evaluate_int(high, &mut self.slots)?,
            },
            Scalar::Enumeration(id) => Type::Enumeration(*id),
            Scalar::Reference(process) => Type::Reference(*process),
            Scalar::Unknown => return None,
        })
    }

    /// How many integers there are from `low` to `high`, if that is not too many.
    pub(super) fn count(&mut self, low: i128, high: i128, span: Span) -> Option<u32> {
        if high < low {
            return Some(0);
        }
        let count = high.checked_sub(low).and_then(|distance| usize::try_from(distance).ok());
        match count {
            Some(count) if count < limits::NODES => u32::try_from(count + 1).ok(),
            _ => {
                self.checker.report(limits::too_large(span));
                None
            }
        }
    }
}
