//! Places: which variable is meant, and how it is chosen if that depends on the state.

use diagnostics::{Code, Diagnostic, Span};
use system::{Expr, Place, ProcessId, Selector, SelectorKind, Shape, Type, Value, VariableId};

use super::Lowerer;
use super::fold::number;
use crate::typed::{Instance, Selection, TypedPlace};

/// The instance that a place belongs to.
pub(super) enum Chosen {
    /// The instance with this number.
    Fixed(u32),
    /// The instance that this leads to.
    Open(SelectorKind, Expr),
}

/// A place with all its parts.
#[derive(Debug, Clone)]
pub(super) struct Placed<'l> {
    /// The first variable, and how it is chosen.
    pub first: VariableId,
    /// What chooses among variables.
    pub selectors: Vec<Selector>,
    /// How the value there is made.
    pub shape: &'l Shape,
    /// Where the place stands.
    pub span: Span,
}

impl Placed<'_> {
    /// The place of a value without parts.
    pub fn scalar(&self) -> Place {
        let ty = match self.shape {
            Shape::Scalar(ty) => *ty,
            _ => Type::Bool,
        };
        self.at(self.first, ty)
    }

    /// The place of the condition that an element is in a set.
    pub fn flag(&self, position: u32) -> Place {
        self.at(behind(self.first, position), Type::Bool)
    }

    fn at(&self, first: VariableId, ty: Type) -> Place {
        Place { first, selectors: self.selectors.clone(), ty, span: self.span }
    }
}

fn behind(first: VariableId, offset: u32) -> VariableId {
    VariableId(first.0.saturating_add(offset))
}

