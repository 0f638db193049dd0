//! Which cycles of a diagram a run of the system may follow for ever.
//!
//! The edges are taken apart into strongly connected components. One in which nothing counts for a condition that fair runs repeat is
//! left for good; where an obligation is never met, the nodes that certainly oblige are left. A measure that no edge of a component
//! increases takes away the edges that decrease it. What cannot be taken away is left over.
//!
//! # Reference
//! Emerson, Lei: *Modalities for Model Checking: Branching Time Logic Strikes Back*, Science of Computer Programming 8(3), 1987,
//! doi:10.1016/0167-6423(87)90036-0, for fair components; Cansell, Méry, Merz: *Predicate Diagrams for the Verification of Reactive Systems*, IFM
//! 2000, doi:10.1007/3-540-40911-4_22, for fairness and orderings on diagrams. Departure: measures are also found, one for each component.

use super::fairness::{Counting, FairnessFacts};
use super::graph::Diagram;
use super::measure::{Course, Measure};
use super::probe::Probe;
use crate::transitions::Transitions;
use budget::Budget;
use state_sets::{Halt, Limited};
use std::collections::HashMap;

/// The most measures for one component and what is left of it.
const MEASURES: usize = 12;

/// An edge between positions: nodes of a diagram, each perhaps with the state of an automaton.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ArenaEdge {
    /// The position that it leaves.
    pub from: u32,
    /// The position that it enters.
    pub to: u32,
    /// The edge of the diagram; nothing where the last state of a finite run is repeated.
    pub step: Option<usize>,
    /// The acceptance sets that it counts for.
    pub marks: u64,
}

/// Positions and edges between them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Arena {
    /// For each position, the node of the diagram.
    pub nodes: Vec<usize>,
    /// The edges.
    pub edges: Vec<ArenaEdge>,
    /// The acceptance sets that a run must meet again and again.
    pub acceptance: u64,
}

/// Looks for cycles.
pub(crate) struct CycleSearch<'c, 't, 's> {
    /// The diagram.
    pub diagram: &'c Diagram,
    /// The system.
    pub transitions: &'c Transitions<'s>,
    /// What is known of fairness.
    pub facts: &'c FairnessFacts,
    /// Questions about steps.
    pub probe: &'c mut Probe<'t, 's>,
    /// How much may be done.
    pub budget: &'c Budget<'c>,
    /// The measures that the model gives.
    pub given: Vec<Measure>,
    /// What measures do along edges of the diagram.
    known: HashMap<(usize, usize), Course>,
    /// The measures that were needed.
    pub used: Vec<String>,
}

impl<'c, 't, 's> CycleSearch<'c, 't, 's> {
    /// A new search.
    pub fn new(
        diagram: &'c Diagram,
        transitions: &'c Transitions<'s>,
        facts: &'c FairnessFacts,
        probe: &'c mut Probe<'t, 's>,
        budget: &'c Budget<'c>,
    ) -> Self {
        let given = Measure::given(transitions, budget);
        let (known, used) = (HashMap::new(), Vec::new());
        CycleSearch { diagram, transitions, facts, probe, budget, given, known, used }
    }

    /// The components of the arena that a fair run may stay in, each by its edges.
    pub fn leftover(&mut self, arena: &Arena, edges: Vec<usize>) -> Limited<Vec<Vec<usize>>> {
        let mut left = Vec::new();
        let mut open = vec![(edges, MEASURES)];
        while let Some((edges, measures)) = open.pop() {
            self.budget.spend(edges.len()).map_err(Halt::spent)?;
            for component in components(arena, &edges) {
                match self.examined(arena, component, measures)? {
                    Fate::Left(rest, measures) => open.push((rest, measures)),
                    Fate::Stays(component) => left.push(component),
                    Fate::Gone => {}
                }
            }
        }
        Ok(left)
    }

