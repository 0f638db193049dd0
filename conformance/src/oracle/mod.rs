//! A second reading of the language: what a model means, straight from its syntax tree.
//!
//! It shares nothing with the checker, the lowering and the reference interpreter but the parser, so that a
//! mistake of any of them shows as a difference. Everything is done in the plainest way: a state is a map from
//! the names that traces show to values, names are looked up while an expression is evaluated, definitions are
//! evaluated where they are used, and relations are solved by trying all values. Unbounded variables are tried
//! within a window only; a model that comes near its edge, or that quantifies over all integers, is left to
//! others ([`Stop::Beyond`]).
//!
//! * values and types: [`value`], [`types`]; names: [`tables`], [`scope`];
//! * expressions: [`evaluate`], [`operators`], [`place`]; actions: [`action`], [`relation`];
//! * transitions: [`movers`], [`transition`]; initial states: [`initial`].

mod action;
mod evaluate;
mod initial;
mod movers;
mod operators;
mod place;
mod relation;
mod scope;
mod tables;
mod transition;
mod types;
mod value;

use language::ast;
pub use scope::Stop;
use std::collections::{BTreeMap, BTreeSet};
use tables::Tables;
pub use value::Value;

/// The values of all variables, under the names that traces show.
pub type State = BTreeMap<String, Value>;

/// What can happen in a state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Happenings {
    /// The names of transitions, each with a state that it leads to.
    pub steps: BTreeSet<(String, State)>,
    /// The names of transitions that can fault.
    pub faults: BTreeSet<String>,
}

/// A model, read a second time.
#[derive(Debug)]
pub struct Oracle<'a> {
    tables: Tables<'a>,
}

impl<'a> Oracle<'a> {
    /// The meaning of a model that has no errors, with these sizes of populations.
    pub fn new(model: &'a ast::Model, sizes: &[(String, i128)]) -> Self {
        Oracle { tables: Tables::new(model, sizes) }
    }

    /// All initial states.
    pub fn initial_states(&self) -> Result<BTreeSet<State>, Stop> {
        initial::initial_states(&self.tables)
    }

    /// Everything that can happen in a state.
    pub fn happenings(&self, state: &State) -> Result<Happenings, Stop> {
        transition::happenings(&self.tables, state)
    }

    /// Whether the condition of a property holds in a state; a fault counts as false.
    pub fn holds(&self, condition: &'a ast::Expr, state: &State) -> Result<bool, Stop> {
        let scope = scope::Scope::default();
        match self.tables.value(condition, &scope, &scope::View::of(state)) {
            Ok(value) => Ok(value == Value::Bool(true)),
            Err(Stop::Fault) => Ok(false),
            Err(other) => Err(other),
        }
    }
}
