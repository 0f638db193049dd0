//! What a text declares, in the order of the text.

use std::collections::HashMap;

use diagnostics::Span;
use system::{ConstantValue, Sort, Value};

use super::inspect::Ranges;
use super::one_line::one_line;
use super::{Declaration, DeclarationId, DeclarationKind, NameTable};
use crate::ast::{Advice, Item, ItemKind, LetDecl, Model, Name, Process, ProcessItem, ProcessItemKind};
use crate::ast::{TypeExpr, TypeKind, VarDecl};
use crate::check::{Checker, Progress, domain_span};
use crate::referents::{NameLog, Referent};
use crate::symbols::{BodyIndex, BodyKind, DefinitionIndex, Mover};
use crate::typed::VariableIndex;
use crate::types::Scalar;

/// The declarations that names can stand for.
pub(super) type Known = HashMap<Referent, DeclarationId>;

/// All declarations of a text.
pub(super) fn declarations(
    checker: &Checker<'_>,
    model: &Model,
    ranges: &Ranges,
    log: &NameLog,
) -> (NameTable, Known) {
    let (table, known) = (NameTable::default(), Known::new());
    let mut builder = TableBuilder { checker, ranges, log, table, known, counts: Counts::default() };
    if let Some(name) = &model.name {
        let declaration = builder.plain(name, DeclarationKind::Model, name.span, &model.doc);
        let text = format!("model {}", declaration.text);
        builder.add(Declaration { text, ..declaration }, None);
    }
    for item in &model.items {
        builder.item(item);
    }
    for (span, bound) in &log.bound {
        let domain = builder.written(*span, bound.domain);
        let name = Name { text: bound.name.clone(), span: *span };
        let declaration = builder.plain(&name, DeclarationKind::BoundName, *span, &[]);
        let text = format!("{} in {domain}", bound.name);
        let sort = bound.sort.and_then(crate::structures::Sort::scalar);
        let declaration = Declaration { text, sort, ..declaration };
        builder.add(declaration, Some(Referent::Local(*span)));
    }
    (builder.table, builder.known)
}

/// How many declarations of each kind were met: the numbers under which the symbols have them.
#[derive(Default)]
struct Counts {
    constants: usize,
    types: usize,
    variables: usize,
    definitions: usize,
    bodies: usize,
    events: usize,
}

fn next(count: &mut usize) -> usize {
    *count += 1;
    *count - 1
}

struct TableBuilder<'b, 'a> {
    checker: &'b Checker<'a>,
    ranges: &'b Ranges,
    log: &'b NameLog,
    table: NameTable,
    known: Known,
    counts: Counts,
}

/// Where a name is declared: its item, the item's comment, the process around it.
#[derive(Clone, Copy)]
struct Place<'p> {
    item: Span,
    doc: &'p [String],
    owner: Option<DeclarationId>,
}

impl TableBuilder<'_, '_> {
    /// A declaration with nothing but its name.
    fn plain(&self, name: &Name, kind: DeclarationKind, item: Span, doc: &[String]) -> Declaration {
        Declaration {
            name: name.text.clone(),
            kind,
            at: vec![name.span],
            item,
            doc: doc.to_vec(),
            owner: None,
            text: self.written(name.span, name.span),
            sort: None,
            value: None,
            range: None,
            parameters: Vec::new(),
        }
    }

    fn declared(&self, name: &Name, kind: DeclarationKind, place: Place<'_>, text: String) -> Declaration {
        let plain = self.plain(name, kind, place.item, place.doc);
        Declaration { owner: place.owner, text, ..plain }
    }

    fn add(&mut self, declaration: Declaration, referent: Option<Referent>) -> DeclarationId {
        if let Some(known) = referent.and_then(|referent| self.known.get(&referent)) {
            self.table.declarations[known.0].at.extend(declaration.at);
            return *known;
        }
        let id = DeclarationId(self.table.declarations.len());
        self.known.extend(referent.map(|referent| (referent, id)));
        self.table.declarations.push(declaration);
        id
    }

    /// The text from one place to another, in one line.
    fn written(&self, from: Span, to: Span) -> String {
        one_line(self.checker.source.get(from.to(to).range()).unwrap_or_default())
    }