    fn examined(&mut self, arena: &Arena, component: Vec<usize>, measures: usize) -> Limited<Fate> {
        let marks = component.iter().fold(0, |sum, edge| sum | arena.edges[*edge].marks);
        if marks & arena.acceptance != arena.acceptance {
            return Ok(Fate::Gone);
        }
        if self.facts.repeated.iter().any(|condition| !counts(arena, &component, condition)) {
            return Ok(Fate::Gone);
        }
        for (obliging, met) in &self.facts.obligations {
            let obliges = |edge: &usize| {
                let edge = &arena.edges[*edge];
                edge.step.is_some() && obliging[arena.nodes[edge.from as usize]]
            };
            if component.iter().any(obliges) && !counts(arena, &component, met) {
                let free = |edge: &usize| {
                    let to = arena.edges[*edge].to as usize;
                    let enters = arena.edges[*edge].step.is_some() && obliging[arena.nodes[to]];
                    !obliges(edge) && !enters
                };
                return Ok(Fate::Left(component.into_iter().filter(free).collect(), measures));
            }
        }
        if measures == 0 {
            return Ok(Fate::Stays(component));
        }
        match self.fallen(arena, &component)? {
            Some(rest) => Ok(Fate::Left(rest, measures.saturating_sub(1))),
            None => Ok(Fate::Stays(component)),
        }
    }

    /// The edges that are left when those that decrease a measure are taken away.
    fn fallen(&mut self, arena: &Arena, component: &[usize]) -> Limited<Option<Vec<usize>>> {
        for number in 0..self.given.len() {
            let measure = self.given[number].clone();
            if let Some(rest) = self.without(arena, component, &measure, Some(number))? {
                return Ok(Some(rest));
            }
        }
        let mut steps: Vec<usize> = component.iter().filter_map(|edge| arena.edges[*edge].step).collect();
        steps.sort_unstable();
        steps.dedup();
        match Measure::found(self.diagram, self.transitions, &steps, self.budget)? {
            Some(measure) => self.without(arena, component, &measure, None),
            None => Ok(None),
        }
    }

    /// The component without the edges along which the measure falls, if it grows along none and falls along some.
    fn without(
        &mut self,
        arena: &Arena,
        component: &[usize],
        measure: &Measure,
        number: Option<usize>,
    ) -> Limited<Option<Vec<usize>>> {
        let mut rest = Vec::new();
        for place in component {
            let Some(step) = arena.edges[*place].step else {
                rest.push(*place);
                continue;
            };
            let known = number.and_then(|number| self.known.get(&(number, step)).copied());
            let course = match known {
                Some(course) => course,
                None => measure.course(self.diagram, self.probe, &self.diagram.edges[step])?,
            };
            if let Some(number) = number {
                self.known.insert((number, step), course);
            }
            match course {
                Course::Falls => {}
                Course::Stays => rest.push(*place),
                Course::Grows => return Ok(None),
            }
        }
        if rest.len() == component.len() {
            return Ok(None);
        }
        if !self.used.contains(&measure.text) {
            self.used.push(measure.text.clone());
        }
        Ok(Some(rest))
    }
}

/// What becomes of a component.
enum Fate {
    /// No run stays in it.
    Gone,
    /// A run that stays in it stays among these edges; so many measures may still be used.
    Left(Vec<usize>, usize),
    /// A run may stay in it.
    Stays(Vec<usize>),
}

/// Whether an edge of the component, or a node that one leaves, may count.
fn counts(arena: &Arena, component: &[usize], condition: &Counting) -> bool {
    component.iter().any(|edge| {
        let edge = &arena.edges[*edge];
        // A finite run is fair.
        edge.step.is_none_or(|step| condition.edges[step] || condition.nodes[arena.nodes[edge.from as usize]])
    })
}

/// The strongly connected components of some edges that have edges, each by its edges.
pub(crate) fn components(arena: &Arena, edges: &[usize]) -> Vec<Vec<usize>> {
    let count = arena.nodes.len();
    let mut leaving: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut roots = Vec::new();
    for edge in edges {
        let edge = &arena.edges[*edge];
        leaving[edge.from as usize].push(edge.to);
        roots.push(edge.from);
    }
    let mut component_of = vec![u32::MAX; count];
    let mut number = 0_u32;
    graphs::components(
        count,
        roots,
        |node| leaving[node as usize].iter().copied(),
        |component| {
            component.iter().for_each(|node| component_of[*node as usize] = number);
            number = number.saturating_add(1);
        },
    );
    let mut found: Vec<Vec<usize>> = vec![Vec::new(); number as usize];
    for place in edges {
        let edge = &arena.edges[*place];
        let own = component_of[edge.from as usize];
        if own == component_of[edge.to as usize] {
            found[own as usize].push(*place);
        }
    }
    found.retain(|component| !component.is_empty());
    found
}
