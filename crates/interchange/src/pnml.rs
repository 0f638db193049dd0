//! Reads place/transition nets in PNML.
//!
//! # Reference
//! ISO/IEC 15909-2:2011, *High-level Petri nets, part 2: transfer format*. Pages are flattened and references
//! to nodes of other pages followed. Graphics and tool-specific parts are passed over.

use crate::Problem;
use crate::net::{Net, Place, Transition};
use crate::xml::{attribute, child, elements, name, number, parse, problem, text};
use roxmltree::Node;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

/// Reads the net of a PNML document.
pub fn read_net(source: &str) -> Result<Net, Problem> {
    let document = parse(source)?;
    let root = document.root_element();
    if name(root) != "pnml" {
        let message = format!("a PNML document begins with <pnml>, this one with <{}>", name(root));
        return Err(problem(root, message));
    }
    let mut nets = elements(root).filter(|node| name(*node) == "net");
    let net = nets.next().ok_or_else(|| problem(root, "there is no <net> in this document"))?;
    if let Some(second) = nets.next() {
        return Err(problem(second, "only documents with one net are supported"));
    }
    check_type(net)?;
    let mut nodes = Nodes::default();
    nodes.collect(net)?;
    let arcs = std::mem::take(&mut nodes.arcs);
    let mut flows = Flows::default();
    for arc in arcs {
        flows.add(&nodes, arc)?;
    }
    Ok(nodes.into_net(attribute(net, "id").unwrap_or("net"), flows))
}

fn check_type(net: Node<'_, '_>) -> Result<(), Problem> {
    let kind = attribute(net, "type")?;
    if kind.ends_with("ptnet") || kind.ends_with("pt-net") || kind.ends_with("PTNet") {
        return Ok(());
    }
    Err(problem(net, format!("only place/transition nets are supported, this one has type `{kind}`")))
}

/// What an identifier stands for.
#[derive(Clone, Copy)]
enum Target {
    Place(usize),
    Transition(usize),
}

#[derive(Default)]
struct Nodes<'a, 'i> {
    places: Vec<Place>,
    transitions: Vec<String>,
    targets: HashMap<String, Target>,
    references: HashMap<String, String>,
    arcs: Vec<Node<'a, 'i>>,
}

impl<'a, 'i: 'a> Nodes<'a, 'i> {
    /// Collects the nodes of a net or page, and of the pages inside it.
    fn collect(&mut self, parent: Node<'a, 'i>) -> Result<(), Problem> {
        for node in elements(parent) {
            match name(node) {
                "page" => self.collect(node)?,
                "place" => {
                    let tokens = annotation(node, "initialMarking")?.unwrap_or(0);
                    let target = Target::Place(self.places.len());
                    let id = self.declare(node, target)?;
                    self.places.push(Place { id, tokens });
                }
                "transition" => {
                    let target = Target::Transition(self.transitions.len());
                    let id = self.declare(node, target)?;
                    self.transitions.push(id);
                }
                "referencePlace" | "referenceTransition" => {
                    let (id, to) = (attribute(node, "id")?, attribute(node, "ref")?);
                    self.references.insert(id.to_owned(), to.to_owned());
                }
                "arc" => self.arcs.push(node),
                _ => {}
            }
        }
        Ok(())
    }

    fn declare(&mut self, node: Node<'_, '_>, target: Target) -> Result<String, Problem> {
        let id = attribute(node, "id")?.to_owned();
        if self.targets.insert(id.clone(), target).is_some() {
            return Err(problem(node, format!("the identifier `{id}` is used twice")));
        }
        Ok(id)
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

    fn into_net(self, id: &str, mut flows: Flows) -> Net {
        let transitions = self.transitions.into_iter().enumerate().map(|(number, id)| Transition {
            id,
            takes: flows.takes.remove(&number).unwrap_or_default().into_iter().collect(),
            gives: flows.gives.remove(&number).unwrap_or_default().into_iter().collect(),
        });
        Net { id: id.to_owned(), transitions: transitions.collect(), places: self.places }
    }
}

/// Tokens by transition and place; several arcs between the same two add up.
#[derive(Default)]
struct Flows {
    takes: HashMap<usize, BTreeMap<usize, u64>>,
    gives: HashMap<usize, BTreeMap<usize, u64>>,
}

impl Flows {
    fn add(&mut self, nodes: &Nodes<'_, '_>, arc: Node<'_, '_>) -> Result<(), Problem> {
        if let Some(kind) = child(arc, "type").or_else(|| child(arc, "arctype")) {
            let kind = kind.attribute("value").map_or_else(|| text(kind), Cow::Borrowed);
            if !kind.is_empty() && kind != "normal" {
                return Err(problem(arc, format!("arcs of type `{kind}` are not supported")));
            }
        }
        let weight = annotation(arc, "inscription")?.unwrap_or(1);
        let source = nodes.find(arc, attribute(arc, "source")?)?;
        let target = nodes.find(arc, attribute(arc, "target")?)?;
        let tokens = match (source, target) {
            (Target::Place(place), Target::Transition(transition)) => {
                self.takes.entry(transition).or_default().entry(place).or_insert(0)
            }
            (Target::Transition(transition), Target::Place(place)) => {
                self.gives.entry(transition).or_default().entry(place).or_insert(0)
            }
            _ => return Err(problem(arc, "an arc must lead from a place to a transition or back")),
        };
        *tokens = tokens.checked_add(weight).ok_or_else(|| problem(arc, "this arc is too heavy"))?;
        Ok(())
    }
}

/// The number in an annotation such as `<inscription><text>2</text></inscription>`.
fn annotation(node: Node<'_, '_>, wanted: &str) -> Result<Option<u64>, Problem> {
    let Some(annotation) = child(node, wanted) else { return Ok(None) };
    let value = child(annotation, "text").or_else(|| child(annotation, "value")).unwrap_or(annotation);
    let digits = text(value);
    if digits.is_empty() { Ok(None) } else { number(value, &digits).map(Some) }
}
