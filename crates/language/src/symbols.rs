//! What a model declares: the tables in which names are looked up.
//!
//! There are five kinds of names, which cannot be mistaken for each other because they stand in different
//! places: values (constants, parameters, variables, definitions, processes, populations, and below them the
//! members of enumerations), types, what moves (events, processes, populations), synchronisations, and
//! properties. Inside a process there are its values, its locations and its labels.

use std::collections::HashMap;

use diagnostics::Span;
use system::{EnumerationId, PopulationId, ProcessId};

use crate::ast;
use crate::structures::Structures;
use crate::typed::VariableIndex;

/// All tables of a model.
#[derive(Debug, Default)]
pub struct Symbols<'a> {
    /// The values that are visible everywhere.
    pub values: HashMap<&'a str, Symbol>,
    /// The named types.
    pub types: HashMap<&'a str, usize>,
    /// What fairness can name.
    pub movers: HashMap<&'a str, Mover>,
    /// The rendezvous and broadcasts.
    pub syncs: HashMap<&'a str, SyncSymbol>,
    /// The constants, in the order of the text.
    pub constants: Vec<ConstantSymbol<'a>>,
    /// The named types, in the order of the text.
    pub named_types: Vec<TypeSymbol<'a>>,
    /// All variables and parameters, those of processes included.
    pub variables: Vec<VariableSymbol<'a>>,
    /// All definitions, those of processes included.
    pub definitions: Vec<Definition<'a>>,
    /// The processes and populations, in the order of the text.
    pub bodies: Vec<Body<'a>>,
    /// The body of each process.
    pub process_bodies: Vec<BodyIndex>,
    /// The body of each population.
    pub population_bodies: Vec<BodyIndex>,
    /// The events, in the order of the text.
    pub events: Vec<&'a ast::Event>,
    /// The enumerations.
    pub enumerations: Enumerations,
    /// The kinds of values with parts.
    pub structures: Structures,
}

/// An index into the list of definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefinitionIndex(pub usize);

/// An index into the list of processes and populations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BodyIndex(pub usize);

/// What the name of a value stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symbol {
    /// A constant.
    Constant(usize),
    /// A variable or parameter.
    Variable(VariableIndex),
    /// A definition.
    Definition(DefinitionIndex),
    /// A process or population.
    Body(BodyIndex),
    /// The index of the instance, inside a process array.
    OwnIndex,
}

/// What fairness can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mover {
    /// An event.
    Event(usize),
    /// A process or population.
    Body(BodyIndex),
}

/// A rendezvous or a broadcast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyncSymbol {
    /// A number of its own.
    pub number: usize,
    /// Whether it is a broadcast.
    pub broadcast: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A constant.
#[derive(Debug)]
pub struct ConstantSymbol<'a> {
    /// Its name.
    pub name: &'a ast::Name,
    /// Its value as written.
    pub value: &'a ast::Expr,
}

/// A named type.
#[derive(Debug)]
pub struct TypeSymbol<'a> {
    /// Its name.
    pub name: &'a ast::Name,
    /// What it stands for.
    pub ty: &'a ast::TypeExpr,
}

/// A variable, an array of variables, or a parameter.
#[derive(Debug)]
pub struct VariableSymbol<'a> {
    /// Its name.
    pub name: &'a ast::Name,
    /// Its type as written.
    pub ty: &'a ast::TypeExpr,
    /// The process that it belongs to.
    pub body: Option<BodyIndex>,
    /// Whether it is a parameter.
    pub is_param: bool,
}

/// A definition, `let f(a, b) = e`.
#[derive(Debug)]
pub struct Definition<'a> {
    /// The declaration.
    pub declaration: &'a ast::LetDecl,
    /// The process that it belongs to.
    pub body: Option<BodyIndex>,
}

/// Which kind of process a body describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyKind {
    /// One process.
    Single(ProcessId),
    /// An array of processes.
    Array(ProcessId),
    /// Any number of processes.
    Population(PopulationId),
}

