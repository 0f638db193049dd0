//! The edges of all instances, and the events of all indices.

use std::collections::HashMap;

use diagnostics::{Code, Diagnostic, Span};
use system::{Edge, EdgeId, Expr, Movement, Owner, System, Value, VariableId};

use super::Lowerer;
use super::fold::truth;
use crate::ast::SyncRole;
use crate::checked::{CheckedEdge, CheckedSync};
use crate::checked::{CheckedEvent, CheckedMover};
use crate::evaluate::evaluate;
use crate::symbols::{BodyIndex, BodyKind};

/// Where the edges of the text stand in the system.
#[derive(Debug, Default)]
pub(super) struct Edges {
    /// The edges of each event: its first index and the edge of each index from there on.
    pub events: HashMap<usize, (i128, Vec<EdgeId>)>,
    /// The edges of each instance of each process; a population is one instance.
    pub bodies: HashMap<usize, Vec<Vec<EdgeId>>>,
    /// The edges that synchronise, in order.
    pub syncs: Vec<SyncEdge>,
}

/// An edge that synchronises.
#[derive(Debug, Clone, Copy)]
pub(super) struct SyncEdge {
    /// The edge.
    pub edge: EdgeId,
    /// The number of the rendezvous or broadcast.
    pub number: usize,
    /// The role of the edge.
    pub role: SyncRole,
    /// Whose edge it is.
    pub owner: Owner,
    /// The order in which receivers move: by declaration, index and location.
    pub order: (usize, u32, u32),
    /// Where the synchronisation is written.
    pub span: Span,
}

/// Whether a guard was true for some instance.
#[derive(Default)]
struct Guards {
    never: bool,
    sometimes: bool,
}

impl Guards {
    fn add(&mut self, guard: &Expr) {
        if truth(guard) == Some(false) {
            self.never = true;
        } else {
            self.sometimes = true;
        }
    }
}

