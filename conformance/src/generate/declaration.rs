//! Declarations, and the model as a whole.

use super::Generator;
use super::scope::{NamesInScope, Values, Visible};
use super::world::{PlannedType, Sort, Variable};
use crate::parts;
use crate::tree::Tree;

impl Generator {
    /// The whole model.
    pub(super) fn model(&mut self, seed: u64) -> Tree {
        let mut items = Vec::new();
        self.constants_and_types(&mut items);
        self.params(&mut items);
        self.variables(&mut items);
        self.definitions(&mut items);
        if self.random.percent(10) {
            let condition = self.boolean(&self.everywhere(), 1);
            items.push(parts!["init ", condition]);
        }
        self.synchronisations(&mut items);
        for number in 0..self.world.processes.len() {
            items.push(self.process(number));
        }
        for number in 0..self.world.populations.len() {
            self.population(number, &mut items);
        }
        for number in 0..self.world.events.len() {
            items.push(self.event(number));
        }
        self.fairness(&mut items);
        self.properties(&mut items);
        self.advice(&mut items);
        let items = self.decorated(items);
        let head: String = self.head.iter().map(|line| format!("{line}\n")).collect();
        let name = Tree::optional(format!("model Random{seed}\n").into());
        parts![head, name, Tree::list(items, "\n", 0), "\n"]
    }

    /// Help for proofs, which must change nothing.
    fn advice(&mut self, items: &mut Vec<Tree>) {
        let scope = self.everywhere();
        if self.random.percent(8) {
            items.push(parts!["predicate p0: ", self.boolean(&scope, 1)]);
        }
        if self.random.percent(8) {
            items.push(parts!["hint ", self.boolean(&scope, 1)]);
        }
        if self.random.percent(8) {
            let parts = vec![self.integer(&scope, 1, Sort::Linear), self.integer(&scope, 1, Sort::Linear)];
            items.push(parts!["rank (", Tree::list(parts, ", ", 1), ")"]);
        }
    }

    /// The global variables; two of the same type may be declared together.
    fn variables(&mut self, items: &mut Vec<Tree>) {
        let variables = self.world.variables.clone();
        let mut number = 0;
        while let Some(variable) = variables.get(number) {
            let scope = NamesInScope::global(0).reading(Visible::GlobalsBefore(number));
            let is_alike = |other: &&Variable| (other.ty, other.array) == (variable.ty, variable.array);
            let twin = variables.get(number + 1).filter(is_alike).filter(|_| self.random.percent(40));
            let names = match twin {
                Some(twin) => format!("{}, {}", variable.name, twin.name),
                None => variable.name.clone(),
            };
            items.push(self.variable(&scope, &Variable { name: names, ..variable.clone() }));
            if let Some(condition) = self.small_start(variable) {
                items.push(condition);
            }
            number += if twin.is_some() { 2 } else { 1 };
        }
        if self.random.percent(8)
            && let Some(free) = variables.iter().find(|variable| variable.array.is_none())
        {
            // A variable that only a condition keeps within bounds.
            items.push("var loose: int".into());
            items.push(parts!["init loose in ", Tree::Text("{0, 1}".into())]);
            items.push(parts!["init loose = 0 || ", &free.name, " = ", &free.name]);
        }
    }

    /// The scope of properties, events and conditions outside of processes.
    pub(super) fn everywhere(&self) -> NamesInScope {
        NamesInScope::global(self.world.definitions.len())
    }

    /// The items in this or another order, some with comments and with a semicolon.
    fn decorated(&mut self, mut items: Vec<Tree>) -> Vec<Tree> {
        if self.random.percent(25) {
            for position in (1..items.len()).rev() {
                let other = self.random.below(position + 1);
                items.swap(position, other);
            }
        }
        let mut decorated = Vec::new();
        for item in items {
            let before = match self.random.weighted(&[20, 1, 1, 1]) {
                1 => "// a comment\n",
                2 => "/// A documented item.\n",
                3 => "/* another\n   comment */ ",
                _ => "",
            };
            let after = *self.random.pick(&["", "", "", "", ";", "  // why"]);
            decorated.push(parts![Tree::optional(before.into()), item, Tree::optional(after.into())]);
        }
        decorated
    }

    fn constants_and_types(&mut self, items: &mut Vec<Tree>) {
        for (name, value) in self.world.constants.clone() {
            let text = match self.random.below(3) {
                0 => format!("const {name} := {} + 1", value - 1),
                1 => format!("const {name} := if true then {value} else 0 - {value}"),
                _ => format!("const {name} := {value}"),
            };
            items.push(text.into());
        }
        if self.world.flag {
            items.push("const FLAG := 2 < 3 && !false".into());
        }
        for number in 0..self.world.enumerations.len() {
            let enumeration = self.world.enumerations[number].clone();
            if let Some(name) = enumeration.name {
                items.push(format!("type {name} = {{ {} }}", enumeration.members.join(", ")).into());
            }
        }
        for (name, low, high) in self.world.ranges.clone() {
            items.push(format!("type {name} = {low}..{high}").into());
        }
    }

