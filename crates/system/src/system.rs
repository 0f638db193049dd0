//! The one model that every engine reads.

use crate::{
    BoundId, Edge, EdgeId, EnumerationId, Expr, Fairness, Hint, PopulationId, Predicate, ProcessId, Property,
    Rank, Structured, Transition, TransitionId, Type, VariableId,
};
use diagnostics::{Source, Span};

/// A closed system: typed variables, initial states, transitions, fairness, properties.
///
/// Process arrays are expanded into instances, arrays into elements, and populations into counters, so a
/// state is a plain list of scalar values.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct System {
    /// The name after `model`.
    pub name: Option<String>,
    /// The text that the model was read from, for messages that show its lines.
    pub source: Source,
    /// The constants with the values of this check.
    pub constants: Vec<Constant>,
    /// The enumerations.
    pub enumerations: Vec<Enumeration>,
    /// The processes and process arrays.
    pub processes: Vec<Process>,
    /// The populations.
    pub populations: Vec<Population>,
    /// The names of rigid variables and of those of unbounded quantifiers.
    pub bounds: Vec<Bound>,
    /// The variables, in the order in which they are shown.
    pub variables: Vec<Variable>,
    /// Which of the variables are parts of one with several, in their order.
    pub structured: Vec<Structured>,
    /// The conditions that a state must all satisfy to be initial, beside being within its types. A condition
    /// that faults is false.
    pub initial: Vec<Expr>,
    /// The edges, in order of declaration, index and location.
    pub edges: Vec<Edge>,
    /// The transitions, in the order of their senders.
    pub transitions: Vec<Transition>,
    /// The fairness assumptions.
    pub fairness: Vec<Fairness>,
    /// The properties; the implicit `no_faults` comes last unless the model states it.
    pub properties: Vec<Property>,
    /// Predicates for abstractions, which say nothing about the system.
    pub predicates: Vec<Predicate>,
    /// Probable invariants; none of them is assumed.
    pub hints: Vec<Hint>,
    /// Measures that may decrease; none of them is assumed to.
    pub ranks: Vec<Rank>,
}

/// A constant of the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constant {
    /// Its name.
    pub name: String,
    /// Its value in this check.
    pub value: ConstantValue,
}

/// The value of a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConstantValue {
    /// An integer.
    Int(i128),
    /// A Boolean.
    Bool(bool),
}

/// An enumeration; equal member lists are one enumeration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enumeration {
    /// The names of its members.
    pub members: Vec<String>,
}

/// A process, or an array of processes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Process {
    /// Its name.
    pub name: String,
    /// Whether it is an array; then its instances are shown with an index.
    pub is_array: bool,
    /// The index of the first instance.
    pub first_index: i128,
    /// How many instances there are.
    pub count: u32,
    /// The names of its locations; possibly none.
    pub locations: Vec<String>,
    /// The variable that holds the location of the first instance, if it has locations.
    pub location: Option<VariableId>,
    /// The distance between the same variable of neighbouring instances.
    pub stride: u32,
}

/// Any number of identical processes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Population {
    /// Its name.
    pub name: String,
    /// The names of its locations.
    pub locations: Vec<String>,
    /// The counter of the first location; the others follow it.
    pub first_counter: VariableId,
    /// Whether the number of processes is open: some location starts with `any`.
    pub is_open: bool,
    /// The size that was asked for, if one was.
    pub size: Option<i128>,
}

/// A variable bound by a quantifier over infinitely many values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// The name as written.
    pub name: String,
    /// Whether it ranges over the natural numbers, not all integers.
    pub natural: bool,
}

/// A variable of the system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// The name shown: `next`, `Client[1].ticket`, `slot[3]`, `Client[1]`, `Cache at shared`.
    pub name: String,
    /// The declared name alone: `next`, `ticket`, `slot`; that of the process for its location.
    pub base: String,
    /// Its type.
    pub ty: Type,
    /// What it is.
    pub role: Role,
    /// The instance that it belongs to, counted from zero.
    pub owner: Option<(ProcessId, u32)>,
    /// Its index, if it is an element of an array.
    pub element: Option<i128>,
    /// Where it is declared.
    pub span: Span,
}

/// What a variable is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A variable that actions may write.
    Variable,
    /// A parameter, which never changes.
    Param,
    /// The location of an instance.
    Location,
    /// The number of processes of a population at a location.
    Counter(PopulationId),
}

impl System {
    /// The variable with this number.
    pub fn variable(&self, id: VariableId) -> &Variable {
        &self.variables[id.index()]
    }

    /// The process with this number.
    pub fn process(&self, id: ProcessId) -> &Process {
        &self.processes[id.index()]
    }

    /// The population with this number.
    pub fn population(&self, id: PopulationId) -> &Population {
        &self.populations[id.index()]
    }

    /// The enumeration with this number.
    pub fn enumeration(&self, id: EnumerationId) -> &Enumeration {
        &self.enumerations[id.index()]
    }

    /// The edge with this number.
    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id.index()]
    }

    /// The transition with this number.
    pub fn transition(&self, id: TransitionId) -> &Transition {
        &self.transitions[id.index()]
    }

    /// The bound variable with this number.
    pub fn bound(&self, id: BoundId) -> &Bound {
        &self.bounds[id.index()]
    }

    /// The property with this name.
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }
}