    fn item(&mut self, item: &Item) {
        let place = Place { item: item.span, doc: &item.doc, owner: None };
        match &item.kind {
            ItemKind::Const { name, .. } => self.constant(name, place),
            ItemKind::Param { names, ty, condition } => {
                let tail = condition.as_ref().map_or(ty.span, |condition| ty.span.to(condition.span));
                self.variables(names, ty, tail, "param", DeclarationKind::Parameter, place);
            }
            ItemKind::Type { name, ty } => {
                let text = self.written(item.span, item.span);
                let declaration = self.declared(name, DeclarationKind::Type, place, text);
                let number = next(&mut self.counts.types);
                self.add(declaration, Some(Referent::Type(number)));
                self.members(ty, place);
            }
            ItemKind::Var(declaration) => self.variable(declaration, place),
            ItemKind::Let(declaration) => self.definition(declaration, place),
            ItemKind::Process(process) => self.process(process, "process", place),
            ItemKind::Population(process) => self.process(process, "population", place),
            ItemKind::Event(event) => {
                let end = event.index.as_ref().map_or(event.name.span, domain_span);
                let close = if event.index.is_some() { "]" } else { "" };
                let text = format!("event {}{close}", self.written(event.name.span, end));
                let declaration = self.declared(&event.name, DeclarationKind::Event, place, text);
                let number = next(&mut self.counts.events);
                let is_first = self.is_mover(&event.name, number);
                let owner = self.add(declaration, is_first.then_some(Referent::Event(number)));
                self.index(event.index.as_ref(), None, Place { owner: Some(owner), ..place });
            }
            ItemKind::Sync(names) => self.syncs(names, ("sync", DeclarationKind::Rendezvous), place),
            ItemKind::Broadcast(names) => {
                self.syncs(names, ("broadcast", DeclarationKind::Broadcast), place);
            }
            ItemKind::Property(property) => {
                let text = self.written(item.span, item.span);
                let declaration = self.declared(&property.name, DeclarationKind::Property, place, text);
                self.add(declaration, None);
            }
            ItemKind::Advice(advice) => self.advice(advice, place),
            ItemKind::Init(_) | ItemKind::Fairness(_) | ItemKind::Import(_) => {}
        }
    }

    fn constant(&mut self, name: &Name, place: Place<'_>) {
        let number = next(&mut self.counts.constants);
        let text = self.written(place.item, place.item);
        let declaration = self.declared(name, DeclarationKind::Constant, place, text);
        let (value, sort) = match self.checker.constants.get(number) {
            Some(Progress::Done(Some(Value::Int(value)))) => (Some(ConstantValue::Int(*value)), Sort::Int),
            Some(Progress::Done(Some(Value::Bool(value)))) => (Some(ConstantValue::Bool(*value)), Sort::Bool),
            _ => (None, Sort::Int),
        };
        let sort = value.is_some().then_some(sort);
        self.add(Declaration { value, sort, ..declaration }, Some(Referent::Constant(number)));
    }

    fn variable(&mut self, declaration: &VarDecl, place: Place<'_>) {
        let (ty, kind) = (&declaration.ty, DeclarationKind::Variable);
        let start = Span { start: ty.span.start, end: place.item.end };
        self.variables(&declaration.names, ty, start, "var", kind, place);
    }

    fn variables(
        &mut self,
        names: &[Name],
        ty: &TypeExpr,
        tail: Span,
        word: &str,
        kind: DeclarationKind,
        place: Place<'_>,
    ) {
        for name in names {
            let number = next(&mut self.counts.variables);
            let tail = self.written(tail, tail);
            let text =
                format!("{word} {}: {}", self.written(name.span, name.span), tail.trim_end_matches(';'));
            let declaration = self.declared(name, kind, place, text);
            let known = self.checker.variable_types.get(number).and_then(Option::as_ref);
            let sort = known
                .and_then(|ty| ty.element())
                .and_then(Scalar::sort)
                .and_then(crate::structures::Sort::scalar);
            let range = self.ranges.variables.get(number).copied().flatten();
            let referent = Referent::Variable(VariableIndex(number));
            self.add(Declaration { sort, range, ..declaration }, Some(referent));
        }
        self.members(ty, place);
    }

    /// The members of the enumerations, and the fields of the records, that a type is written with.
    fn members(&mut self, ty: &TypeExpr, place: Place<'_>) {
        match &ty.kind {
            TypeKind::Array(_, _, part) | TypeKind::Set(part) | TypeKind::Queue(_, part) => {
                self.members(part, place);
            }
            TypeKind::Record(fields) => {
                for (name, part) in fields {
                    self.field(name, part, place);
                    self.members(part, place);
                }
            }
            TypeKind::Enumeration(members) => {
                let enumerations = &self.checker.symbols.enumerations;
                let owners = members.first().map_or(&[][..], |member| enumerations.having(&member.text));
                let has_all = |id: &&system::EnumerationId| {
                    let names = &enumerations.members[id.index()];
                    names.iter().all(|name| members.iter().any(|member| member.text == *name))
                        && members.iter().all(|member| names.contains(&member.text))
                };
                let Some(id) = owners.iter().find(has_all).copied() else { return };
                for member in members {
                    let text = format!("{} of {}", member.text, enumerations.show(id));
                    let declaration = self.declared(member, DeclarationKind::Member, place, text);
                    let referent = enumerations.position(id, &member.text).map(|at| Referent::Member(id, at));
                    let sort = Some(Sort::Enumeration(id));
                    self.add(Declaration { sort, owner: None, ..declaration }, referent);
                }
            }
            _ => {}
        }
    }

