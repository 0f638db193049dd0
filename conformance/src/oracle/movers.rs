//! Edges and events, one for each instance and each location that they leave.

use super::scope::{Scope, Stop};
use super::tables::{Tables, instance_name, is_at, locations};
use super::{State, Value};
use language::ast::{Action, Edge, Expr, ProcessItemKind, SyncPart};

/// One edge of one instance or population from one location, or one event.
#[derive(Debug, Clone)]
pub struct Mover<'a> {
    /// The name that traces show.
    pub name: String,
    /// Where its expressions stand.
    pub scope: Scope<'a>,
    /// The guard.
    pub guard: Option<&'a Expr>,
    /// The action.
    pub action: Option<&'a Action>,
    /// The synchronisation.
    pub sync: Option<&'a SyncPart>,
    /// What moves.
    pub movement: Movement,
    /// The order in which receivers act: by declaration, index and location.
    pub order: (usize, i128, usize),
}

/// What an edge moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Movement {
    /// Nothing: an event.
    None,
    /// An instance.
    Instance { instance: String, from: String, to: String },
    /// Processes of a population, by the names of their counters.
    Counter { population: String, from: String, to: String },
}

impl Mover<'_> {
    /// How many processes stand where the edge begins, other than the sender.
    pub fn ready(&self, state: &State, sender: Option<&Mover<'_>>) -> i128 {
        match &self.movement {
            Movement::None => 1,
            Movement::Instance { instance, from, .. } => i128::from(is_at(state, instance, from)),
            Movement::Counter { from, .. } => {
                let taken = sender.is_some_and(
                    |sender| matches!(&sender.movement, Movement::Counter { from: other, .. } if other == from),
                );
                counter(state, from) - i128::from(taken)
            }
        }
    }

    /// Whether the two are edges of one instance.
    pub fn is_same_instance(&self, other: &Mover<'_>) -> bool {
        match (&self.movement, &other.movement) {
            (Movement::Instance { instance: a, .. }, Movement::Instance { instance: b, .. }) => a == b,
            _ => false,
        }
    }
}

/// The value of a counter.
pub fn counter(state: &State, name: &str) -> i128 {
    match state.get(name) {
        Some(Value::Int(count)) => *count,
        _ => 0,
    }
}

impl<'a> Tables<'a> {
    /// All edges and events.
    pub fn movers(&self) -> Result<Vec<Mover<'a>>, Stop> {
        let mut movers = Vec::new();
        for (declaration, body) in self.bodies.iter().enumerate() {
            for index in self.indices(body.process)? {
                for item in &body.process.items {
                    if let ProcessItemKind::Edge(edge) = &item.kind {
                        let order = (declaration, index.unwrap_or_default());
                        self.edge_movers(edge, *body, index, order, &mut movers);
                    }
                }
            }
        }
        for event in &self.events {
            let (guard, action) = (event.guard.as_ref(), event.action.as_ref());
            let plain = Mover {
                name: event.name.text.clone(),
                scope: Scope::default(),
                guard,
                action,
                sync: None,
                movement: Movement::None,
                order: (usize::MAX, 0, 0),
            };
            let Some(binder) = &event.index else {
                movers.push(plain);
                continue;
            };
            for index in self.index_range(&binder.domain)? {
                let name = format!("{}[{index}]", event.name.text);
                let scope = Scope::default().with(&binder.name.text, Value::Int(index));
                movers.push(Mover { name, scope, ..plain.clone() });
            }
        }
        Ok(movers)
    }

    fn edge_movers(
        &self,
        edge: &'a Edge,
        body: super::tables::Body<'a>,
        index: Option<i128>,
        (declaration, number): (usize, i128),
        movers: &mut Vec<Mover<'a>>,
    ) {
        let all = locations(body.process);
        let instance = instance_name(body.process, index);
        for from in &edge.from {
            let (from, to) = (from.text.clone(), edge.to.text.clone());
            let name = match &edge.label {
                Some(label) => format!("{instance}.{}", label.text),
                None => format!("{instance}: {from} -> {to}"),
            };
            let location = all.iter().position(|location| *location == from).unwrap_or_default();
            let movement = if body.is_population {
                let counter = |location: &str| format!("{instance} at {location}");
                Movement::Counter { population: instance.clone(), from: counter(&from), to: counter(&to) }
            } else {
                Movement::Instance { instance: instance.clone(), from, to }
            };
            movers.push(Mover {
                name,
                scope: Scope::inside(body.process, index),
                guard: edge.guard.as_ref(),
                action: edge.action.as_ref(),
                sync: edge.sync.as_ref(),
                movement,
                order: (declaration, number, location),
            });
        }
    }
}
