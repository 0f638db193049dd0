//! Properties of automata that make emptiness checks cheaper, read off the graph.

use super::Components;
use super::{Automaton, StateId};
use crate::decision::Table;
use crate::limits::Refusable;

/// What is known about the graph of an automaton; all false says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Properties {
    /// See [`Automaton::is_weak`].
    pub weak: bool,
    /// See [`Automaton::is_terminal`].
    pub terminal: bool,
    /// See [`Automaton::is_deterministic`].
    pub deterministic: bool,
}

impl Automaton {
    /// Computes the properties anew.
    pub(crate) fn find_properties(&mut self) -> Refusable<()> {
        let components = Components::of(self);
        let weak = self.has_uniform_components(&components);
        self.properties = Properties {
            weak,
            terminal: weak && self.accepting_components_are_total(&components)?,
            deterministic: self.has_disjoint_guards()?,
        };
        Ok(())
    }

    /// Whether each accepting component carries all marks on all of its edges.
    fn has_uniform_components(&self, components: &Components) -> bool {
        (0..self.state_count() as StateId).all(|state| {
            let component = components.number(state);
            !components.is_accepting(component)
                || self
                    .edges(state)
                    .iter()
                    .all(|edge| components.number(edge.target) != component || edge.marks == self.all_marks())
        })
    }

    /// Whether every letter leads from an accepting component into an accepting component.
    fn accepting_components_are_total(&mut self, components: &Components) -> Refusable<bool> {
        let is_accepting = |state: StateId| components.is_accepting(components.number(state));
        for state in 0..self.state_count() as StateId {
            if !is_accepting(state) {
                continue;
            }
            let mut read = Table::FALSE;
            for edge in &self.states[state as usize] {
                if is_accepting(edge.target) {
                    read = self.guards.or(read, edge.guard)?;
                }
            }
            if read != Table::TRUE {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn has_disjoint_guards(&mut self) -> Refusable<bool> {
        for edges in &self.states {
            let mut read = Table::FALSE;
            for edge in edges {
                if self.guards.and(read, edge.guard)? != Table::FALSE {
                    return Ok(false);
                }
                read = self.guards.or(read, edge.guard)?;
            }
        }
        Ok(true)
    }
}
