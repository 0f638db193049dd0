//! What a name stands for at a place of the text.
//!
//! A scope is immutable and cheap to clone: an argument of a definition keeps the scope of its call, so that
//! it means the same wherever the definition puts it, and no parameter can capture a name in it.

use std::rc::Rc;

use diagnostics::Span;

use crate::ast::{Expr, Name};
use crate::structures::Sort;
use crate::symbols::{BodyIndex, DefinitionIndex};
use crate::typed::{Instance, Slot, Typed};

/// The names that are visible at a place, beside those that are visible everywhere.
#[derive(Debug, Clone, Default)]
pub struct Scope<'a> {
    locals: Option<Rc<Local<'a>>>,
    /// The process whose names are visible plainly.
    pub home: Option<Rc<Home>>,
    expansion: Option<Rc<Expansion>>,
}

/// The process whose names are visible, and which instance of it they concern.
#[derive(Debug)]
pub struct Home {
    /// The process or population.
    pub body: BodyIndex,
    /// The instance; none in a population.
    pub instance: Option<Instance>,
    /// The instance's index, in a process array.
    pub index: Option<Typed>,
    /// Whether the index is a constant here.
    pub index_is_constant: bool,
}

/// A name that is bound by a quantifier, an event's index or a definition's parameter.
#[derive(Debug)]
struct Local<'a> {
    name: &'a Name,
    meaning: Meaning<'a>,
    outer: Option<Rc<Local<'a>>>,
}

/// What a local name stands for.
#[derive(Debug, Clone)]
pub enum Meaning<'a> {
    /// One of finitely many values of this sort; none if the sort is not known.
    Slot(Slot, Option<Sort>),
    /// Any integer.
    Rigid(Slot),
    /// An expression that is read in its own scope.
    Argument(&'a Expr, Scope<'a>),
    /// A parameter of a definition that is checked on its own, without arguments.
    Parameter,
}

/// A definition that is being expanded.
#[derive(Debug)]
struct Expansion {
    definition: DefinitionIndex,
    outer: Option<Rc<Expansion>>,
}

impl<'a> Scope<'a> {
    /// The scope of a process's own names.
    pub fn of(home: Home) -> Scope<'a> {
        Scope { home: Some(Rc::new(home)), ..Scope::default() }
    }

    /// The same scope with one more name.
    pub fn with(&self, name: &'a Name, meaning: Meaning<'a>) -> Scope<'a> {
        let local = Local { name, meaning, outer: self.locals.clone() };
        Scope { locals: Some(Rc::new(local)), ..self.clone() }
    }

    /// The meaning of a local name.
    pub fn local(&self, name: &str) -> Option<&Meaning<'a>> {
        self.find(name).map(|local| &local.meaning)
    }

    /// Where a local name is declared.
    pub fn local_span(&self, name: &str) -> Option<Span> {
        self.find(name).map(|local| local.name.span)
    }

    /// The names of all locals, innermost first.
    pub fn local_names(&self) -> Vec<&'a str> {
        let chain = std::iter::successors(self.locals.as_deref(), |local| local.outer.as_deref());
        chain.map(|local| local.name.text.as_str()).collect()
    }

    /// Where all locals are declared, innermost first.
    pub fn local_spans(&self) -> Vec<Span> {
        let chain = std::iter::successors(self.locals.as_deref(), |local| local.outer.as_deref());
        chain.map(|local| local.name.span).collect()
    }

    fn find(&self, name: &str) -> Option<&Local<'a>> {
        std::iter::successors(self.locals.as_deref(), |local| local.outer.as_deref())
            .find(|local| local.name.text == name)
    }

    /// How often the definition is being expanded around here.
    pub fn expansions(&self, definition: DefinitionIndex) -> usize {
        std::iter::successors(self.expansion.as_deref(), |expansion| expansion.outer.as_deref())
            .filter(|expansion| expansion.definition == definition)
            .count()
    }

    /// The scope inside a definition: that of its own process, without the locals of its use.
    pub fn inside(&self, definition: DefinitionIndex, home: Option<Rc<Home>>) -> Scope<'a> {
        let expansion = Expansion { definition, outer: self.expansion.clone() };
        Scope { locals: None, home, expansion: Some(Rc::new(expansion)) }
    }
}
