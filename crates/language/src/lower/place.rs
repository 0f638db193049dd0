//! Places: which variable is meant, and how it is chosen if that depends on the state.

use diagnostics::{Code, Diagnostic, Span};
use system::{Expr, Place, ProcessId, Selector, SelectorKind, Type, Value, VariableId};

use super::Lowerer;
use super::fold::number;
use crate::layout::VariableBlock;
use crate::typed::{Instance, TypedPlace};

/// The instance that a place belongs to.
pub(super) enum Chosen {
    /// The instance with this number.
    Fixed(u32),
    /// The instance that this leads to.
    Open(SelectorKind, Expr),
}

impl Lowerer<'_, '_> {
    /// The place of a variable.
    pub(super) fn place(&mut self, typed: &TypedPlace) -> Place {
        let storage = &self.layout.variables[typed.variable.0];
        let ty = storage.ty.unwrap_or(Type::Int);
        let mut selectors = Vec::new();
        let block = match &typed.instance {
            None => storage.blocks.first().copied(),
            Some(instance) => match self.chosen(instance) {
                Chosen::Fixed(number) => storage.blocks.get(number as usize).copied(),
                Chosen::Open(kind, index) => {
                    if !storage.is_regular {
                        self.irregular(typed);
                    }
                    selectors.push(self.instance_selector(instance.process(), kind, index));
                    // The joined type stands for those of all instances.
                    storage.blocks.first().map(|block| VariableBlock { ty, ..*block })
                }
            },
        };
        // Without instances there is no variable; choosing one is a fault before it would be read.
        let block = block.unwrap_or(VariableBlock { first: VariableId(0), elements: Some((0, 0)), ty });
        let mut place = Place { first: block.first, selectors, ty: block.ty, span: typed.span };
        if let Some(element) = &typed.element {
            let index = self.expression(element);
            self.element(&mut place, index, block.elements.unwrap_or((0, 0)), typed);
        }
        place
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

    fn element(&mut self, place: &mut Place, index: Expr, elements: (i128, u32), typed: &TypedPlace) {
        let (low, count) = elements;
        if let Some(value) = number(&index) {
            let position = value.checked_sub(low).and_then(|at| u32::try_from(at).ok());
            match position {
                Some(position) if position < count => {
                    place.first = VariableId(place.first.0 + position);
                    return;
                }
                _ => self.outside_elements(typed, value, low, count, index.span),
            }
        }
        place.selectors.push(Selector { kind: SelectorKind::Element, index, low, count, stride: 1 });
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
