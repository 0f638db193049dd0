//! What each variable may be at one point: the states of a box, and what has been learnt since.

use crate::values::Values;
use std::collections::BTreeMap;
use system::VariableId;

/// What each variable may be. Changes lie above the box that they began with, so that few of them cost little.
#[derive(Debug, Clone)]
pub(crate) struct Environment<'b> {
    base: &'b [Values],
    changed: BTreeMap<VariableId, Values>,
}

impl<'b> Environment<'b> {
    /// All states of a box.
    pub fn new(base: &'b [Values]) -> Self {
        Environment { base, changed: BTreeMap::new() }
    }

    /// What a variable may be.
    pub fn get(&self, variable: VariableId) -> Values {
        self.changed.get(&variable).copied().unwrap_or(self.base[variable.index()])
    }

    /// From now on the variable is one of these.
    pub fn set(&mut self, variable: VariableId, values: Values) {
        self.changed.insert(variable, values);
    }

    /// The states in which the variable is one of these too; nothing if there is none.
    pub fn restrict(mut self, variable: VariableId, values: Values) -> Option<Self> {
        let met = self.get(variable).meet(values);
        if met.is_empty() {
            return None;
        }
        self.set(variable, met);
        Some(self)
    }

    /// The states of both, and maybe more.
    pub fn join(mut self, other: Environment<'b>) -> Self {
        for variable in other.changed.keys() {
            self.changed.entry(*variable).or_insert(self.base[variable.index()]);
        }
        for (variable, values) in &mut self.changed {
            *values = values.join(other.get(*variable));
        }
        self
    }

    /// The states of all of them; nothing if there is none.
    pub fn join_all(all: impl IntoIterator<Item = Option<Environment<'b>>>) -> Option<Self> {
        all.into_iter().flatten().reduce(Environment::join)
    }

    /// The variables of which something else is known than of the box.
    pub fn changes(&self) -> impl Iterator<Item = (VariableId, Values)> + '_ {
        self.changed.iter().map(|(variable, values)| (*variable, *values))
    }
}