impl<'l> Lowerer<'l, '_> {
    /// The place of a value without parts.
    pub(super) fn place(&mut self, typed: &TypedPlace) -> Place {
        self.placed(typed).scalar()
    }

    /// The place of a variable or of a part of it.
    pub(super) fn placed(&mut self, typed: &TypedPlace) -> Placed<'l> {
        let layout = self.layout;
        let storage = &layout.variables[typed.variable.0];
        let joined = storage.shape.as_deref();
        let mut selectors = Vec::new();
        let block = match &typed.instance {
            None => storage.blocks.first().map(|block| (block.first, &*block.shape)),
            Some(instance) => match self.chosen(instance) {
                Chosen::Fixed(number) => {
                    storage.blocks.get(number as usize).map(|block| (block.first, &*block.shape))
                }
                Chosen::Open(kind, index) => {
                    if !storage.is_regular {
                        self.irregular(typed);
                    }
                    selectors.push(self.instance_selector(instance.process(), kind, index));
                    // The joined type stands for those of all instances.
                    storage.blocks.first().map(|block| (block.first, joined.unwrap_or(&block.shape)))
                }
            },
        };
        // Without instances there is no variable; choosing one is a fault before it would be read.
        let (first, shape) = block.unwrap_or((VariableId(0), joined.unwrap_or(&Shape::Scalar(Type::Int))));
        let mut placed = Placed { first, selectors, shape, span: typed.span };
        for selection in &typed.path {
            placed = match selection {
                Selection::Field(field) => self.field_at(placed, *field),
                Selection::Index(index) => {
                    let index = self.expression(index);
                    self.warn_of_index(&placed, &index, typed);
                    self.element_at(placed, index)
                }
            };
        }
        placed
    }

    /// A field of the record at a place.
    pub(super) fn field_at(&mut self, placed: Placed<'l>, field: usize) -> Placed<'l> {
        let Shape::Record(fields) = placed.shape else { return placed };
        let Some((_, shape)) = fields.get(field) else { return placed };
        Placed { first: behind(placed.first, Shape::field_offset(fields, field)), shape, ..placed }
    }

    /// An element of the array at a place.
    pub(super) fn element_at(&mut self, placed: Placed<'l>, index: Expr) -> Placed<'l> {
        let Shape::Array { low, count, element } = placed.shape else { return placed };
        selected(placed, index, (*low, *count), element, 0)
    }

    /// An entry of the queue at a place, whether it is used or not.
    pub(super) fn slot_at(&mut self, placed: Placed<'l>, index: Expr) -> Placed<'l> {
        let Shape::Queue { capacity, entry } = placed.shape else { return placed };
        selected(placed, index, (0, *capacity), entry, 1)
    }

    /// An entry that no queue has: reading it is a fault whatever the index is.
    pub(super) fn beyond(&mut self, placed: Placed<'l>, index: Expr) -> Placed<'l> {
        let Shape::Queue { entry, .. } = placed.shape else { return placed };
        selected(placed, index, (0, 0), entry, 1)
    }

    /// The place of the length of the queue at a place.
    pub(super) fn length_place(&mut self, placed: &Placed<'l>, span: Span) -> Place {
        let high = match placed.shape {
            Shape::Queue { capacity, .. } => i128::from(*capacity),
            _ => 0,
        };
        Place { span, ..placed.at(placed.first, Type::Range { low: 0, high }) }
    }

    /// The place of a process's location.
    pub(super) fn location_place(&mut self, instance: &Instance, span: Span) -> Place {
        let process = instance.process();
        let instances = self.layout.bodies[self.symbols.process_bodies[process.index()].0];
        let first = instances.location.unwrap_or(VariableId(0));
        let ty = Type::Location(process);
        match self.chosen(instance) {
            Chosen::Fixed(number) => {
                Place::variable(VariableId(first.0 + number * instances.stride), ty, span)
            }
            Chosen::Open(kind, index) => {
                let selectors = vec![self.instance_selector(process, kind, index)];
                Place { first, selectors, ty, span }
            }
        }
    }

    /// Which instance is meant.
    pub(super) fn chosen(&mut self, instance: &Instance) -> Chosen {
        match instance {
            Instance::Single(_) => Chosen::Fixed(0),
            Instance::Reference(process, reference) => {
                let reference = self.expression(reference);
                match reference.constant() {
                    Some(Value::Reference(Some(number))) => Chosen::Fixed(number),
                    _ => Chosen::Open(SelectorKind::Reference(*process), reference),
                }
            }
            Instance::Index(process, index) => {
                let index = self.expression(index);
                let instances = self.layout.bodies[self.symbols.process_bodies[process.index()].0];
                let Some(value) = number(&index) else {
                    return Chosen::Open(SelectorKind::Instance(*process), index);
                };
                let position = value.checked_sub(instances.first_index).and_then(|at| u32::try_from(at).ok());
                match position {
                    Some(position) if position < instances.count => Chosen::Fixed(position),
                    _ => {
                        self.outside_instances(*process, value, index.span);
                        Chosen::Open(SelectorKind::Instance(*process), index)
                    }
                }
            }
        }
    }

    fn instance_selector(&mut self, process: ProcessId, kind: SelectorKind, index: Expr) -> Selector {
        let instances = self.layout.bodies[self.symbols.process_bodies[process.index()].0];
        Selector { kind, index, low: instances.first_index, count: instances.count, stride: instances.stride }
    }

    /// Warns of a constant index outside of an array.
    fn warn_of_index(&mut self, placed: &Placed<'l>, index: &Expr, typed: &TypedPlace) {
        let (Some(value), Shape::Array { low, count, .. }) = (number(index), placed.shape) else { return };
        let position = value.checked_sub(*low).and_then(|at| u32::try_from(at).ok());
        if position.is_none_or(|position| position >= *count) {
            self.outside_elements(typed, value, *low, *count, index.span);
        }
    }

    fn outside_elements(&mut self, typed: &TypedPlace, value: i128, low: i128, count: u32, span: Span) {
        let name = &self.symbols.variable(typed.variable).name;
        let high = low.saturating_add(i128::from(count)).saturating_sub(1);
        let message = match count {
            0 => format!("the index {value} is outside of `{}`, which has no elements", name.text),
            _ => format!("the index {value} is outside of `{}`, whose indices are {low}..{high}", name.text),
        };
        let finding =
            Diagnostic::new(Code::OutsideIndex, message, span, "a fault whenever this is evaluated")
                .with_related(name.span, "declared here");
        self.report(finding);
    }

    /// Warns of a constant index without an instance.
    pub(super) fn outside_instances(&mut self, process: ProcessId, value: i128, span: Span) {
        let body = self.symbols.process(process);
        let instances = self.layout.bodies[self.symbols.process_bodies[process.index()].0];
        let name = &body.declaration.name;
        let message = match instances.count {
            0 => format!("there is no `{}[{value}]`, since `{0}` has no instances", name.text),
            count => {
                let high = instances.first_index.saturating_add(i128::from(count).saturating_sub(1));
                let low = instances.first_index;
                format!("there is no `{}[{value}]`, since the indices are {low}..{high}", name.text)
            }
        };
        let finding =
            Diagnostic::new(Code::OutsideIndex, message, span, "a fault whenever this is evaluated")
                .with_related(name.span, "declared here");
        self.report(finding);
    }

    fn irregular(&mut self, typed: &TypedPlace) {
        let name = &self.symbols.variable(typed.variable).name;
        let message = format!("`{}` has different bounds in different instances", name.text);
        let finding = Diagnostic::new(
            Code::BadType,
            message,
            typed.span,
            "which instance is meant depends on the state",
        )
        .with_related(name.span, "its bounds depend on the instance")
        .with_help("give the array the same bounds in all instances to reach it through references");
        self.report(finding);
    }
}

/// One of several equally large parts; a constant index chooses it at once.
fn selected<'l>(
    placed: Placed<'l>,
    index: Expr,
    (low, count): (i128, u32),
    shape: &'l Shape,
    offset: u32,
) -> Placed<'l> {
    let stride = shape.size();
    let first = behind(placed.first, offset);
    let position =
        number(&index).and_then(|value| value.checked_sub(low)).and_then(|at| u32::try_from(at).ok());
    if let Some(position) = position.filter(|position| *position < count) {
        return Placed { first: behind(first, position.saturating_mul(stride)), shape, ..placed };
    }
    let mut selectors = placed.selectors;
    selectors.push(Selector { kind: SelectorKind::Element, index, low, count, stride });
    Placed { first, selectors, shape, ..placed }
}