    fn params(&mut self, items: &mut Vec<Tree>) {
        for param in self.world.params.clone() {
            let (name, low, high) = (&param.name, param.low, param.high);
            let ty = if param.natural { "nat" } else { "int" };
            let condition = match self.random.below(3) {
                0 => format!("{low} <= {name} <= {high}"),
                1 => format!("{name} in {low}..{high}"),
                _ => format!("{name} >= {low} && {name} <= {high}"),
            };
            items.push(format!("param {name}: {ty} where {condition}").into());
        }
    }

    fn definitions(&mut self, items: &mut Vec<Tree>) {
        for spot in &self.world.spots {
            items.push(parts![format!("let {} = ", spot.name), spot.target.tree.clone()]);
        }
        if self.world.temporal_definitions {
            items.push("let soon(f) = AF f".into());
            items.push("let later(f) = F (f)".into());
        }
        for number in 0..self.world.definitions.len() {
            let definition = self.world.definitions[number].clone();
            let mut scope = NamesInScope::global(number);
            scope.own_definitions = false;
            for (name, sort) in &definition.parameters {
                scope = scope.with(name, Values::Sort(*sort));
            }
            let names: Vec<&str> = definition.parameters.iter().map(|(name, _)| name.as_str()).collect();
            let parameters = if names.is_empty() { String::new() } else { format!("({})", names.join(", ")) };
            let body = self.value(&scope, 2, definition.result);
            items.push(parts![format!("let {}{parameters} = ", definition.name), body]);
        }
    }

    fn synchronisations(&mut self, items: &mut Vec<Tree>) {
        items.extend(self.world.rendezvous.iter().map(|name| format!("sync {name}").into()));
        items.extend(self.world.broadcasts.iter().map(|name| format!("broadcast {name}").into()));
    }

    /// `var x: T := e`
    pub(super) fn variable(&mut self, scope: &NamesInScope, variable: &Variable) -> Tree {
        let mut ty = self.type_text(variable.ty);
        if let Some((low, high)) = variable.array {
            ty = parts![format!("array [{low}..{high}] of "), ty];
        }
        let start = match self.random.weighted(&[12, 3, 4]) {
            0 => parts![" := ", self.initial_value(scope, variable.ty)],
            1 => parts![" in ", self.initial_set(scope, variable.ty)],
            _ if variable.ty.is_unbounded() => parts![" in ", self.initial_set(scope, variable.ty)],
            _ => Tree::nothing(),
        };
        let start = if variable.ty.is_unbounded() { start } else { Tree::optional(start) };
        parts![format!("var {}: ", variable.name), ty, start]
    }

    /// A further condition on the start of a variable.
    fn small_start(&mut self, variable: &Variable) -> Option<Tree> {
        if variable.array.is_some() || !variable.ty.is_int() || !self.random.percent(5) {
            return None;
        }
        Some(format!("init {} != 1", variable.name).into())
    }

    fn initial_value(&mut self, scope: &NamesInScope, ty: PlannedType) -> Tree {
        match ty {
            PlannedType::Range(low, high) => {
                if self.random.percent(75) {
                    let value = self.random.between(low, high);
                    return self.literal(value);
                }
                let inner = self.integer(scope, 1, Sort::Finite);
                self.clamped(inner, low, high)
            }
            PlannedType::Nat | PlannedType::Int => {
                if self.random.percent(60) {
                    let value = self.random.between(0, 1);
                    return self.literal(value);
                }
                let inner = self.integer(scope, 1, Sort::Linear);
                self.clamped(inner, 0, 2)
            }
            other => {
                let sort = self.sort_of(other);
                self.value(scope, 1, sort)
            }
        }
    }

    fn initial_set(&mut self, scope: &NamesInScope, ty: PlannedType) -> Tree {
        let bounds = match ty {
            PlannedType::Range(low, high) => Some((low, high)),
            PlannedType::Nat | PlannedType::Int => Some((0, 2)),
            _ => None,
        };
        if let Some((low, high)) = bounds
            && self.random.percent(60)
        {
            let low = self.random.between(low, high);
            return parts![self.literal(low), "..", self.literal(low + 1)];
        }
        let members = vec![self.initial_value(scope, ty), self.initial_value(scope, ty)];
        parts!["{", Tree::list(members, ", ", 1), "}"]
    }

    fn type_text(&mut self, ty: PlannedType) -> Tree {
        match ty {
            PlannedType::Bool => "bool".into(),
            PlannedType::Nat => "nat".into(),
            PlannedType::Int => "int".into(),
            PlannedType::Range(low, high) => {
                let named = self.world.ranges.iter().find(|(_, a, b)| (*a, *b) == (low, high));
                match named {
                    Some((name, ..)) => name.into(),
                    None => format!("{low}..{high}").into(),
                }
            }
            PlannedType::Enumeration(number) => self.enumeration(number),
            PlannedType::Reference(process) => format!("ref {}", self.world.processes[process].name).into(),
        }
    }

    /// An enumeration by its name, or its members.
    pub(super) fn enumeration(&mut self, number: usize) -> Tree {
        let enumeration = self.world.enumerations[number].clone();
        match enumeration.name {
            Some(name) if self.random.percent(85) => name.into(),
            _ => format!("{{ {} }}", enumeration.members.join(", ")).into(),
        }
    }
}
