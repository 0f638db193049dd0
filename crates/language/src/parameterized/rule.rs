//! Edges and events.

use diagnostics::Span;
use system::Value;
use system::parameterized::{LocationChange, Rule, Term};

use super::{Extraction, Open, OpenObstacle};
use crate::checked::{CheckedEdge, CheckedEvent, CheckedMover};
use crate::symbols::BodyIndex;

/// More indices of an event than this are not written out.
const WRITTEN_OUT: i128 = 256;

impl<'a> Extraction<'a> {
    pub(super) fn rules(&mut self, movers: &[CheckedMover<'a>]) -> Open<()> {
        for mover in movers {
            match mover {
                CheckedMover::Body(body, edges) => {
                    for edge in edges {
                        self.edge(*body, edge)?;
                    }
                }
                CheckedMover::Event(event) => self.event(event)?,
            }
        }
        Ok(())
    }

    fn edge(&mut self, body: BodyIndex, edge: &CheckedEdge<'a>) -> Open<()> {
        if let Some(sync) = &edge.sync {
            return Err(OpenObstacle::new("a synchronisation", sync.span));
        }
        let has_mover = self.enter(body);
        self.depth = usize::from(has_mover);
        let guard = match &edge.guard {
            Some(guard) => self.term(guard)?,
            None => Term::bool(true),
        };
        let action = self.steps(&edge.action)?;
        self.depth = 0;
        let Some((is_local, variable)) = self.locations[body.0] else { return Ok(()) };
        let symbols = self.checker.symbols.body(body);
        for from in &edge.from {
            let place = |number: u32| symbols.locations[number as usize].text.as_str();
            let name = match &edge.edge.label {
                Some(label) => format!("{}.{}", symbols.name(), label.text),
                None => format!("{}: {} -> {}", symbols.name(), place(*from), place(edge.to)),
            };
            let number = |location: u32| i16::try_from(location).unwrap_or(i16::MAX);
            let movement = LocationChange { variable, is_local, from: number(*from), to: number(edge.to) };
            self.system.rules.push(Rule {
                name,
                has_mover,
                movement: Some(movement),
                guard: guard.clone(),
                action: action.clone(),
                forgotten: Vec::new(),
            });
        }
        Ok(())
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
            movement: None,
            guard,
            action,
            forgotten: Vec::new(),
        });
        Ok(())
    }
}
