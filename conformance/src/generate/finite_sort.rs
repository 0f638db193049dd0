//! Random members of enumerations, references, and uses of definitions.

use super::Generator;
use super::node::reference_node;
use super::scope::{NamesInScope, Visible};
use super::world::{Definition, PlannedType, Sort};
use crate::parts;
use crate::tree::{Level, Tree};

impl Generator {
    /// An expression of this sort, where the context tells the sort.
    pub(super) fn value(&mut self, scope: &NamesInScope, depth: usize, sort: Sort) -> Tree {
        match sort {
            Sort::Bool => self.boolean(scope, depth),
            Sort::Finite | Sort::Linear => self.integer(scope, depth, sort),
            Sort::Member(enumeration) => self.member(scope, depth, enumeration, true),
            Sort::Reference(process) => self.reference(scope, depth, process, true),
        }
    }

    /// The sort of expressions of this type.
    pub(super) fn sort_of(&self, ty: PlannedType) -> Sort {
        match ty {
            PlannedType::Bool => Sort::Bool,
            PlannedType::Range(..) => Sort::Finite,
            PlannedType::Nat | PlannedType::Int => Sort::Linear,
            PlannedType::Enumeration(enumeration) => Sort::Member(enumeration),
            PlannedType::Reference(process) => Sort::Reference(process),
        }
    }

    /// A member of an enumeration. Where the context does not tell which enumeration is meant, a variable
    /// comes first, if there is one.
    pub(super) fn member(
        &mut self,
        scope: &NamesInScope,
        depth: usize,
        enumeration: usize,
        told: bool,
    ) -> Tree {
        if told && depth > 0 && self.random.percent(15) {
            return self.conditional(scope, depth, Sort::Member(enumeration));
        }
        if let Some(leaf) = self.leaf(scope, depth, Sort::Member(enumeration))
            && (!told || self.random.percent(60))
        {
            return leaf;
        }
        let chosen = self.random.pick(&self.world.enumerations[enumeration].members).clone();
        self.member_node(enumeration, Level::Atom, chosen.into())
    }

    /// A reference. Where the context does not tell which process is meant, `null` does not stand alone.
    pub(super) fn reference(
        &mut self,
        scope: &NamesInScope,
        depth: usize,
        process: usize,
        told: bool,
    ) -> Tree {
        if told && depth > 0 && self.random.percent(10) {
            return self.conditional(scope, depth, Sort::Reference(process));
        }
        let choice = self.random.weighted(&[5, 2, 2]);
        if choice == 0
            && let Some(leaf) = self.leaf(scope, depth, Sort::Reference(process))
        {
            return leaf;
        }
        if choice <= 1 && scope.process == Some(process) && scope.variables == Visible::All {
            return reference_node(process, Level::Atom, "self".into());
        }
        if told && self.random.percent(50) {
            return reference_node(process, Level::Atom, "null".into());
        }
        match self.instance(scope, depth, process) {
            Some((instance, _)) => reference_node(process, Level::Atom, instance),
            None => reference_node(process, Level::Atom, "null".into()),
        }
    }

    /// A bound name, a new value or a variable of this sort, which is not an integer.
    pub(super) fn leaf(&mut self, scope: &NamesInScope, depth: usize, sort: Sort) -> Option<Tree> {
        let names: Vec<String> = scope.named(sort).iter().map(|name| name.to_string()).collect();
        if !names.is_empty() && self.random.percent(40) {
            let chosen = self.random.pick(&names).clone();
            return Some(self.sort_node(sort, Level::Atom, chosen.into()));
        }
        let fits = |ty: PlannedType| match (ty, sort) {
            (PlannedType::Bool, Sort::Bool) => true,
            (PlannedType::Enumeration(a), Sort::Member(b))
            | (PlannedType::Reference(a), Sort::Reference(b)) => a == b,
            _ => false,
        };
        let primed: Vec<Tree> =
            scope.primed.iter().filter(|(_, ty)| fits(*ty)).map(|(tree, _)| tree.clone()).collect();
        if !primed.is_empty() && self.random.percent(40) {
            let chosen = self.random.pick(&primed).clone();
            return Some(self.sort_node(sort, Level::Atom, chosen));
        }
        let target = self.place(scope, depth, fits)?;
        Some(self.sort_node(sort, Level::Atom, target.tree))
    }

    /// A use of a definition of this sort.
    pub(super) fn call(&mut self, scope: &NamesInScope, depth: usize, sort: Sort) -> Option<Tree> {
        if scope.variables != Visible::All {
            return None;
        }
        let fits = |own: Sort| own == sort || (own == Sort::Finite && sort == Sort::Linear);
        let global: Vec<Definition> = self.world.definitions[..scope.definitions]
            .iter()
            .filter(|definition| fits(definition.result))
            .cloned()
            .collect();
        if !global.is_empty() && self.random.percent(60) {
            let definition = self.random.pick(&global).clone();
            let body = self.call_of(scope, depth, &definition);
            return Some(self.sort_node(sort, Level::Atom, body));
        }
        let mut own: Vec<(usize, Definition)> = Vec::new();
        for (number, process) in self.world.processes.iter().enumerate() {
            let fitting = process.definitions.iter().filter(|definition| fits(definition.result));
            own.extend(fitting.map(|definition| (number, definition.clone())));
        }
        if own.is_empty() || !scope.own_definitions {
            return None;
        }
        let (process, definition) = self.random.pick(&own).clone();
        let call = self.call_of(scope, depth, &definition);
        let body = self.own_definition(scope, depth, process, call)?;
        Some(self.sort_node(sort, Level::Atom, body))
    }

    fn call_of(&mut self, scope: &NamesInScope, depth: usize, definition: &Definition) -> Tree {
        if definition.parameters.is_empty() {
            return (&definition.name).into();
        }
        let mut arguments = Vec::new();
        for (_, sort) in &definition.parameters {
            arguments.push(self.value(scope, depth.saturating_sub(1), *sort));
        }
        let count = arguments.len();
        parts![&definition.name, "(", Tree::list(arguments, ", ", count), ")"]
    }

    /// A definition of a process, from inside or outside.
    fn own_definition(
        &mut self,
        scope: &NamesInScope,
        depth: usize,
        process: usize,
        call: Tree,
    ) -> Option<Tree> {
        let declared = self.world.processes[process].clone();
        if scope.process == Some(process) {
            return Some(call);
        }
        if declared.array.is_none() {
            return Some(parts![format!("{}.", declared.name), call]);
        }
        if self.dares()
            && let Some((reference, _)) = self.nullable(scope, process)
        {
            return Some(parts![reference, "->", call]);
        }
        let (instance, _) = self.instance(scope, depth, process)?;
        Some(parts![instance, ".", call])
    }
}
