//! Edges, and the transitions that they make alone or together.

use crate::{Block, EdgeId, Expr, PopulationId, ProcessId, VariableId};
use diagnostics::Span;

/// One edge of one process instance or population, or one event.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    /// The name shown in traces: `Client[1].enter`, `Client[1]: think -> wait`, `tick[3]`.
    pub name: String,
    /// The label, if it has one, or the name of the event.
    pub label: Option<String>,
    /// Whose edge it is.
    pub owner: Owner,
    /// What changes when all actions have run.
    pub movement: Movement,
    /// The condition under which it can be taken, beside being at its location.
    pub guard: Expr,
    /// What it does.
    pub action: Block,
    /// Where it stands.
    pub span: Span,
}

/// Whose edge it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    /// Nobody's: an event.
    Event,
    /// That of an instance, counted from zero.
    Instance(ProcessId, u32),
    /// That of each process of a population.
    Population(PopulationId),
}

/// What an edge moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Movement {
    /// Nothing: an event.
    None,
    /// An instance from one location to another, both counted from zero.
    Location {
        /// The variable that holds the instance's location.
        variable: VariableId,
        /// The location that the edge leaves.
        from: u32,
        /// The location that the edge enters.
        to: u32,
    },
    /// One process of a population (as a broadcast's receiver: every one but the sender).
    Counter {
        /// The counter of the location that the edge leaves.
        from: VariableId,
        /// The counter of the location that the edge enters.
        to: VariableId,
    },
}

/// One atomic transition: an edge alone, or with those that synchronise with it.
///
/// It is enabled if its sender is at its location with a true guard, and so is each required receiver. All
/// guards are read before anything moves: the sender's first, a receiver's only where both are at their
/// locations. Then the sender's action runs and those of the receivers that take part, in this order (in a
/// population, once for each process that moves); locations and counters change last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transition {
    /// The edge that starts it.
    pub sender: EdgeId,
    /// The edges that synchronise with it.
    pub receivers: Vec<Receiver>,
}

/// An edge that answers a synchronisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receiver {
    /// The edge. In a population, a required receiver is one process other than the sender, and a receiver
    /// that is not required stands for every process at the location but the sender.
    pub edge: EdgeId,
    /// Whether the transition needs it (rendezvous), or it takes part where it can (broadcast).
    pub required: bool,
}
