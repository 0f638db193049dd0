//! The parts of a diagram in the words of the model.

use super::opposite::opposite;
use crate::report::grouped;
use engines::{DiagramPredicate, Drawn, Node, Origin};
use system::{EdgeId, System, TransitionId};

/// A diagram and the model that it is of.
pub struct Words<'d> {
    /// The model.
    pub system: &'d System,
    /// The diagram.
    pub drawn: &'d Drawn,
}

/// All ways of one transition from one node to another one.
pub struct NamedEdge {
    /// The node that it leaves.
    pub from: usize,
    /// The node that it enters.
    pub to: usize,
    /// The name of the transition.
    pub name: String,
    /// Whether a state was found that takes it.
    pub is_witnessed: bool,
    /// Whether every state of the node can take it.
    pub is_forced: bool,
}

impl Words<'_> {
    /// The name of a transition: its sender and those who must take part.
    pub fn transition(&self, id: TransitionId) -> String {
        let transition = &self.system.transitions[id.index()];
        let required = transition.receivers.iter().filter(|receiver| receiver.required);
        let moved: Vec<EdgeId> =
            std::iter::once(transition.sender).chain(required.map(|receiver| receiver.edge)).collect();
        self.system.transition_name(&moved)
    }

    /// Each process of a configuration with its location.
    pub fn locations<'w>(&'w self, configuration: &'w [u64]) -> impl Iterator<Item = (&'w str, &'w str)> {
        self.drawn.control.iter().zip(configuration).map(|((name, values), code)| {
            let value = usize::try_from(*code).ok().and_then(|code| values.get(code));
            (name.as_str(), value.map_or("?", String::as_str))
        })
    }

    /// The same as conditions.
    pub fn places(&self, configuration: &[u64]) -> Vec<String> {
        self.locations(configuration).map(|(name, value)| format!("{name} at {value}")).collect()
    }

    /// What the predicates with a value in the node say there.
    pub fn values(&self, node: &Node) -> Vec<String> {
        let predicates = self.drawn.diagram.predicates.iter().zip(&node.values);
        predicates
            .filter_map(|(predicate, value)| match value {
                Some(true) => Some(predicate.text.clone()),
                Some(false) => Some(opposite(&predicate.text)),
                None => None,
            })
            .collect()
    }

    /// What a predicate says that is known by its name.
    pub fn meaning(&self, predicate: &DiagramPredicate) -> Option<String> {
        let mut given = self.system.predicates.iter();
        let own = given.find(|own| predicate.origin == Origin::Model && own.name == predicate.text)?;
        Some(self.system.show_expr(&own.condition))
    }

    /// A node in one line.
    pub fn node(&self, number: usize) -> String {
        let node = &self.drawn.diagram.nodes[number];
        let parts = [self.places(&node.configuration).join(", "), self.values(node).join(", ")];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        if parts.is_empty() { "any state".into() } else { parts.join("; ") }
    }

    /// The edges, each name once between two nodes.
    pub fn edges(&self) -> Vec<NamedEdge> {
        let mut found: Vec<NamedEdge> = Vec::new();
        let mut first = 0;
        for edge in &self.drawn.diagram.edges {
            let name = self.transition(edge.transition);
            if found.get(first).is_some_and(|known| known.from != edge.from) {
                first = found.len();
            }
            let known = found.iter_mut().skip(first).find(|known| known.to == edge.to && known.name == name);
            match known {
                Some(known) => {
                    known.is_witnessed |= edge.is_witnessed;
                    known.is_forced |= edge.is_forced;
                }
                None => found.push(NamedEdge {
                    from: edge.from,
                    to: edge.to,
                    name,
                    is_witnessed: edge.is_witnessed,
                    is_forced: edge.is_forced,
                }),
            }
        }
        found
    }

    /// How much is in the diagram, and what it is good for.
    pub fn caption(&self) -> String {
        let diagram = &self.drawn.diagram;
        let (nodes, edges) = (counted(diagram.nodes.len(), "node"), counted(self.edges().len(), "edge"));
        let mut caption = format!("{nodes}, {edges}");
        // Where there is only one configuration, nothing is said by counting it.
        if self.drawn.configurations != Some(1) {
            let reached = diagram.configurations().len();
            match self.drawn.configurations {
                Some(all) => {
                    caption.push_str(&format!("; {} of {} configurations", grouped(reached), grouped(all)));
                }
                None => caption.push_str(&format!("; {}", counted(reached, "configuration"))),
            }
        }
        caption.push_str(match diagram.is_equivalent() {
            true => "; equivalent to the model",
            false => "; has every run of the model",
        });
        caption
    }
}

/// So many of them.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// Where a predicate comes from, in a word for programs and in some for people.
pub fn origin(predicate: &DiagramPredicate) -> (&'static str, &'static str) {
    match predicate.origin {
        Origin::Asked => ("asked", "asked for"),
        Origin::Model => ("model", "a predicate of the model"),
        Origin::Guard => ("guard", "in a guard"),
        Origin::Property => ("property", "in a property"),
        Origin::Preimage => ("preimage", "decides a choice"),
        Origin::Path => ("path", "excludes a path"),
    }
}
