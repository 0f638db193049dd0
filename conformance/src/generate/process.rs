//! Random processes and events.

use super::Generator;
use super::scope::{NamesInScope, Values, Visible};
use super::world::Process;
use crate::parts;
use crate::tree::Tree;

impl Generator {
    /// A process or process array.
    pub(super) fn process(&mut self, number: usize) -> Tree {
        let declared = self.world.processes[number].clone();
        let scope = self.inside(number);
        let mut items = Vec::new();
        // Initial values read no global variables where a local one may hide them.
        let is_global = |name: &str| self.world.variables.iter().any(|global| global.name == name);
        let hides = declared.variables.iter().any(|variable| is_global(&variable.name));
        let globals = self.world.variables.len();
        let visible = if hides { Visible::None } else { Visible::GlobalsBefore(globals) };
        for variable in &declared.variables {
            let initial = NamesInScope { process: None, ..scope.reading(visible) };
            items.push(self.variable(&initial, variable));
        }
        if !declared.locations.is_empty() {
            items.push(format!("loc {}", declared.locations.join(", ")).into());
            if self.random.percent(30) {
                items.push(self.start(&declared));
            }
        }
        if self.random.percent(5) {
            let condition = self.boolean(&scope, 1);
            items.push(parts!["init ", condition]);
        }
        for definition in &declared.definitions {
            let mut inner = scope.clone();
            (inner.definitions, inner.own_definitions) = (0, false);
            for (name, sort) in &definition.parameters {
                inner = inner.with(name, Values::Sort(*sort));
            }
            let body = self.value(&inner, 1, definition.result);
            let parameters = if definition.parameters.is_empty() { "" } else { "(b)" };
            items.push(parts![format!("let {}{parameters} = ", definition.name), body]);
        }
        if !declared.locations.is_empty() {
            self.edges(&declared, &scope, &mut items);
        }
        let index = match declared.array {
            Some((low, high)) => {
                let (low, high) = (self.literal(low), self.literal(high));
                parts![format!("[{} in ", declared.index), low, "..", high, "]"]
            }
            None => Tree::nothing(),
        };
        let items = items.into_iter().map(|item| parts!["\n  ", item]).collect();
        parts![format!("process {}", declared.name), index, " {", Tree::list(items, "", 0), "\n}"]
    }

    /// The scope inside of a process.
    fn inside(&self, number: usize) -> NamesInScope {
        let declared = &self.world.processes[number];
        let mut scope = NamesInScope { process: Some(number), ..self.everywhere() };
        if let Some((low, high)) = declared.array {
            scope = scope.with(&declared.index, Values::Range(low, high.max(low)));
        }
        scope
    }

    fn start(&mut self, declared: &Process) -> Tree {
        let mut starts: Vec<Tree> = Vec::new();
        for location in &declared.locations {
            if self.random.percent(45) {
                starts.push(location.into());
            }
        }
        if starts.is_empty() {
            starts.push((&declared.locations[0]).into());
        }
        parts!["start ", Tree::list(starts, ", ", 1)]
    }

    /// `event e when g do a`
    pub(super) fn event(&mut self, number: usize) -> Tree {
        let (name, range) = self.world.events[number].clone();
        let mut scope = self.everywhere();
        let mut index = Tree::nothing();
        if let Some((low, high)) = range {
            let bound = self.bound_name();
            scope = scope.with(&bound, Values::Range(low, high));
            index = format!("[{bound} in {low}..{high}]").into();
        }
        let own = if self.random.percent(35) { Some(self.boolean(&scope, 1)) } else { None };
        if own.is_some() && self.random.percent(8) {
            return parts![format!("event {name}"), index, " when ", own.unwrap_or_else(Tree::nothing)];
        }
        let (action, needed) = self.action(&scope);
        let guard = match self.guard(own, needed) {
            Some(guard) => Tree::optional(parts![" when ", guard]),
            None => Tree::nothing(),
        };
        parts![format!("event {name}"), index, guard, " do ", action]
    }
}
