//! Which variables a system has, and where those of a declaration stand among them.
//!
//! Variables come in the order of the text. An instance of a process is a block: its location, then its own
//! variables. All blocks of an array have the same size, so the same variable of neighbouring instances is
//! always the same distance away. Arrays whose size depends on the instance would break that; they stand
//! behind the blocks.

use std::collections::HashMap;

use diagnostics::{Code, Diagnostic, Span};
use system::{
    Population, PopulationId, Process, ProcessId, Role, System, Type, Value, Variable, VariableId,
};

use crate::ast::{self, ItemKind};
use crate::check::{Checker, domain_span, own_slots};
use crate::evaluate::Slots;
use crate::limits;
use crate::scope::Scope;
use crate::symbols::{BodyIndex, BodyKind, Symbol};
use crate::typed::VariableIndex;
use crate::types::{DeclaredType, Scalar};

/// Where everything stands.
#[derive(Debug, Default)]
pub struct Layout {
    /// The variables of each declaration.
    pub variables: Vec<Storage>,
    /// The instances of each process or population.
    pub bodies: Vec<Instances>,
}

/// The variables of one declaration.
#[derive(Debug, Clone, Default)]
pub struct Storage {
    /// One for each instance of its process; a single one if it belongs to none.
    pub blocks: Vec<Block>,
    /// The smallest type that contains those of all instances.
    pub ty: Option<Type>,
    /// Whether the blocks are as far apart as the instances, and of the same size.
    pub is_regular: bool,
}

/// A variable, or the elements of an array.
#[derive(Debug, Clone, Copy)]
pub struct Block {
    /// The variable, or the first element.
    pub first: VariableId,
    /// The first index and the number of elements, for an array.
    pub elements: Option<(i128, u32)>,
    /// The type of the variable, or of each element.
    pub ty: Type,
}

/// The instances of a process, or the counters of a population.
#[derive(Debug, Clone, Copy, Default)]
pub struct Instances {
    /// The index of the first instance.
    pub first_index: i128,
    /// How many there are.
    pub count: u32,
    /// The location of the first instance, if there are locations; or the first counter.
    pub location: Option<VariableId>,
    /// The distance between neighbouring instances.
    pub stride: u32,
}

/// Declares all variables, processes and populations of the system.
pub fn lay_out(checker: &mut Checker<'_>, model: &ast::Model, system: &mut System) -> Layout {
    let layout = Layout {
        variables: vec![Storage::default(); checker.symbols.variables.len()],
        bodies: vec![Instances::default(); checker.symbols.bodies.len()],
    };
    let mut builder = Builder { checker, system, layout, next_body: 0, slots: Slots::default() };
    for item in &model.items {
        builder.item(item);
    }
    builder.names_are_distinct();
    builder.layout
}

struct Builder<'b, 'a> {
    checker: &'b mut Checker<'a>,
    system: &'b mut System,
    layout: Layout,
    /// Processes and populations are collected in the order of the text.
    next_body: usize,
    slots: Slots,
}

/// The instance that variables belong to.
#[derive(Clone, Copy)]
struct Owner {
    process: ProcessId,
    number: u32,
    index: Option<i128>,
}

impl Builder<'_, '_> {
    fn item(&mut self, item: &ast::Item) {
        match &item.kind {
            ItemKind::Param { names, .. } => self.globals(names, Role::Param),
            ItemKind::Var(declaration) => self.globals(&declaration.names, Role::Variable),
            ItemKind::Process(_) | ItemKind::Population(_) => {
                self.body(BodyIndex(self.next_body));
                self.next_body += 1;
            }
            _ => {}
        }
    }

    fn globals(&mut self, names: &[ast::Name], role: Role) {
        for name in names {
            let Some(Symbol::Variable(index)) = self.checker.symbols.values.get(name.text.as_str()).copied() else {
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
                self.layout.variables[index.0] =
                    Storage { blocks: vec![block], ty: Some(block.ty), is_regular: true };
            }
        }
    }

