//! Prefixes as nodes and arrows, for those who draw them.

use crate::prefix::{Companion, Prefix};

/// What there is to draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The conditions first, then the events, each in their order.
    pub nodes: Vec<Node>,
    /// From each condition to the events that take it, and from each event to the conditions that it makes: pairs of nodes.
    pub arrows: Vec<(usize, usize)>,
    /// From each cut-off to its companion; cut-offs that are back at the first marking have none.
    pub returns: Vec<(usize, usize)>,
}

/// A condition or event in a [`Picture`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// The name of its place or transition.
    pub label: String,
    /// What it is.
    pub kind: Kind,
    /// How far down it is: the number of arrows on the longest way to it.
    pub depth: usize,
}

/// What a node of a [`Picture`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A condition that the net starts with.
    First,
    /// A condition that an event makes.
    Condition,
    /// An event that is continued.
    Event,
    /// An event behind which nothing new happens.
    CutOff,
}

impl Prefix<'_> {
    /// The prefix as nodes and arrows; nothing if there are more nodes than that.
    pub fn picture(&self, most: usize) -> Option<Picture> {
        let offset = self.conditions.len();
        if offset + self.events.len() > most {
            return None;
        }
        let mut depth = vec![0; offset + self.events.len()];
        let mut arrows = Vec::new();
        for (number, event) in self.events.iter().enumerate() {
            let own = offset + number;
            for condition in &event.preset {
                arrows.push((*condition, own));
                depth[own] = depth[own].max(depth[*condition] + 1);
            }
            for condition in event.postset.clone() {
                arrows.push((own, condition));
                depth[condition] = depth[own] + 1;
            }
        }
        let name = |names: &[String], number: usize| names.get(number).cloned().unwrap_or_default();
        let conditions = self.conditions.iter().map(|condition| {
            let kind = if condition.producer.is_none() { Kind::First } else { Kind::Condition };
            (name(&self.net.places, condition.place), kind)
        });
        let events = self.events.iter().map(|event| {
            let kind = if event.cut_off.is_some() { Kind::CutOff } else { Kind::Event };
            (self.net.transitions[event.transition].name.clone(), kind)
        });
        let nodes = conditions.chain(events).zip(depth);
        let nodes = nodes.map(|((label, kind), depth)| Node { label, kind, depth }).collect();
        let cut_offs = self.events.iter().enumerate().filter_map(|(number, event)| match event.cut_off {
            Some(Companion::Event(companion)) => Some((offset + number, offset + companion)),
            _ => None,
        });
        Some(Picture { nodes, arrows, returns: cut_offs.collect() })
    }
}
