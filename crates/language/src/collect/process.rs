//! The names of processes and populations.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use diagnostics::{Code, Diagnostic, Span};
use system::{PopulationId, ProcessId};

use super::{Collector, twice};
use crate::ast::{self, Name, ProcessItemKind};
use crate::symbols::{Body, BodyIndex, BodyKind, DefinitionIndex, Mover, Symbol, VariableSymbol};
use crate::typed::VariableIndex;

impl<'a> Collector<'a, '_> {
    /// Adds a process or population with its own tables.
    pub(super) fn process(&mut self, declaration: &'a ast::Process, is_population: bool) {
        let index = BodyIndex(self.symbols.bodies.len());
        let kind = if is_population {
            self.symbols.population_bodies.push(index);
            BodyKind::Population(PopulationId::from_index(self.symbols.population_bodies.len() - 1))
        } else {
            self.symbols.process_bodies.push(index);
            let id = ProcessId::from_index(self.symbols.process_bodies.len() - 1);
            if declaration.index.is_some() { BodyKind::Array(id) } else { BodyKind::Single(id) }
        };
        self.declare_process(&declaration.name, index);
        self.symbols.bodies.push(Body {
            declaration,
            kind,
            values: HashMap::new(),
            variables: Vec::new(),
            locations: Vec::new(),
            location_numbers: HashMap::new(),
            labels: HashMap::new(),
        });
        self.process_items(declaration, index);
    }

    /// A process is both a value and something that moves; a clash is reported once.
    fn declare_process(&mut self, name: &'a Name, index: BodyIndex) {
        if self.symbols.values.contains_key(name.text.as_str()) {
            self.declare(name, Symbol::Body(index));
        } else {
            self.mover(name, Mover::Body(index));
            self.symbols.values.insert(&name.text, Symbol::Body(index));
        }
    }

    fn process_items(&mut self, declaration: &'a ast::Process, index: BodyIndex) {
        let mut names = Names::default();
        if let Some(binder) = &declaration.index {
            self.declare_local(index, &binder.name, Symbol::OwnIndex, &mut names);
        }
        for item in &declaration.items {
            match &item.kind {
                ProcessItemKind::Var(variable) => self.local_variables(index, variable, &mut names),
                ProcessItemKind::Let(declaration) => {
                    let symbol = Symbol::Definition(DefinitionIndex(self.symbols.definitions.len()));
                    self.declare_local(index, &declaration.name, symbol, &mut names);
                    self.definition(declaration, Some(index));
                }
                ProcessItemKind::Loc(locations) => self.locations(index, locations, &mut names),
                ProcessItemKind::Edge(edge) => {
                    if let Some(label) = &edge.label {
                        self.symbols.bodies[index.0].labels.entry(&label.text).or_insert(label.span);
                    }
                }
                ProcessItemKind::Init(_) | ProcessItemKind::Start(_) | ProcessItemKind::Advice(_) => {}
            }
        }
        self.clashes(index, &names);
    }

    fn local_variables(&mut self, index: BodyIndex, declaration: &'a ast::VarDecl, names: &mut Names<'a>) {
        self.enumerations(&declaration.ty);
        for name in &declaration.names {
            let variable = VariableIndex(self.symbols.variables.len());
            self.declare_local(index, name, Symbol::Variable(variable), names);
            names.variables.insert(&name.text, name.span);
            let symbol = VariableSymbol { name, ty: &declaration.ty, body: Some(index), is_param: false };
            self.symbols.variables.push(symbol);
            self.symbols.bodies[index.0].variables.push(variable);
        }
    }

    fn declare_local(&mut self, index: BodyIndex, name: &'a Name, symbol: Symbol, names: &mut Names<'a>) {
        match names.values.entry(&name.text) {
            Entry::Occupied(first) => self.findings.report(twice(name, *first.get())),
            Entry::Vacant(entry) => {
                entry.insert(name.span);
                self.symbols.bodies[index.0].values.insert(&name.text, symbol);
            }
        }
    }

    fn locations(&mut self, index: BodyIndex, locations: &'a [Name], names: &mut Names<'a>) {
        let body = &mut self.symbols.bodies[index.0];
        for location in locations {
            let number = u32::try_from(body.locations.len()).unwrap_or(u32::MAX);
            match body.location_numbers.entry(&location.text) {
                Entry::Occupied(first) => {
                    let first = body.locations[*first.get() as usize].span;
                    self.findings.report(twice(location, first));
                }
                Entry::Vacant(entry) => {
                    entry.insert(number);
                    body.locations.push(location);
                    names.locations.push(location);
                }
            }
        }
    }

    /// A location, a variable and a label of one process must not share a name.
    fn clashes(&mut self, index: BodyIndex, names: &Names<'a>) {
        let body = &self.symbols.bodies[index.0];
        let mut clashes: Vec<Diagnostic> = Vec::new();
        for location in &names.locations {
            if let Some(variable) = names.variables.get(location.text.as_str()) {
                clashes.push(clash(&location.text, ("variable", *variable), ("location", location.span)));
            }
            if let Some(label) = body.labels.get(location.text.as_str()) {
                clashes.push(clash(&location.text, ("location", location.span), ("label", *label)));
            }
        }
        for (name, label) in &body.labels {
            if let Some(variable) = names.variables.get(name) {
                clashes.push(clash(name, ("variable", *variable), ("label", *label)));
            }
        }
        for finding in clashes {
            self.findings.report(finding);
        }
    }
}

/// The names of one process, with their places.
#[derive(Default)]
struct Names<'a> {
    values: HashMap<&'a str, Span>,
    variables: HashMap<&'a str, Span>,
    locations: Vec<&'a Name>,
}

fn clash(name: &str, first: (&str, Span), second: (&str, Span)) -> Diagnostic {
    let message = format!("`{name}` is both a {} and a {} of this process", first.0, second.0);
    Diagnostic::new(Code::Duplicate, message, second.1, format!("the {}", second.0))
        .with_related(first.1, format!("the {}", first.0))
        .with_help("give one of them another name")
}