    /// A field of a record. Where its type has an error nothing is known of its uses, so that it is not declared either.
    fn field(&mut self, name: &Name, ty: &TypeExpr, place: Place<'_>) {
        let met = self.log.met.get(&name.span).into_iter().flatten();
        let Some(referent) = met.copied().find(|one| matches!(one, Referent::Field(..))) else { return };
        let text = self.written(name.span, ty.span);
        let declaration = self.declared(name, DeclarationKind::Field, place, text);
        self.add(Declaration { owner: None, doc: Vec::new(), ..declaration }, Some(referent));
    }

    fn definition(&mut self, definition: &LetDecl, place: Place<'_>) {
        let number = next(&mut self.counts.definitions);
        let text = self.written(place.item, place.item);
        let declaration = self.declared(&definition.name, DeclarationKind::Definition, place, text);
        let parameters = definition.params.iter().map(|name| name.text.clone()).collect();
        let referent = Referent::Definition(DefinitionIndex(number));
        let owner = self.add(Declaration { parameters, ..declaration }, Some(referent));
        for parameter in &definition.params {
            let text = self.written(parameter.span, parameter.span);
            let place = Place { owner: Some(owner), ..place };
            let declaration = self.declared(parameter, DeclarationKind::Argument, place, text);
            self.add(declaration, Some(Referent::Local(parameter.span)));
        }
    }

    fn process(&mut self, process: &Process, word: &str, place: Place<'_>) {
        let body = BodyIndex(next(&mut self.counts.bodies));
        let end = process.index.as_ref().map_or(process.name.span, domain_span);
        let close = if process.index.is_some() { "]" } else { "" };
        let text = format!("{word} {}{close}", self.written(process.name.span, end));
        let (kind, sort) = match self.checker.symbols.body(body).kind {
            BodyKind::Single(_) => (DeclarationKind::Process, None),
            BodyKind::Array(id) => (DeclarationKind::ProcessArray, Some(Sort::Reference(id))),
            BodyKind::Population(_) => (DeclarationKind::Population, None),
        };
        let declaration = self.declared(&process.name, kind, place, text);
        let range = self.ranges.bodies.get(body.0).copied().flatten();
        let owner = self.add(Declaration { sort, range, ..declaration }, Some(Referent::Body(body)));
        let inner = Place { owner: Some(owner), ..place };
        self.index(process.index.as_ref(), range, inner);
        for item in &process.items {
            self.process_item(item, body, owner);
        }
    }

    fn index(&mut self, binder: Option<&crate::ast::Binder>, range: Option<(i128, i128)>, place: Place<'_>) {
        let Some(binder) = binder else { return };
        let text = self.written(binder.name.span, domain_span(binder));
        let declaration = self.declared(&binder.name, DeclarationKind::Index, place, text);
        let declaration = Declaration { sort: Some(Sort::Int), range, doc: Vec::new(), ..declaration };
        self.add(declaration, Some(Referent::Local(binder.name.span)));
    }

    fn process_item(&mut self, item: &ProcessItem, body: BodyIndex, owner: DeclarationId) {
        let place = Place { item: item.span, doc: &item.doc, owner: Some(owner) };
        match &item.kind {
            ProcessItemKind::Var(declaration) => self.variable(declaration, place),
            ProcessItemKind::Let(declaration) => self.definition(declaration, place),
            ProcessItemKind::Loc(names) => {
                for name in names {
                    let text = format!("loc {}", self.written(name.span, name.span));
                    let declaration = self.declared(name, DeclarationKind::Location, place, text);
                    let number = self.checker.symbols.body(body).location_numbers.get(name.text.as_str());
                    let referent = number.map(|number| Referent::Location(body, *number));
                    self.add(declaration, referent);
                }
            }
            ProcessItemKind::Edge(edge) => {
                let Some(label) = &edge.label else { return };
                let text = self.written(item.span, item.span);
                let declaration = self.declared(label, DeclarationKind::Label, place, text);
                let first = self.checker.symbols.body(body).labels.get(label.text.as_str());
                self.add(declaration, first.map(|first| Referent::Label(body, *first)));
            }
            ProcessItemKind::Advice(advice) => self.advice(advice, place),
            ProcessItemKind::Init(_) | ProcessItemKind::Start(_) => {}
        }
    }

    fn advice(&mut self, advice: &Advice, place: Place<'_>) {
        if let Advice::Predicate { name, .. } = advice {
            let text = self.written(place.item, place.item);
            let declaration = self.declared(name, DeclarationKind::Predicate, place, text);
            self.add(declaration, None);
        }
    }

    fn syncs(&mut self, names: &[Name], (word, kind): (&str, DeclarationKind), place: Place<'_>) {
        for name in names {
            let text = format!("{word} {}", self.written(name.span, name.span));
            let declaration = self.declared(name, kind, place, text);
            let symbol = self.checker.symbols.syncs.get(name.text.as_str());
            let is_first = symbol.filter(|symbol| symbol.span == name.span);
            self.add(declaration, is_first.map(|symbol| Referent::Sync(symbol.number)));
        }
    }

    fn is_mover(&self, name: &Name, number: usize) -> bool {
        let mover = self.checker.symbols.movers.get(name.text.as_str());
        matches!(mover, Some(Mover::Event(first)) if *first == number)
    }
}