impl<'a> Lowerer<'_, 'a> {
    /// Adds the edges of all processes, populations and events, in the order of the text.
    pub(super) fn edges(&mut self, movers: &[CheckedMover<'a>], system: &mut System) -> Edges {
        let mut edges = Edges::default();
        for mover in movers {
            match mover {
                CheckedMover::Body(body, checked) => self.body_edges(*body, checked, &mut edges, system),
                CheckedMover::Event(event) => self.event(event, &mut edges, system),
            }
        }
        edges
    }

    fn body_edges(
        &mut self,
        body: BodyIndex,
        checked: &[CheckedEdge<'a>],
        edges: &mut Edges,
        system: &mut System,
    ) {
        let kind = self.symbols.body(body).kind;
        let count =
            if matches!(kind, BodyKind::Population(_)) { 1 } else { self.layout.bodies[body.0].count };
        let mut guards: Vec<Guards> = checked.iter().map(|_| Guards::default()).collect();
        let mut all = Vec::with_capacity(count as usize);
        for number in 0..count {
            self.enter(body, number);
            let first = system.edges.len();
            for (edge, guards) in checked.iter().zip(&mut guards) {
                if !edge.is_broken() {
                    self.edge(body, number, edge, guards, edges, system);
                }
                if self.is_full {
                    return;
                }
            }
            all.push((first..system.edges.len()).map(EdgeId::from_index).collect());
        }
        edges.bodies.insert(body.0, all);
        for (edge, guards) in checked.iter().zip(guards) {
            self.warn_of_guard(guards, edge.edge.guard.as_ref().map(|guard| guard.span));
        }
    }

    fn edge(
        &mut self,
        body: BodyIndex,
        number: u32,
        checked: &CheckedEdge<'a>,
        guards: &mut Guards,
        edges: &mut Edges,
        system: &mut System,
    ) {
        let before = self.nodes;
        let guard = match &checked.guard {
            Some(guard) => self.expression(guard),
            None => Expr::bool(true, checked.span),
        };
        guards.add(&guard);
        let action = self.unless(truth(&guard) == Some(false), |lowerer| lowerer.action(&checked.action));
        let size = self.nodes - before + 1;
        let owner = self.owner(body, number);
        for (position, from) in checked.from.iter().enumerate() {
            // The first copy was counted as it was made.
            if !self.charge(if position == 0 { 1 } else { size }, checked.span) {
                return;
            }
            let id = EdgeId::from_index(system.edges.len());
            if let Some(CheckedSync { number: sync, role, span }) = checked.sync {
                let order = (body.0, number, *from);
                edges.syncs.push(SyncEdge { edge: id, number: sync, role, owner, order, span });
            }
            system.edges.push(Edge {
                name: self.edge_name(body, number, checked, *from),
                label: checked.edge.label.as_ref().map(|label| label.text.clone()),
                owner,
                movement: self.movement(body, number, *from, checked.to),
                guard: guard.clone(),
                action: action.clone(),
                span: checked.span,
            });
        }
    }

    fn owner(&self, body: BodyIndex, number: u32) -> Owner {
        match self.symbols.body(body).kind {
            BodyKind::Single(process) | BodyKind::Array(process) => Owner::Instance(process, number),
            BodyKind::Population(population) => Owner::Population(population),
        }
    }

    fn movement(&self, body: BodyIndex, number: u32, from: u32, to: u32) -> Movement {
        let instances = self.layout.bodies[body.0];
        let first = instances.location.unwrap_or(VariableId(0)).0;
        match self.symbols.body(body).kind {
            BodyKind::Population(_) => {
                Movement::Counter { from: VariableId(first + from), to: VariableId(first + to) }
            }
            _ => Movement::Location { variable: VariableId(first + number * instances.stride), from, to },
        }
    }

    fn edge_name(&self, body: BodyIndex, number: u32, checked: &CheckedEdge<'a>, from: u32) -> String {
        let instance = self.instance_name(body, number);
        match &checked.edge.label {
            Some(label) => format!("{instance}.{}", label.text),
            None => {
                let locations = &self.symbols.body(body).locations;
                let (from, to) = (&locations[from as usize].text, &locations[checked.to as usize].text);
                format!("{instance}: {from} -> {to}")
            }
        }
    }

    /// The name of an instance, or of a population.
    pub(super) fn instance_name(&self, body: BodyIndex, number: u32) -> String {
        let symbols = self.symbols.body(body);
        match symbols.kind {
            BodyKind::Array(_) => {
                let index = self.layout.bodies[body.0].first_index + i128::from(number);
                format!("{}[{index}]", symbols.name())
            }
            _ => symbols.name().to_owned(),
        }
    }

    fn event(&mut self, event: &CheckedEvent, edges: &mut Edges, system: &mut System) {
        let mut guards = Guards::default();
        let first_edge = system.edges.len();
        let mut first_index = 0;
        match &event.index {
            None => self.event_edge(event, event.name.clone(), &mut guards, system),
            Some((slot, low, high)) => {
                let (Some(low), Some(high)) = (self.bound(low), self.bound(high)) else { return };
                first_index = low;
                // An index that has far too many values need not be tried.
                let count = high.checked_sub(low).and_then(|count| usize::try_from(count).ok());
                if low <= high && !self.charge(count.unwrap_or(usize::MAX), event.span) {
                    return;
                }
                let mut index = low;
                while index <= high && !self.is_full {
                    self.slots.set(*slot, Value::Int(index));
                    let name = format!("{}[{index}]", event.name);
                    self.event_edge(event, name, &mut guards, system);
                    let Some(next) = index.checked_add(1) else { break };
                    index = next;
                }
            }
        }
        self.warn_of_guard(guards, event.guard.as_ref().map(|guard| guard.span));
        let ids = (first_edge..system.edges.len()).map(EdgeId::from_index).collect();
        edges.events.insert(event.number, (first_index, ids));
    }

    /// A bound of an event's index.
    pub(super) fn bound(&mut self, typed: &crate::typed::Typed) -> Option<i128> {
        match evaluate(typed, &mut self.slots) {
            Ok(Value::Int(value)) => Some(value),
            Ok(_) => None,
            Err(fault) => {
                self.report(crate::constants::fault_finding(fault));
                None
            }
        }
    }

    fn event_edge(&mut self, event: &CheckedEvent, name: String, guards: &mut Guards, system: &mut System) {
        if event.guard.as_ref().is_some_and(|guard| guard.traits.broken) || event.action.is_broken() {
            return;
        }
        let guard = match &event.guard {
            Some(guard) => self.expression(guard),
            None => Expr::bool(true, event.span),
        };
        guards.add(&guard);
        let action = self.unless(truth(&guard) == Some(false), |lowerer| lowerer.action(&event.action));
        if self.charge(1, event.span) {
            system.edges.push(Edge {
                name,
                label: Some(event.name.clone()),
                owner: Owner::Event,
                movement: Movement::None,
                guard,
                action,
                span: event.span,
            });
        }
    }

    /// Warns of a guard that is the constant `false` for every instance.
    fn warn_of_guard(&mut self, guards: Guards, span: Option<Span>) {
        if let Some(span) = span.filter(|_| guards.never && !guards.sometimes) {
            let message = "this guard is never true, so the transition can never be taken";
            self.report(Diagnostic::new(Code::NeverEnabled, message, span, "always false"));
        }
    }
}
