//! Fills the tables of names from the syntax tree, and reports names that are declared twice.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use diagnostics::{Code, Diagnostic, Span};
use system::{PopulationId, ProcessId};

use crate::ast::{self, ItemKind, Name, ProcessItemKind, TypeExpr, TypeKind};
use crate::findings::Findings;
use crate::symbols::{
    Body, BodyIndex, BodyKind, ConstantSymbol, Definition, DefinitionIndex, Mover, Symbol, Symbols,
    SyncSymbol, TypeSymbol, VariableSymbol,
};
use crate::typed::VariableIndex;

/// The tables of a model.
pub fn collect<'a>(model: &'a ast::Model, findings: &mut Findings) -> Symbols<'a> {
    let mut collector = Collector { symbols: Symbols::default(), findings };
    for item in &model.items {
        collector.item(item);
    }
    collector.symbols
}

struct Collector<'a, 'f> {
    symbols: Symbols<'a>,
    findings: &'f mut Findings,
}

impl<'a> Collector<'a, '_> {
    fn item(&mut self, item: &'a ast::Item) {
        match &item.kind {
            ItemKind::Const { name, value } => {
                self.declare(name, Symbol::Constant(self.symbols.constants.len()));
                self.symbols.constants.push(ConstantSymbol { name, value });
            }
            ItemKind::Param { names, ty, .. } => self.variables(names, ty, true),
            ItemKind::Type { name, ty } => self.named_type(name, ty),
            ItemKind::Var(declaration) => self.variables(&declaration.names, &declaration.ty, false),
            ItemKind::Let(declaration) => {
                self.declare(&declaration.name, Symbol::Definition(DefinitionIndex(self.symbols.definitions.len())));
                self.definition(declaration, None);
            }
            ItemKind::Process(process) => self.process(process, false),
            ItemKind::Population(process) => self.process(process, true),
            ItemKind::Event(event) => {
                self.mover(&event.name, Mover::Event(self.symbols.events.len()));
                self.symbols.events.push(event);
            }
            ItemKind::Sync(names) => self.syncs(names, false),
            ItemKind::Broadcast(names) => self.syncs(names, true),
            ItemKind::Init(_) | ItemKind::Fairness(_) | ItemKind::Property(_) => {}
        }
    }

    /// Makes a value known everywhere.
    fn declare(&mut self, name: &'a Name, symbol: Symbol) {
        if let Some(first) = self.symbols.values.get(name.text.as_str()) {
            let first = self.symbols.declared_at(*first).unwrap_or(name.span);
            self.findings.report(twice(name, first));
            return;
        }
        self.symbols.values.insert(&name.text, symbol);
    }

    fn variables(&mut self, names: &'a [Name], ty: &'a TypeExpr, is_param: bool) {
        self.enumerations(ty);
        for name in names {
            self.declare(name, Symbol::Variable(VariableIndex(self.symbols.variables.len())));
            self.symbols.variables.push(VariableSymbol { name, ty, body: None, is_param });
        }
    }

    fn definition(&mut self, declaration: &'a ast::LetDecl, body: Option<BodyIndex>) {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for parameter in &declaration.params {
            if let Some(first) = seen.insert(&parameter.text, parameter.span) {
                self.findings.report(twice(parameter, first));
            }
        }
        if !declaration.params.is_empty() && is_function(&declaration.name.text) {
            self.findings.report(function_redefined(&declaration.name));
        }
        self.symbols.definitions.push(Definition { declaration, body });
    }

    fn named_type(&mut self, name: &'a Name, ty: &'a TypeExpr) {
        self.enumerations(ty);
        match self.symbols.types.entry(&name.text) {
            Entry::Occupied(first) => {
                let first = self.symbols.named_types[*first.get()].name.span;
                self.findings.report(twice(name, first));
            }
            Entry::Vacant(entry) => {
                entry.insert(self.symbols.named_types.len());
            }
        }
        self.symbols.named_types.push(TypeSymbol { name, ty });
    }

    fn mover(&mut self, name: &'a Name, mover: Mover) {
        let first = self.symbols.movers.get(name.text.as_str()).map(|first| match first {
            Mover::Event(index) => self.symbols.events[*index].name.span,
            Mover::Body(index) => self.symbols.body(*index).declaration.name.span,
        });
        match first {
            Some(first) => self.findings.report(twice(name, first)),
            None => {
                self.symbols.movers.insert(&name.text, mover);
            }
        }
    }

    fn syncs(&mut self, names: &'a [Name], broadcast: bool) {
        for name in names {
            let number = self.symbols.syncs.len();
            match self.symbols.syncs.entry(&name.text) {
                Entry::Occupied(first) => self.findings.report(twice(name, first.get().span)),
                Entry::Vacant(entry) => {
                    entry.insert(SyncSymbol { number, broadcast, span: name.span });
                }
            }
        }
    }

    /// Finds the enumerations of a type; their members are values that are known everywhere.
    fn enumerations(&mut self, ty: &'a TypeExpr) {
        let scalar = match &ty.kind {
            TypeKind::Array(_, _, element) => element,
            _ => ty,
        };
        let TypeKind::Enumeration(members) = &scalar.kind else { return };
        let mut seen: HashMap<&str, Span> = HashMap::new();
        let mut distinct = Vec::new();
        for member in members {
            match seen.insert(&member.text, member.span) {
                Some(first) => self.findings.report(twice(member, first)),
                None => distinct.push(member.text.as_str()),
            }
        }
        let id = self.symbols.enumerations.intern(&distinct);
        self.symbols.enumerations.publish(id);
    }

    fn process(&mut self, declaration: &'a ast::Process, is_population: bool) {
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
                ProcessItemKind::Init(_) | ProcessItemKind::Start(_) => {}
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

/// Whether a word is a function of the language before `(`.
pub fn is_function(name: &str) -> bool {
    matches!(name, "min" | "max" | "abs" | "sum" | "count" | "index")
}

/// Two declarations of one name.
pub fn twice(name: &Name, first: Span) -> Diagnostic {
    Diagnostic::new(Code::Duplicate, format!("`{}` is declared twice", name.text), name.span, "declared again")
        .with_related(first, "first declared here")
        .with_help("give one of them another name")
}

fn clash(name: &str, first: (&str, Span), second: (&str, Span)) -> Diagnostic {
    let message = format!("`{name}` is both a {} and a {} of this process", first.0, second.0);
    Diagnostic::new(Code::Duplicate, message, second.1, format!("the {}", second.0))
        .with_related(first.1, format!("the {}", first.0))
        .with_help("give one of them another name")
}

fn function_redefined(name: &Name) -> Diagnostic {
    let message = format!("`{}` before `(` is a function of the language", name.text);
    Diagnostic::new(Code::Duplicate, message, name.span, "cannot be defined again")
        .with_help("give the definition another name")
}