    fn check_param(&mut self, index: VariableIndex, declared: &DeclaredType) {
        let is_unbounded = matches!(declared.scalar, Scalar::Nat | Scalar::Int) && declared.array.is_none();
        if is_unbounded || matches!(declared.scalar, Scalar::Unknown) {
            return;
        }
        let ty = self.checker.symbols.variable(index).ty;
        let finding = Diagnostic::new(Code::BadType, "a parameter has the type `int` or `nat`", ty.span, "")
            .with_help("for finitely many values, declare a variable that no action writes");
        self.checker.report(finding);
    }

    /// Adds a variable, or the elements of an array, with the slots' values in its bounds.
    fn variables(
        &mut self,
        index: VariableIndex,
        declared: &DeclaredType,
        role: Role,
        owner: Option<Owner>,
    ) -> Option<Block> {
        let ty = self.scalar(&declared.scalar)?;
        let elements = match &declared.array {
            Some((low, high)) => {
                let low = self.checker.evaluate_int(low, &mut self.slots)?;
                let high = self.checker.evaluate_int(high, &mut self.slots)?;
                Some((low, self.count(low, high, self.checker.symbols.variable(index).ty.span)?))
            }
            None => None,
        };
        let first = VariableId::from_index(self.system.variables.len());
        match elements {
            None => self.push(index, ty, role, owner, None)?,
            Some((low, count)) => {
                for position in 0..count {
                    self.push(index, ty, role, owner, Some(low + i128::from(position)))?;
                }
            }
        }
        Some(Block { first, elements, ty })
    }

    fn push(
        &mut self,
        index: VariableIndex,
        ty: Type,
        role: Role,
        owner: Option<Owner>,
        element: Option<i128>,
    ) -> Option<()> {
        let name = &self.checker.symbols.variable(index).name;
        let (base, span) = (name.text.clone(), name.span);
        let mut shown = owner.map_or_else(String::new, |owner| format!("{}.", self.instance_name(owner)));
        shown.push_str(&base);
        if let Some(element) = element {
            shown.push_str(&format!("[{element}]"));
        }
        let owner = owner.map(|owner| (owner.process, owner.number));
        self.add(Variable { name: shown, base, ty, role, owner, element, span })
    }

    /// Adds a variable, unless there are too many.
    fn add(&mut self, variable: Variable) -> Option<()> {
        if self.system.variables.len() >= limits::NODES {
            self.checker.report(limits::too_large(variable.span));
            return None;
        }
        self.system.variables.push(variable);
        Some(())
    }

    fn instance_name(&self, owner: Owner) -> String {
        let name = self.checker.symbols.process(owner.process).name();
        match owner.index {
            Some(index) => format!("{name}[{index}]"),
            None => name.to_owned(),
        }
    }

