//! What a model declares.

use super::scope::{Scope, Stop, View};
use super::{State, Value};
use language::ast::{self, Domain, ItemKind, ProcessItemKind};
use std::collections::BTreeMap;

/// Everything that a model declares.
#[derive(Debug, Default)]
pub struct Tables<'a> {
    /// The constants.
    pub constants: BTreeMap<&'a str, &'a ast::Expr>,
    /// The named types.
    pub types: BTreeMap<&'a str, &'a ast::TypeExpr>,
    /// The parameters, each with whether it is a `nat`.
    pub params: BTreeMap<&'a str, bool>,
    /// The global variables.
    pub variables: BTreeMap<&'a str, &'a ast::VarDecl>,
    /// The global definitions.
    pub definitions: BTreeMap<&'a str, &'a ast::LetDecl>,
    /// The conditions on initial states that stand outside of processes.
    pub initial: Vec<&'a ast::Expr>,
    /// The processes and populations, in the order of the text.
    pub bodies: Vec<Body<'a>>,
    /// The events.
    pub events: Vec<&'a ast::Event>,
    /// The sizes of populations that were asked for.
    pub sizes: BTreeMap<String, i128>,
}

/// A process, process array or population.
#[derive(Debug, Clone, Copy)]
pub struct Body<'a> {
    /// The declaration.
    pub process: &'a ast::Process,
    /// Whether it is a population.
    pub is_population: bool,
}

impl<'a> Tables<'a> {
    /// The declarations of a model.
    pub fn new(model: &'a ast::Model, sizes: &[(String, i128)]) -> Self {
        let mut tables = Tables { sizes: sizes.iter().cloned().collect(), ..Tables::default() };
        for item in &model.items {
            tables.add(&item.kind);
        }
        tables
    }

    fn add(&mut self, item: &'a ItemKind) {
        match item {
            ItemKind::Const { name, value } => {
                self.constants.insert(&name.text, value);
            }
            ItemKind::Param { names, ty, condition } => {
                let natural = matches!(ty.kind, ast::TypeKind::Nat);
                self.params.extend(names.iter().map(|name| (name.text.as_str(), natural)));
                self.initial.extend(condition);
            }
            ItemKind::Type { name, ty } => {
                self.types.insert(&name.text, ty);
            }
            ItemKind::Var(declaration) => {
                self.variables.extend(declaration.names.iter().map(|name| (name.text.as_str(), declaration)));
            }
            ItemKind::Init(condition) => self.initial.push(condition),
            ItemKind::Let(definition) => {
                self.definitions.insert(&definition.name.text, definition);
            }
            ItemKind::Process(process) => self.bodies.push(Body { process, is_population: false }),
            ItemKind::Population(process) => self.bodies.push(Body { process, is_population: true }),
            ItemKind::Event(event) => self.events.push(event),
            ItemKind::Sync(_) | ItemKind::Broadcast(_) | ItemKind::Fairness(_) | ItemKind::Property(_) => {}
            ItemKind::Advice(_) | ItemKind::Import(_) => {}
        }
    }

    /// The process or population with this name.
    pub fn body(&self, name: &str) -> Option<Body<'a>> {
        self.bodies.iter().copied().find(|body| body.process.name.text == name)
    }

    /// The indices of a process: one without a number if it is no array.
    pub fn indices(&self, process: &'a ast::Process) -> Result<Vec<Option<i128>>, Stop> {
        let Some(binder) = &process.index else { return Ok(vec![None]) };
        Ok(self.index_range(&binder.domain)?.map(Some).collect())
    }

    /// The values of the index of a process array or an event.
    pub fn index_range(&self, domain: &'a Domain) -> Result<std::ops::RangeInclusive<i128>, Stop> {
        let nothing = State::new();
        let (scope, view) = (Scope::default(), View::of(&nothing));
        match domain {
            Domain::Range(low, high) => Ok(self.int(low, &scope, &view)?..=self.int(high, &scope, &view)?),
            Domain::Type(_) | Domain::Set(_) => Err(Stop::Beyond("an index without a range as its domain")),
        }
    }
}

/// The locations of a process, in order.
pub fn locations(process: &ast::Process) -> Vec<&str> {
    let lists = process.items.iter().filter_map(|item| match &item.kind {
        ProcessItemKind::Loc(names) => Some(names),
        _ => None,
    });
    lists.flatten().map(|name| name.text.as_str()).collect()
}

/// The declaration of a variable of a process.
pub fn variable<'a>(process: &'a ast::Process, name: &str) -> Option<&'a ast::VarDecl> {
    process.items.iter().find_map(|item| match &item.kind {
        ProcessItemKind::Var(declaration) if declaration.names.iter().any(|own| own.text == name) => {
            Some(declaration)
        }
        _ => None,
    })
}

/// A definition of a process.
pub fn definition<'a>(process: &'a ast::Process, name: &str) -> Option<&'a ast::LetDecl> {
    process.items.iter().find_map(|item| match &item.kind {
        ProcessItemKind::Let(definition) if definition.name.text == name => Some(definition),
        _ => None,
    })
}

/// The name that traces show for an instance.
pub fn instance_name(process: &ast::Process, index: Option<i128>) -> String {
    match index {
        Some(index) => format!("{}[{index}]", process.name.text),
        None => process.name.text.clone(),
    }
}

/// The location of an instance in a state.
pub fn is_at(state: &State, instance: &str, location: &str) -> bool {
    state.get(instance) == Some(&Value::Name(location.to_string()))
}
