//! What the exchange of two instances of a process does to variables and values.

use super::queues;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use system::{ProcessId, System, Type, VariableId};

/// How the instances of a process can be told from each other, beside by references: which variables are theirs, and
/// which hold their indices.
#[derive(Debug, Clone)]
pub struct Roles {
    /// The process.
    pub process: ProcessId,
    /// Variables with one for each instance, such as the elements of an array: the first, and how far they are apart.
    pub arrays: Vec<(u32, u32)>,
    /// For each variable, whether it is an integer that holds an index of an instance, and nothing else.
    pub is_identity: Vec<bool>,
    /// For each integer in an entry of a queue, the variable with the length of the queue, and the position of the entry: where the
    /// queue is not as long, the integer holds no index.
    pub entries: Rc<BTreeMap<u32, (u32, u32)>>,
}

impl Roles {
    /// Only what belongs to the instances, and references.
    pub fn plain(system: &System, process: ProcessId) -> Self {
        let is_identity = vec![false; system.variables.len()];
        Roles { process, arrays: Vec::new(), is_identity, entries: Rc::new(queues::entries(system)) }
    }

    /// Whether some queue holds indices, so that it depends on its length what an exchange changes.
    pub fn has_queues_of_indices(&self) -> bool {
        self.entries.keys().any(|variable| self.is_identity[*variable as usize])
    }

    /// The variables of an instance: its own, then its elements of arrays.
    pub fn variables(&self, system: &System, instance: u32) -> Vec<u32> {
        let is_own = |variable: &system::Variable| variable.owner == Some((self.process, instance));
        let own = (0u32..).zip(&system.variables).filter(|(_, variable)| is_own(variable));
        own.map(|(number, _)| number)
            .chain(self.arrays.iter().map(|(first, stride)| first + instance * stride))
            .collect()
    }

    /// Whether variables so far apart, the first of which is this one, are one for each instance.
    pub fn is_indexed(&self, first: VariableId, stride: u32) -> bool {
        self.arrays.contains(&(first.0, stride))
    }
}

/// A permutation of the instances: the exchange of two of them, any other one, or none.
#[derive(Debug)]
pub(super) struct Exchange<'a> {
    /// The roles of the variables.
    pub roles: &'a Roles,
    /// The instance that takes the place of each.
    permutation: Vec<u32>,
    first_index: i128,
    moved: HashMap<u32, u32>,
}

impl<'a> Exchange<'a> {
    /// Nobody is exchanged.
    pub fn none(system: &System, roles: &'a Roles) -> Self {
        let process = system.process(roles.process);
        let permutation = (0..process.count).collect();
        Exchange { roles, permutation, first_index: process.first_index, moved: HashMap::new() }
    }

    /// Two instances are exchanged; nothing if their variables have different types, or a
    /// variable can hold the index of only one of them.
    pub fn of(system: &System, roles: &'a Roles, a: u32, b: u32) -> Option<Self> {
        let mut permutation: Vec<u32> = (0..system.process(roles.process).count).collect();
        permutation.swap(a as usize, b as usize);
        Exchange::by(system, roles, permutation)
    }

    /// Each instance takes the place of the next one, and the last one that of the first; nothing if that cannot be.
    pub fn rotation(system: &System, roles: &'a Roles) -> Option<Self> {
        let count = system.process(roles.process).count;
        Exchange::by(system, roles, (0..count).map(|instance| (instance + 1) % count).collect())
    }

    /// Instances are permuted; nothing if the variables of one have other types than those of the one whose place it takes, or
    /// a variable can hold the index of one of them only.
    fn by(system: &System, roles: &'a Roles, permutation: Vec<u32>) -> Option<Self> {
        let type_of = |variable: &u32| system.variables[*variable as usize].ty;
        let mut moved = HashMap::new();
        for (instance, other) in (0u32..).zip(&permutation).filter(|(instance, other)| instance != *other) {
            let (from, to) = (roles.variables(system, instance), roles.variables(system, *other));
            if from.len() != to.len() || !from.iter().map(type_of).eq(to.iter().map(type_of)) {
                return None;
            }
            moved.extend(from.into_iter().zip(to));
        }
        let exchange = Exchange { permutation, moved, ..Exchange::none(system, roles) };
        let mut identities = (0..system.variables.len()).filter(|variable| roles.is_identity[*variable]);
        identities.all(|variable| exchange.keeps_type(system.variables[variable].ty)).then_some(exchange)
    }

    /// Where a variable goes.
    pub fn variable(&self, variable: VariableId) -> u32 {
        self.moved.get(&variable.0).copied().unwrap_or(variable.0)
    }

    /// Which instance takes the place of an instance.
    pub fn instance(&self, instance: u32) -> u32 {
        self.permutation.get(instance as usize).copied().unwrap_or(instance)
    }

    /// The index of an instance.
    fn index_of(&self, instance: u32) -> i128 {
        self.first_index.saturating_add(i128::from(instance))
    }

    /// What becomes of an index.
    pub fn index(&self, index: i128) -> i128 {
        let instance = index.checked_sub(self.first_index).and_then(|number| u32::try_from(number).ok());
        instance.map_or(index, |instance| self.index_of(self.instance(instance)))
    }

    /// Whether the numbers between these, both included, stay among themselves.
    pub fn keeps(&self, low: i128, high: i128) -> bool {
        let is_in = |instance: u32| (low..=high).contains(&self.index_of(instance));
        (0u32..).zip(&self.permutation).all(|(instance, other)| is_in(instance) == is_in(*other))
    }

    /// Whether a type stays what it is.
    pub fn keeps_type(&self, ty: Type) -> bool {
        match ty {
            Type::Range { low, high } => self.keeps(low, high),
            _ => true,
        }
    }
}
