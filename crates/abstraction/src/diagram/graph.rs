//! Predicate diagrams as data: what an abstract state graph consists of.

use state_sets::{Formula, Variable};
use std::collections::BTreeSet;
use system::TransitionId;

/// The codes of the variables that make up a control configuration, in their order.
pub type Configuration = Vec<u64>;

/// Where a predicate comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The user asked for it.
    Asked,
    /// It is a `predicate` of the model.
    Model,
    /// It occurs in a guard.
    Guard,
    /// It occurs in the property, or in a fairness assumption.
    Property,
    /// It is what must be so before a step for another predicate to be so after it.
    Preimage,
    /// It tells states on a path apart that the system does not have.
    Path,
}

/// A predicate, and where its value is followed.
#[derive(Debug, Clone, PartialEq)]
pub struct DiagramPredicate {
    /// What it says of a state.
    pub formula: Formula,
    /// The same, in the words of the model; its name, if it is a `predicate` of the model.
    pub text: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The configurations in which it has a value; nothing if it has one in all of them.
    pub scope: Option<BTreeSet<Configuration>>,
}

impl DiagramPredicate {
    /// Whether it has a value in this configuration.
    pub fn is_followed(&self, configuration: &Configuration) -> bool {
        self.scope.as_ref().is_none_or(|scope| scope.contains(configuration))
    }
}

/// An abstract state: all states of one configuration in which some predicates have these values.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node {
    /// The configuration.
    pub configuration: Configuration,
    /// For each predicate its value; nothing if it may have either.
    pub values: Vec<Option<bool>>,
}

/// Steps from states of one node to states of another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiagramEdge {
    /// The node that they leave.
    pub from: usize,
    /// The node that they enter.
    pub to: usize,
    /// The move, by its place among those of the lowered system.
    pub number: usize,
    /// The transition of that move.
    pub transition: TransitionId,
    /// Whether a state was found that takes such a step; otherwise the edge was kept because nothing else was proved in time.
    pub is_witnessed: bool,
    /// Whether every state of the node can take the move, wherever that leads.
    pub is_enabled: bool,
    /// Whether every state of the node takes such a step.
    pub is_forced: bool,
}

/// What must be true for the diagram to be right: steps of a transition from the states of a node lead to the states of these nodes only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consecution {
    /// The node.
    pub from: usize,
    /// The transition.
    pub transition: TransitionId,
    /// The nodes that it may lead to.
    pub to: Vec<usize>,
    /// Whether they are the fewest possible; otherwise time ran out, and weaker nodes were taken.
    pub is_exact: bool,
}

/// Which variables make up a control configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// The locations of processes.
    Locations,
    /// All variables with finitely many values that are coded as such.
    Finite,
}

/// An abstract state graph, or predicate diagram: each run of the system is a path in it.
#[derive(Debug, Clone, Default)]
pub struct Diagram {
    /// The variables of a configuration.
    pub control: Vec<Variable>,
    /// The predicates.
    pub predicates: Vec<DiagramPredicate>,
    /// The nodes, those that are found first in front.
    pub nodes: Vec<Node>,
    /// The nodes that have initial states.
    pub initial: Vec<usize>,
    /// Whether they are the fewest possible; otherwise time ran out, and weaker nodes were taken.
    pub is_initial_exact: bool,
    /// Steps between nodes, sorted by the nodes that they leave.
    pub edges: Vec<DiagramEdge>,
    /// What was proved of the steps from each node; steps of other transitions are impossible there.
    pub conditions: Vec<Consecution>,
    /// The nodes that may have states without a successor.
    pub dead_ends: Vec<bool>,
    /// The nodes all of whose states have no successor.
    pub surely_dead: Vec<bool>,
}

impl Diagram {
    /// The edges that leave a node.
    pub fn leaving(&self, node: usize) -> &[DiagramEdge] {
        let first = self.edges.partition_point(|edge| edge.from < node);
        let behind = self.edges.partition_point(|edge| edge.from <= node);
        &self.edges[first..behind]
    }

    /// The configurations that have a node, each once, in order.
    pub fn configurations(&self) -> BTreeSet<Configuration> {
        self.nodes.iter().map(|node| node.configuration.clone()).collect()
    }

    /// Whether the construction introduced no choice that the system does not have: then each state of a node has the same future as
    /// the node, and the diagram is equivalent to the system.
    pub fn is_equivalent(&self) -> bool {
        let is_decided = |node: usize| self.dead_ends[node] == self.surely_dead[node];
        let is_forced = self.edges.iter().all(|edge| edge.is_forced);
        self.is_initial_exact && is_forced && (0..self.nodes.len()).all(is_decided)
    }
}
