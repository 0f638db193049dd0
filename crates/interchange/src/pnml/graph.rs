//! The places, transitions and arcs of a net, whatever is written at them.
//!
//! Pages are flattened, and references to nodes of other pages followed.

use super::dialect::{check_arc, check_place};
use crate::Problem;
use crate::xml::{attribute, elements, name, problem};
use roxmltree::Node;
use std::collections::HashMap;

/// A net as it is drawn.
#[derive(Default)]
pub(super) struct Graph<'a, 'i> {
    /// The places with their identifiers.
    pub places: Vec<(String, Node<'a, 'i>)>,
    /// The transitions with their identifiers.
    pub transitions: Vec<(String, Node<'a, 'i>)>,
    /// The arcs.
    pub arcs: Vec<Arc<'a, 'i>>,
    /// The declarations of sorts and variables.
    pub declarations: Vec<Node<'a, 'i>>,
}

/// An arc between a place and a transition, both by their numbers.
pub(super) struct Arc<'a, 'i> {
    pub node: Node<'a, 'i>,
    pub place: usize,
    pub transition: usize,
    /// Whether it leads from the place to the transition.
    pub takes: bool,
}

/// What an identifier stands for.
#[derive(Clone, Copy)]
enum Target {
    Place(usize),
    Transition(usize),
}

#[derive(Default)]
struct Collector<'a, 'i> {
    graph: Graph<'a, 'i>,
    targets: HashMap<&'a str, Target>,
    references: HashMap<&'a str, &'a str>,
    arcs: Vec<Node<'a, 'i>>,
}

impl<'a, 'i: 'a> Graph<'a, 'i> {
    /// The graph of a net.
    pub fn of(net: Node<'a, 'i>) -> Result<Self, Problem> {
        let mut collector = Collector::default();
        collector.collect(net)?;
        let nodes = std::mem::take(&mut collector.arcs);
        let arcs = nodes.into_iter().map(|node| collector.arc(node)).collect::<Result<Vec<_>, _>>()?;
        Ok(Graph { arcs, ..collector.graph })
    }
}

impl<'a, 'i: 'a> Collector<'a, 'i> {
    /// Collects the nodes of a net or page, and of the pages inside it.
    fn collect(&mut self, parent: Node<'a, 'i>) -> Result<(), Problem> {
        for node in elements(parent) {
            match name(node) {
                "page" => self.collect(node)?,
                "place" => {
                    check_place(node)?;
                    let id = self.declare(node, Target::Place(self.graph.places.len()))?;
                    self.graph.places.push((id, node));
                }
                "transition" => {
                    let id = self.declare(node, Target::Transition(self.graph.transitions.len()))?;
                    self.graph.transitions.push((id, node));
                }
                "referencePlace" | "referenceTransition" => {
                    let (id, other) = (attribute(node, "id")?, attribute(node, "ref")?);
                    if self.references.insert(id, other).is_some() || self.targets.contains_key(id) {
                        return Err(used_twice(node, id));
                    }
                }
                "arc" => self.arcs.push(node),
                "declaration" => self.graph.declarations.push(node),
                _ => {}
            }
        }
        Ok(())
    }

    fn declare(&mut self, node: Node<'a, 'i>, target: Target) -> Result<String, Problem> {
        let id = attribute(node, "id")?;
        if self.targets.insert(id, target).is_some() || self.references.contains_key(id) {
            return Err(used_twice(node, id));
        }
        Ok(id.to_owned())
    }

    fn arc(&self, node: Node<'a, 'i>) -> Result<Arc<'a, 'i>, Problem> {
        check_arc(node)?;
        let source = self.find(node, attribute(node, "source")?)?;
        let target = self.find(node, attribute(node, "target")?)?;
        match (source, target) {
            (Target::Place(place), Target::Transition(transition)) => {
                Ok(Arc { node, place, transition, takes: true })
            }
            (Target::Transition(transition), Target::Place(place)) => {
                Ok(Arc { node, place, transition, takes: false })
            }
            _ => Err(problem(node, "an arc must lead from a place to a transition or back")),
        }
    }

    /// The node with an identifier, references followed.
    fn find(&self, arc: Node<'_, '_>, id: &str) -> Result<Target, Problem> {
        let mut id = id;
        for _ in 0..=self.references.len() {
            if let Some(target) = self.targets.get(id) {
                return Ok(*target);
            }
            match self.references.get(id) {
                Some(next) => id = next,
                None => return Err(problem(arc, format!("there is no place or transition `{id}`"))),
            }
        }
        Err(problem(arc, format!("the reference `{id}` leads nowhere")))
    }
}

fn used_twice(node: Node<'_, '_>, id: &str) -> Problem {
    problem(node, format!("the identifier `{id}` is used twice"))
}