/// A process, process array or population.
#[derive(Debug)]
pub struct Body<'a> {
    /// The declaration.
    pub declaration: &'a ast::Process,
    /// Which kind it is.
    pub kind: BodyKind,
    /// Its variables, definitions and index.
    pub values: HashMap<&'a str, Symbol>,
    /// Its variables, in the order of the text.
    pub variables: Vec<VariableIndex>,
    /// Its locations, in the order of the text.
    pub locations: Vec<&'a ast::Name>,
    /// The number of each location.
    pub location_numbers: HashMap<&'a str, u32>,
    /// Its labels, each where it first stands.
    pub labels: HashMap<&'a str, Span>,
}

impl<'a> Body<'a> {
    /// Its name.
    pub fn name(&self) -> &'a str {
        &self.declaration.name.text
    }

    /// The process, unless it is a population.
    pub fn process(&self) -> Option<ProcessId> {
        match self.kind {
            BodyKind::Single(id) | BodyKind::Array(id) => Some(id),
            BodyKind::Population(_) => None,
        }
    }

    /// The edges, in the order of the text.
    pub fn edges(&self) -> impl Iterator<Item = (&'a ast::Edge, Span)> + use<'a> {
        self.declaration.items.iter().filter_map(|item| match &item.kind {
            ast::ProcessItemKind::Edge(edge) => Some((edge.as_ref(), item.span)),
            _ => None,
        })
    }
}

impl<'a> Symbols<'a> {
    /// The process or population with this number.
    pub fn body(&self, index: BodyIndex) -> &Body<'a> {
        &self.bodies[index.0]
    }

    /// The body of a process.
    pub fn process(&self, id: ProcessId) -> &Body<'a> {
        self.body(self.process_bodies[id.index()])
    }

    /// The variable with this number.
    pub fn variable(&self, index: VariableIndex) -> &VariableSymbol<'a> {
        &self.variables[index.0]
    }

    /// Where a symbol that is visible everywhere is declared.
    pub fn declared_at(&self, symbol: Symbol) -> Option<Span> {
        match symbol {
            Symbol::Constant(index) => Some(self.constants[index].name.span),
            Symbol::Variable(index) => Some(self.variable(index).name.span),
            Symbol::Definition(index) => Some(self.definitions[index.0].declaration.name.span),
            Symbol::Body(index) => Some(self.body(index).declaration.name.span),
            Symbol::OwnIndex => None,
        }
    }
}

/// The enumerations of a model. Those with the same members, in whatever order, are one.
#[derive(Debug, Default)]
pub struct Enumerations {
    /// The members of each.
    pub members: Vec<Vec<String>>,
    positions: Vec<HashMap<String, u32>>,
    by_members: HashMap<Vec<String>, EnumerationId>,
    by_member: HashMap<String, Vec<EnumerationId>>,
}

impl Enumerations {
    /// The enumeration with these members, which are distinct.
    pub fn intern(&mut self, members: &[&str]) -> EnumerationId {
        let mut key: Vec<String> = members.iter().map(|member| (*member).to_owned()).collect();
        key.sort();
        if let Some(id) = self.by_members.get(&key) {
            return *id;
        }
        let id = EnumerationId::from_index(self.members.len());
        self.members.push(members.iter().map(|member| (*member).to_owned()).collect());
        self.positions.push(members.iter().map(|member| (*member).to_owned()).zip(0..).collect());
        self.by_members.insert(key, id);
        id
    }

    /// Makes the members of an enumeration known as values.
    pub fn publish(&mut self, id: EnumerationId) {
        for member in &self.members[id.index()] {
            let owners = self.by_member.entry(member.clone()).or_default();
            if !owners.contains(&id) {
                owners.push(id);
            }
        }
    }

    /// The enumerations that have a member of this name.
    pub fn having(&self, member: &str) -> &[EnumerationId] {
        self.by_member.get(member).map_or(&[], Vec::as_slice)
    }

    /// The number of a member in its enumeration.
    pub fn position(&self, id: EnumerationId, member: &str) -> Option<u32> {
        self.positions[id.index()].get(member).copied()
    }

    /// The names of all members.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_member.keys().map(String::as_str)
    }

    /// The enumeration as it is written.
    pub fn show(&self, id: EnumerationId) -> String {
        format!("{{ {} }}", self.members[id.index()].join(", "))
    }
}