    fn scalar(&mut self, scalar: &Scalar) -> Option<Type> {
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
    fn count(&mut self, low: i128, high: i128, span: Span) -> Option<u32> {
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

    fn body(&mut self, index: BodyIndex) {
        let kind = self.checker.symbols.body(index).kind;
        match kind {
            BodyKind::Population(id) => self.population(index, id),
            BodyKind::Single(id) => self.process(index, id, None),
            BodyKind::Array(id) => {
                let range = self.index_range(index).unwrap_or((1, 0));
                self.process(index, id, Some(range));
            }
        }
    }

    fn index_range(&mut self, index: BodyIndex) -> Option<(i128, u32)> {
        let binder = self.checker.symbols.body(index).declaration.index.as_ref()?;
        let (low, high) = self.checker.index_range(binder, &Scope::default())?;
        let low = self.checker.evaluate_int(&low, &mut self.slots)?;
        let high = self.checker.evaluate_int(&high, &mut self.slots)?;
        Some((low, self.count(low, high, domain_span(binder))?))
    }

    fn process(&mut self, index: BodyIndex, id: ProcessId, range: Option<(i128, u32)>) {
        let (first_index, count) = range.unwrap_or((0, 1));
        let body = self.checker.symbols.body(index);
        let name = body.name().to_owned();
        let locations: Vec<String> = body.locations.iter().map(|location| location.text.clone()).collect();
        let declared: Vec<(VariableIndex, std::rc::Rc<DeclaredType>)> = body
            .variables
            .clone()
            .into_iter()
            .map(|variable| (variable, self.checker.variable_type(variable)))
            .collect();
        let first = self.system.variables.len();
        let location = (!locations.is_empty() && count > 0).then(|| VariableId::from_index(first));
        self.layout.bodies[index.0] = Instances { first_index, count, location, stride: 0 };
        let is_regular: Vec<bool> =
            declared.iter().map(|(_, ty)| self.has_constant_size(ty)).collect();
        for number in 0..count {
            self.instance(index, id, number, range.is_some(), &declared, |at| is_regular[at]);
            if number == 0 {
                let stride = self.system.variables.len() - first;
                self.layout.bodies[index.0].stride = u32::try_from(stride).unwrap_or(u32::MAX);
            }
        }
        for number in 0..count {
            self.irregular(index, id, number, &declared, |at| !is_regular[at]);
        }
        for (at, (variable, ty)) in declared.iter().enumerate() {
            self.finish_storage(*variable, ty, is_regular[at]);
        }
        let stride = self.layout.bodies[index.0].stride;
        self.system.processes.push(Process {
            name,
            is_array: range.is_some(),
            first_index,
            count,
            locations,
            location,
            stride,
        });
    }

    /// Whether an array has the same bounds in all instances.
    fn has_constant_size(&self, ty: &DeclaredType) -> bool {
        let Some((low, high)) = &ty.array else { return true };
        let mut slots = Slots::default();
        crate::evaluate::evaluate(low, &mut slots).is_ok() && crate::evaluate::evaluate(high, &mut slots).is_ok()
    }

    /// Makes an instance the one that types can depend on.
    fn enter(&mut self, index: BodyIndex, id: ProcessId, number: u32, is_array: bool) -> Owner {
        let own_index = self.layout.bodies[index.0].first_index + i128::from(number);
        let (own, own_index_slot) = own_slots(index);
        self.slots.set(own, Value::Reference(Some(number)));
        self.slots.set(own_index_slot, Value::Int(own_index));
        Owner { process: id, number, index: is_array.then_some(own_index) }
    }

    fn instance(
        &mut self,
        index: BodyIndex,
        id: ProcessId,
        number: u32,
        is_array: bool,
        declared: &[(VariableIndex, std::rc::Rc<DeclaredType>)],
        chosen: impl Fn(usize) -> bool,
    ) {
        let owner = self.enter(index, id, number, is_array);
        let body = self.checker.symbols.body(index);
        if let Some(location) = body.locations.first() {
            let variable = Variable {
                name: self.instance_name(owner),
                base: body.name().to_owned(),
                ty: Type::Location(id),
                role: Role::Location,
                owner: Some((id, number)),
                element: None,
                span: location.span,
            };
            if self.add(variable).is_none() {
                return;
            }
        }
        for (at, (variable, ty)) in declared.iter().enumerate() {
            if chosen(at) && let Some(block) = self.variables(*variable, ty, Role::Variable, Some(owner)) {
                self.layout.variables[variable.0].blocks.push(block);
            }
        }
    }

    fn irregular(
        &mut self,
        index: BodyIndex,
        id: ProcessId,
        number: u32,
        declared: &[(VariableIndex, std::rc::Rc<DeclaredType>)],
        chosen: impl Fn(usize) -> bool,
    ) {
        let owner = self.enter(index, id, number, true);
        for (at, (variable, ty)) in declared.iter().enumerate() {
            if chosen(at) && let Some(block) = self.variables(*variable, ty, Role::Variable, Some(owner)) {
                self.layout.variables[variable.0].blocks.push(block);
            }
        }
    }

    /// Joins the types of all instances.
    fn finish_storage(&mut self, variable: VariableIndex, declared: &DeclaredType, is_regular: bool) {
        let storage = &self.layout.variables[variable.0];
        let joined = storage.blocks.iter().map(|block| block.ty).reduce(join);
        // Without instances the type matters to nobody, but it must be of the right sort.
        let ty = joined.or_else(|| match &declared.scalar {
            Scalar::Range(..) => Some(Type::Int),
            other => self.scalar(&other.clone()),
        });
        let storage = &mut self.layout.variables[variable.0];
        storage.ty = ty;
        storage.is_regular = is_regular;
    }

    fn population(&mut self, index: BodyIndex, id: PopulationId) {
        self.check_population(index);
        let body = self.checker.symbols.body(index);
        let (name, places) = (body.name().to_owned(), body.locations.clone());
        let first = VariableId::from_index(self.system.variables.len());
        for place in &places {
            let shown = format!("{name} at {}", place.text);
            let added = self.add(Variable {
                name: shown,
                base: name.clone(),
                ty: Type::Nat,
                role: Role::Counter(id),
                owner: None,
                element: None,
                span: place.span,
            });
            if added.is_none() {
                return;
            }
        }
        self.layout.bodies[index.0] = Instances { first_index: 0, count: 0, location: Some(first), stride: 0 };
        self.system.populations.push(Population {
            name,
            locations: places.iter().map(|place| place.text.clone()).collect(),
            first_counter: first,
            is_open: false,
            size: None,
        });
    }

    fn check_population(&mut self, index: BodyIndex) {
        let declaration = self.checker.symbols.body(index).declaration;
        let mut wrong: Vec<(Span, &str, &str)> = Vec::new();
        if let Some(binder) = &declaration.index {
            let help = "its processes are anonymous, any number of them; for numbered ones, use `process`";
            wrong.push((binder.name.span, "a population has no index", help));
        }
        for item in &declaration.items {
            if let ast::ProcessItemKind::Var(_) = &item.kind {
                let help = "declare the variable outside, or make it part of the locations";
                wrong.push((item.span, "a population has no variables of its own", help));
            }
        }
        if self.checker.symbols.body(index).locations.is_empty() {
            wrong.push((declaration.name.span, "a population needs at least one location", "declare some with `loc`"));
        }
        for (span, message, help) in wrong {
            self.checker.report(Diagnostic::new(Code::BadPopulation, message, span, "").with_help(help));
        }
    }

    /// Names in backquotes can look like those of instances or elements; a trace must tell them apart.
    fn names_are_distinct(&mut self) {
        let mut first: HashMap<&str, Span> = HashMap::with_capacity(self.system.variables.len());
        let mut clash = None;
        for variable in &self.system.variables {
            if let Some(before) = first.insert(&variable.name, variable.span) {
                clash.get_or_insert((variable.name.clone(), variable.span, before));
            }
        }
        if let Some((name, span, before)) = clash {
            let message = format!("two variables are shown as `{name}`");
            let finding = Diagnostic::new(Code::Duplicate, message, span, "shown under the same name")
                .with_related(before, "the other one")
                .with_help("give one of them another name, so that traces can tell them apart");
            self.checker.report(finding);
        }
    }
}

/// The smallest type of the same sort that contains both.
fn join(left: Type, right: Type) -> Type {
    match (left, right) {
        (Type::Range { low, high }, Type::Range { low: other_low, high: other_high }) => {
            // An empty range adds nothing.
            if low > high {
                right
            } else if other_low > other_high {
                left
            } else {
                Type::Range { low: low.min(other_low), high: high.max(other_high) }
            }
        }
        _ => left,
    }
}
