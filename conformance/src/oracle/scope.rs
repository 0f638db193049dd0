//! Where an expression stands, and what it sees.

use super::{State, Value};
use language::ast;
use std::rc::Rc;

/// Why an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// It faults.
    Fault,
    /// It reads a variable that has no value yet, while initial states are sought.
    Unknown,
    /// It needs more than this reading of the language can do.
    Beyond(&'static str),
}

/// The old state and, in relations, the new one.
#[derive(Debug, Clone, Copy)]
pub struct View<'s> {
    /// What names read.
    pub old: &'s State,
    /// What primes read.
    pub new: Option<&'s State>,
}

impl<'s> View<'s> {
    /// Without new values.
    pub fn of(old: &'s State) -> Self {
        View { old, new: None }
    }
}

/// The names around an expression.
#[derive(Debug, Clone, Default)]
pub struct Scope<'a> {
    /// The instance that it belongs to.
    pub own: Option<Own<'a>>,
    /// Bound names, the innermost last.
    pub bound: Vec<(&'a str, Binding<'a>)>,
}

/// The instance that an expression belongs to.
#[derive(Debug, Clone, Copy)]
pub struct Own<'a> {
    /// The process.
    pub process: &'a ast::Process,
    /// Its index, in an array.
    pub index: Option<i128>,
    /// Whether there is such an instance; else a definition was reached through `null` or an index outside.
    pub presence: Presence,
}

/// Whether an instance is there. What a definition reads of one that is not faults; the definition itself is only
/// what it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// It is there.
    Present,
    /// The reference to it is `null`.
    Null,
    /// The reference to it faults.
    Fault,
}

impl Own<'_> {
    /// Whether there is no such instance.
    pub fn is_missing(&self) -> bool {
        self.presence != Presence::Present
    }
}

/// What a bound name stands for.
#[derive(Debug, Clone)]
pub enum Binding<'a> {
    /// A value.
    Value(Value),
    /// An argument of a definition, evaluated where it is used, as if it were written there.
    Argument(&'a ast::Expr, Rc<Scope<'a>>),
}

impl<'a> Scope<'a> {
    /// Inside an instance.
    pub fn inside(process: &'a ast::Process, index: Option<i128>) -> Self {
        Scope { own: Some(Own { process, index, presence: Presence::Present }), bound: Vec::new() }
    }

    /// The same scope with one more bound name.
    pub fn with(&self, name: &'a str, value: Value) -> Self {
        let mut inner = self.clone();
        inner.bound.push((name, Binding::Value(value)));
        inner
    }

    /// What a bound name stands for.
    pub fn find(&self, name: &str) -> Option<&Binding<'a>> {
        self.bound.iter().rev().find(|(own, _)| *own == name).map(|(_, binding)| binding)
    }
}
