//! Which variables a system has, and where those of a declaration stand among them.
//!
//! Variables come in the order of the text. An instance of a process is a block: its location, then its own
//! variables. All blocks of an array have the same size, so the same variable of neighbouring instances is
//! always the same distance away. Arrays whose size depends on the instance would break that; they stand
//! behind the blocks.

mod population;
mod process;
mod shape;
mod values;
mod variable;

pub(crate) use values::values as values_of_shape;

use std::collections::HashMap;
use std::rc::Rc;

use diagnostics::{Code, Diagnostic, Span};
use system::{Shape, System, VariableId};

use crate::ast::{self, ItemKind};
use crate::check::Checker;
use crate::slots::Slots;
use crate::symbols::{BodyIndex, BodyKind};

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
    pub blocks: Vec<VariableBlock>,
    /// The smallest type that contains those of all instances.
    pub shape: Option<Rc<Shape>>,
    /// Whether the blocks are as far apart as the instances, and of the same size.
    pub is_regular: bool,
    /// Whether, beside being regular, it has the same type in all instances.
    pub is_uniform: bool,
}

/// A variable with all its parts.
#[derive(Debug, Clone)]
pub struct VariableBlock {
    /// The variable, or its first part.
    pub first: VariableId,
    /// How it is made.
    pub shape: Rc<Shape>,
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
    let mut builder = Builder { checker, system, layout, slots: Slots::default(), parts: 0 };
    let mut next_body = 0;
    for item in &model.items {
        match &item.kind {
            ItemKind::Param { names, .. } => builder.globals(names, system::Role::Param),
            ItemKind::Var(declaration) => builder.globals(&declaration.names, system::Role::Variable),
            ItemKind::Process(_) | ItemKind::Population(_) => {
                // They are collected in the order of the text.
                builder.body(BodyIndex(next_body));
                next_body += 1;
            }
            _ => {}
        }
    }
    builder.names_are_distinct();
    builder.layout
}

/// A layout that is being made.
struct Builder<'b, 'a> {
    checker: &'b mut Checker<'a>,
    system: &'b mut System,
    layout: Layout,
    slots: Slots,
    /// How many parts the types have so far.
    parts: usize,
}

impl Builder<'_, '_> {
    fn body(&mut self, index: BodyIndex) {
        match self.checker.symbols.body(index).kind {
            BodyKind::Population(id) => self.population(index, id),
            BodyKind::Single(id) => self.process(index, id, None),
            BodyKind::Array(id) => {
                let range = self.index_range(index).unwrap_or((1, 0));
                self.process(index, id, Some(range));
            }
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
        // Two declarations of one name were reported as such.
        if let Some((name, span, before)) = clash.filter(|_| !self.checker.findings.has_errors()) {
            let message = format!("two variables are shown as `{name}`");
            let finding = Diagnostic::new(Code::Duplicate, message, span, "shown under the same name")
                .with_related(before, "the other one")
                .with_help("give one of them another name, so that traces can tell them apart");
            self.checker.report(finding);
        }
    }
}
