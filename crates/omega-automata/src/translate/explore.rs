//! The automaton of a formula, state by state.
//!
//! A state is a set of formulas that the rest of the word must satisfy; two sets that unfold to the same diagram are
//! one state. The successors of a state are the prime cubes of its diagram: literals are the guard, formulas under
//! an `X` together are the next state, and the acceptance sets are those whose promise is not made.
//!
//! There are two ways to choose the cubes. With [`Choice::Primes`] they are those of the whole diagram: guards
//! overlap, which leaves more to guess and often fewer states. With [`Choice::Classes`] the letters are first split
//! into classes that the diagram treats alike, and each class has its own cubes: guards are equal or disjoint, and
//! the automaton is as deterministic as the formula's disjunctions allow.

use super::expand::{Expansion, Meaning};
use crate::automaton::{Automaton, Edge, Marks, StateId, joined, marks_below};
use crate::decision::{Cube, Diagram, Table, Variable};
use crate::formula::{Formula, Formulas};
use crate::hashing::FastMap;
use crate::limits::{Limits, Refusable, Refusal};

/// How the cubes of a state are chosen; see the head of this module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Prime cubes of the whole diagram.
    Primes,
    /// Prime cubes for each class of letters.
    Classes,
}

/// The automaton of a formula, not reduced.
pub(super) fn explore(
    formulas: &Formulas,
    formula: Formula,
    propositions: u32,
    choice: Choice,
    limits: &Limits,
) -> Refusable<Automaton> {
    let mut exploration = Exploration {
        expansion: Expansion::new(formulas, propositions, Table::within(limits)),
        propositions,
        choice,
        numbers: FastMap::default(),
        diagrams: Vec::new(),
        promises: FastMap::default(),
        most_states: limits.states,
    };
    exploration.state(&[formula])?;
    let mut states: Vec<Vec<Edge>> = Vec::new();
    let mut edge_count = 0;
    while let Some(&diagram) = exploration.diagrams.get(states.len()) {
        let edges = exploration.edges(diagram)?;
        edge_count += edges.len();
        if edge_count > limits.edges {
            return Err(Refusal::TooManyEdges);
        }
        states.push(edges);
    }
    let sets = exploration.promises.len() as u32;
    for edge in states.iter_mut().flatten() {
        // Up to here the marks are the promises made.
        edge.marks = marks_below(sets) & !edge.marks;
    }
    let mut automaton = Automaton::nothing(propositions, exploration.expansion.table);
    automaton.states = states;
    automaton.sets = sets;
    Ok(automaton)
}

struct Exploration<'a> {
    expansion: Expansion<'a>,
    propositions: Variable,
    choice: Choice,
    numbers: FastMap<Diagram, StateId>,
    diagrams: Vec<Diagram>,
    promises: FastMap<Formula, u32>,
    most_states: usize,
}

impl Exploration<'_> {
    /// The state that demands these formulas.
    fn state(&mut self, demands: &[Formula]) -> Refusable<StateId> {
        let mut diagram = Table::TRUE;
        for &demand in demands {
            let expanded = self.expansion.expand(demand)?;
            diagram = self.expansion.table.and(diagram, expanded)?;
        }
        if let Some(&known) = self.numbers.get(&diagram) {
            return Ok(known);
        }
        if self.diagrams.len() == self.most_states {
            return Err(Refusal::TooManyStates);
        }
        let state = self.diagrams.len() as StateId;
        self.numbers.insert(diagram, state);
        self.diagrams.push(diagram);
        Ok(state)
    }

    /// The edges out of the state with this diagram; their marks are the promises that they make.
    fn edges(&mut self, diagram: Diagram) -> Refusable<Vec<Edge>> {
        let parts = match self.choice {
            Choice::Primes => vec![(Table::TRUE, diagram)],
            Choice::Classes => self.expansion.table.classes(diagram, self.propositions)?,
        };
        let mut edges = Vec::new();
        for (letters, rest) in parts {
            for cube in self.expansion.table.cover(rest)? {
                edges.extend(self.edge(letters, &cube)?);
            }
        }
        joined(&mut self.expansion.table, edges)
    }

    fn edge(&mut self, letters: Diagram, cube: &Cube) -> Refusable<Option<Edge>> {
        let mut guard = letters;
        let mut demands = Vec::new();
        let mut marks: Marks = 0;
        for &(variable, positive) in cube {
            if variable < self.propositions {
                let literal = self.expansion.table.literal(variable, positive)?;
                guard = self.expansion.table.and(guard, literal)?;
                continue;
            }
            match self.expansion.meaning(variable) {
                Meaning::Next(formula) => demands.push(formula),
                Meaning::Promise(formula) => marks |= self.promise(formula)?,
            }
        }
        let target = self.state(&demands)?;
        let dead = self.diagrams[target as usize] == Table::FALSE;
        Ok((!dead).then_some(Edge { guard, target, marks }))
    }

    fn promise(&mut self, formula: Formula) -> Refusable<Marks> {
        let next = self.promises.len() as u32;
        let number = *self.promises.entry(formula).or_insert(next);
        if number < 64 { Ok(1 << number) } else { Err(Refusal::TooManyAcceptanceSets) }
    }
}
