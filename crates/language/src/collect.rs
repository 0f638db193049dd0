//! Fills the tables of names from the syntax tree, and reports names that are declared twice.

mod process;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use diagnostics::{Code, Diagnostic, Span};

use crate::ast::{self, ItemKind, Name, TypeExpr, TypeKind};
use crate::findings::Findings;
use crate::symbols::{
    BodyIndex, ConstantSymbol, Definition, DefinitionIndex, Mover, Symbol, Symbols, SyncSymbol, TypeSymbol,
    VariableSymbol,
};
use crate::typed::VariableIndex;

/// The tables of a model.
pub fn collect<'a>(model: &'a ast::Model, findings: &mut Findings) -> Symbols<'a> {
    let mut collector = Collector { symbols: Symbols::default(), findings };
    for item in &model.items {
        collector.item(item);
    }
    collector.warn_of_hidden_members();
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
                self.declare(
                    &declaration.name,
                    Symbol::Definition(DefinitionIndex(self.symbols.definitions.len())),
                );
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
            ItemKind::Init(_)
            | ItemKind::Fairness(_)
            | ItemKind::Property(_)
            | ItemKind::Advice(_)
            | ItemKind::Import(_) => {}
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

    /// A member of an enumeration cannot be reached where a declared value has its name.
    fn warn_of_hidden_members(&mut self) {
        for (name, symbol) in &self.symbols.values {
            let is_member = !self.symbols.enumerations.having(name).is_empty();
            let Some(span) = self.symbols.declared_at(*symbol).filter(|_| is_member) else { continue };
            let message = format!("`{name}` hides the member of a type");
            let finding =
                Diagnostic::new(Code::Shadowing, message, span, "this is meant wherever the name stands");
            self.findings.report(finding.with_help("give one of them another name"));
        }
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
        match &ty.kind {
            TypeKind::Array(_, _, part) | TypeKind::Set(part) | TypeKind::Queue(_, part) => {
                return self.enumerations(part);
            }
            TypeKind::Record(fields) => {
                return fields.iter().for_each(|(_, part)| self.enumerations(part));
            }
            _ => {}
        }
        let TypeKind::Enumeration(members) = &ty.kind else { return };
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
}

/// Whether a word is a function of the language before `(`.
pub fn is_function(name: &str) -> bool {
    matches!(name, "min" | "max" | "abs" | "sum" | "count" | "index" | "reach")
        || matches!(name, "union" | "inter" | "minus" | "subset" | "card" | "len" | "empty" | "full" | "head")
}

/// Two declarations of one name.
pub fn twice(name: &Name, first: Span) -> Diagnostic {
    Diagnostic::new(
        Code::Duplicate,
        format!("`{}` is declared twice", name.text),
        name.span,
        "declared again",
    )
    .with_related(first, "first declared here")
    .with_help("give one of them another name")
}

fn function_redefined(name: &Name) -> Diagnostic {
    let message = format!("`{}` before `(` is a function of the language", name.text);
    Diagnostic::new(Code::Duplicate, message, name.span, "cannot be defined again")
        .with_help("give the definition another name")
}
