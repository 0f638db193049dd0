//! Edges and events.

use diagnostics::Span;
use system::Value;
use system::parameterized::{LocationChange, Rule, Term};

use super::{Extraction, Open, OpenObstacle};
use crate::checked::{CheckedEdge, CheckedEvent, CheckedMover};
use crate::symbols::BodyIndex;

/// More indices of an event than this are not written out.
const WRITTEN_OUT: i128 = 256;

/// An edge from one of its locations.
#[derive(Clone, Copy)]
pub(super) struct EdgeOf<'m, 'a> {
    /// The process.
    pub body: BodyIndex,
    /// The edge.
    pub edge: &'m CheckedEdge<'a>,
    /// The location that it leaves.
    pub from: u32,
}

impl<'a> Extraction<'a> {
    pub(super) fn rules(&mut self, movers: &[CheckedMover<'a>]) -> Open<()> {
        for mover in movers {
            match mover {
                CheckedMover::Body(body, edges) => {
                    for edge in edges.iter().filter(|edge| edge.sync.is_none()) {
                        self.edge(*body, edge)?;
                    }
                }
                CheckedMover::Event(event) => self.event(event)?,
            }
        }
        self.synchronisations(movers)
    }

    fn edge(&mut self, body: BodyIndex, edge: &CheckedEdge<'a>) -> Open<()> {
        let has_mover = self.enter(body);
        self.depth = usize::from(has_mover);
        let guard = match &edge.guard {
            Some(guard) => self.term(guard)?,
            None => Term::bool(true),
        };
        let action = self.steps(&edge.action)?;
        self.depth = 0;
        for from in &edge.from {
            let one = EdgeOf { body, edge, from: *from };
            let Some(movement) = self.movement(one) else { return Ok(()) };
            self.system.rules.push(Rule {
                name: self.edge_name(one),
                has_mover,
                partner: None,
                movement: Some(movement),
                guard: guard.clone(),
                action: action.clone(),
                forgotten: Vec::new(),
            });
        }
        Ok(())
    }

    /// What an edge is called, without the instance.
    pub(super) fn edge_name(&self, one: EdgeOf<'_, 'a>) -> String {
        let symbols = self.checker.symbols.body(one.body);
        let place = |number: u32| symbols.locations[number as usize].text.as_str();
        match &one.edge.edge.label {
            Some(label) => format!("{}.{}", symbols.name(), label.text),
            None => format!("{}: {} -> {}", symbols.name(), place(one.from), place(one.edge.to)),
        }
    }

    /// The location that an edge changes; nothing if the process has none.
    pub(super) fn movement(&self, one: EdgeOf<'_, 'a>) -> Option<LocationChange> {
        let (is_local, variable) = self.locations[one.body.0]?;
        let number = |location: u32| i16::try_from(location).unwrap_or(i16::MAX);
        Some(LocationChange { variable, is_local, from: number(one.from), to: number(one.edge.to) })
    }

    fn event(&mut self, event: &CheckedEvent) -> Open<()> {
        let Some((slot, low, high)) = &event.index else { return self.one_event(event, &event.name, false) };
        if self.is_family(low, high, event.span)? {
            self.meanings.insert(*slot, Term::Bound(0));
            return self.one_event(event, &event.name, true);
        }
        let (Some(low), Some(high)) = (self.constant(low), self.constant(high)) else {
            return Err(OpenObstacle::new("the indices of an event", Span::default()));
        };
        if high - low > WRITTEN_OUT {
            return Err(OpenObstacle::new("an event with too many indices", event.span));
        }
        for index in low..=high {
            self.slots.set(*slot, Value::Int(index));
            self.one_event(event, &format!("{}[{index}]", event.name), false)?;
        }
        Ok(())
    }

    fn one_event(&mut self, event: &CheckedEvent, name: &str, has_mover: bool) -> Open<()> {
        self.depth = usize::from(has_mover);
        let guard = match &event.guard {
            Some(guard) => self.term(guard)?,
            None => Term::bool(true),
        };
        let action = self.steps(&event.action)?;
        self.depth = 0;
        self.system.rules.push(Rule {
            name: name.to_owned(),
            has_mover,
            partner: None,
            movement: None,
            guard,
            action,
            forgotten: Vec::new(),
        });
        Ok(())
    }
}
