//! Places: variables, elements of arrays, variables of other processes by index and by reference.

use super::Generator;
use super::node::int_node;
use super::scope::{NamesInScope, Visible};
use super::world::{PlannedType, Sort, Spot, Variable};
use crate::parts;
use crate::tree::{Level, Tree};

/// A place that can be read or written.
#[derive(Debug, Clone)]
pub(super) struct Target {
    /// Its text.
    pub tree: Tree,
    /// The type of what it holds.
    pub ty: PlannedType,
    /// The name of the declared variable, the same for all its elements and instances.
    pub variable: String,
    /// Whether it depends on the state which variable it is.
    pub dynamic: bool,
}

/// Whose variable it is, and how it is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    Global,
    Own(usize),
    Single(usize),
    Indexed(usize),
    Referenced(usize),
}

impl Generator {
    /// A place whose type is among the wanted ones, if there is one.
    pub(super) fn place(
        &mut self,
        scope: &NamesInScope,
        depth: usize,
        wanted: impl Fn(PlannedType) -> bool,
    ) -> Option<Target> {
        let spots: Vec<Spot> =
            self.world.spots.iter().filter(|spot| wanted(spot.target.ty)).cloned().collect();
        if scope.variables == Visible::All && !spots.is_empty() && self.random.percent(25) {
            let spot = self.random.pick(&spots).clone();
            return Some(Target { tree: spot.name.into(), ..spot.target });
        }
        let mut found = self.owners(scope);
        found.retain(|(_, variable)| wanted(variable.ty));
        if found.is_empty() {
            return None;
        }
        let (owner, variable) = self.random.pick(&found).clone();
        let (prefix, dynamic) = self.prefix(scope, depth, owner)?;
        let identity = match owner {
            Owner::Global => variable.name.clone(),
            Owner::Own(p) | Owner::Single(p) | Owner::Indexed(p) | Owner::Referenced(p) => {
                format!("{}.{}", self.world.processes[p].name, variable.name)
            }
        };
        let mut target =
            Target { tree: parts![prefix, &variable.name], ty: variable.ty, variable: identity, dynamic };
        if let Some((low, high)) = variable.array {
            let (index, dynamic) = self.index(scope, depth, low, high);
            target.tree = parts![target.tree, "[", index, "]"];
            target.dynamic |= dynamic;
        }
        Some(target)
    }

    /// All variables that can be reached, those nearby more than once.
    fn owners(&self, scope: &NamesInScope) -> Vec<(Owner, Variable)> {
        let mut found = Vec::new();
        let own = scope.process.filter(|_| scope.variables == Visible::All);
        let hidden = |name: &str| {
            own.is_some_and(|p| self.world.processes[p].variables.iter().any(|v| v.name == name))
        };
        let globals = match scope.variables {
            Visible::All => self.world.variables.len(),
            Visible::GlobalsBefore(number) => number,
            Visible::None => 0,
        };
        for variable in self.world.variables[..globals].iter().filter(|v| !hidden(&v.name)) {
            found.extend(vec![(Owner::Global, variable.clone()); 4]);
        }
        if scope.variables != Visible::All {
            return found;
        }
        for (number, process) in self.world.processes.iter().enumerate() {
            for variable in &process.variables {
                if own == Some(number) {
                    found.extend(vec![(Owner::Own(number), variable.clone()); 5]);
                }
                if process.array.is_some() {
                    found.push((Owner::Indexed(number), variable.clone()));
                    found.extend(vec![(Owner::Referenced(number), variable.clone()); 2]);
                } else if own != Some(number) {
                    found.push((Owner::Single(number), variable.clone()));
                }
            }
        }
        found
    }

    /// What stands before the name of a variable, and whether it depends on the state.
    fn prefix(&mut self, scope: &NamesInScope, depth: usize, owner: Owner) -> Option<(Tree, bool)> {
        match owner {
            Owner::Global => Some((Tree::nothing(), false)),
            Owner::Own(p) => {
                let by_self = self.world.processes[p].array.is_some() && self.random.percent(10);
                let arrow = *self.random.pick(&["self->", "self."]);
                Some((if by_self { arrow.into() } else { Tree::nothing() }, false))
            }
            Owner::Single(p) => Some((format!("{}.", self.world.processes[p].name).into(), false)),
            Owner::Indexed(p) => {
                let (instance, dynamic) = self.instance(scope, depth, p)?;
                Some((parts![instance, "."], dynamic))
            }
            Owner::Referenced(p) => {
                if depth == 0 || !self.dares() {
                    return None;
                }
                let (reference, dynamic) = self.nullable(scope, p)?;
                let arrow = *self.random.pick(&["->", "->", "."]);
                Some((parts![reference, arrow], dynamic))
            }
        }
    }

    /// `P[e]`, and whether it depends on the state.
    pub(super) fn instance(
        &mut self,
        scope: &NamesInScope,
        depth: usize,
        process: usize,
    ) -> Option<(Tree, bool)> {
        let (low, high) = self.world.processes[process].array?;
        let (index, dynamic) = self.index(scope, depth, low, high);
        Some((parts![format!("{}[", self.world.processes[process].name), index, "]"], dynamic))
    }

    /// A variable or a bound name that holds a reference, and whether it depends on the state.
    pub(super) fn nullable(&mut self, scope: &NamesInScope, process: usize) -> Option<(Tree, bool)> {
        let named = scope.named(Sort::Reference(process));
        if !named.is_empty() && self.random.percent(50) {
            return Some(((*self.random.pick(&named)).into(), false));
        }
        let depth = usize::from(self.random.percent(20));
        let target = self.place(scope, depth, |ty| ty == PlannedType::Reference(process))?;
        Some((target.tree, true))
    }

    /// An index between these bounds, or now and then outside, and whether it depends on the state.
    pub(super) fn index(&mut self, scope: &NamesInScope, depth: usize, low: i64, high: i64) -> (Tree, bool) {
        // What is inside a place is read before the step, so no new values stand there.
        let scope = &NamesInScope { primed: Vec::new(), ..scope.clone() };
        let names: Vec<String> = scope.indices(low, high).iter().map(|name| name.to_string()).collect();
        if !names.is_empty() && self.random.percent(45) {
            return (int_node(Level::Atom, self.random.pick(&names).into()), false);
        }
        let constant = depth == 0 || scope.variables == Visible::None || self.random.percent(35);
        if constant {
            let index = self.random.between(low, high.max(low));
            return (self.literal(index), false);
        }
        if self.dares() {
            let sort = if self.random.percent(15) { Sort::Linear } else { Sort::Finite };
            let index = self.integer(scope, depth - 1, sort);
            let dynamic = reads_state(&index);
            return (index, dynamic);
        }
        let inner = self.integer(scope, depth - 1, Sort::Finite).operand(Level::Multiplicative);
        let dynamic = high > low && reads_state(&inner);
        let remainder = int_node(Level::Multiplicative, parts![inner, format!(" % {}", high - low + 1)]);
        if low == 0 {
            return (remainder, dynamic);
        }
        let sum = parts![self.literal(low), " + ", remainder.operand(Level::Multiplicative)];
        (int_node(Level::Additive, sum), dynamic)
    }
}

/// Whether an expression reads a variable, judged by the names that variables have.
fn reads_state(tree: &Tree) -> bool {
    let text = tree.print();
    let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '`');
    words.any(|word| {
        let mut letters = word.chars();
        let first = letters.next();
        first == Some('`')
            || (matches!(first, Some('g' | 'v')) && letters.next().is_some_and(char::is_numeric))
    })
}
