//! Whether the system can follow a path of a diagram: with a solver, step by step; and predicates that exclude the path if it cannot.

use super::graph::{Diagram, Node};
use super::probe::{Probe, described};
use crate::implicant::{Constraint, Implicant, kept};
use crate::instant::Instant;
use crate::refinement::PathConstraints;
use crate::transitions::Transitions;
use crate::translation::Translation;
use crate::unrolling::halted;
use budget::Budget;
use satisfiability::{Literal, Solver};
use state_sets::{Cell, Formula, Halt, Kind, Limited, Linear, Point, Term};
use std::collections::HashMap;

/// A path of a diagram: its nodes, and the moves between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Walk {
    /// The nodes.
    pub nodes: Vec<usize>,
    /// The moves between them.
    pub moves: Vec<usize>,
    /// Whether no move is possible in the last state.
    pub is_maximal: bool,
}

/// Follows paths of one diagram.
pub(crate) struct Walker<'w, 's> {
    /// The diagram.
    pub diagram: &'w Diagram,
    /// The system.
    pub transitions: &'w Transitions<'s>,
    /// How much may be done.
    pub budget: &'w Budget<'w>,
}

impl Walker<'_, '_> {
    /// States of the system that follow the walk; if `back` is given, the last one is the same as the one there.
    pub fn states(&self, walk: &Walk, back: Option<usize>) -> Limited<Option<Vec<Point>>> {
        let mut solver = Solver::new();
        let (instants, mut asked) = self.written(&mut solver, walk)?;
        if let Some(first) = instants.first() {
            asked.push(self.transitions.initial(&mut solver, first)?);
        }
        if let (Some(back), Some(last)) = (back, instants.last()) {
            asked.push(self.transitions.same_state(&mut solver, &instants[back], last)?);
        }
        if let (true, Some(last)) = (walk.is_maximal, instants.last()) {
            asked.push(Translation::state(&mut solver, last).possible(&self.stuck())?);
        }
        let is_possible = solver.solve(&asked, self.budget).map_err(halted)?;
        Ok(is_possible.then(|| instants.iter().map(|instant| instant.point(&solver)).collect()))
    }

    /// A variable, perhaps with its sign changed, that is greater at the end of the walk than at its beginning, wherever that is.
    pub fn rising(&self, walk: &Walk) -> Limited<Option<Linear>> {
        let mut solver = Solver::new();
        let (instants, asked) = self.written(&mut solver, walk)?;
        let (Some(first), Some(last)) = (instants.first(), instants.last()) else { return Ok(None) };
        let space = self.transitions.space();
        for variable in space.all().filter(|variable| matches!(space.kind(*variable), Kind::Integer { .. })) {
            for sign in [1, -1] {
                let gain = Linear { terms: vec![(sign, Term::Cell(Cell::next(variable)))], constant: 0 };
                let Some(gain) =
                    gain.minus(&Linear { terms: vec![(sign, Term::Cell(Cell::now(variable)))], constant: 0 })
                else {
                    continue;
                };
                let falls = Formula::not_positive(gain);
                let falls = Translation::step(&mut solver, first, last).possible(&falls)?;
                let question: Vec<Literal> = asked.iter().copied().chain([falls]).collect();
                if !solver.solve(&question, self.budget).map_err(halted)? {
                    return Ok(Some(Linear {
                        terms: vec![(sign, Term::Cell(Cell::now(variable)))],
                        constant: 0,
                    }));
                }
            }
        }
        Ok(None)
    }

    /// The states of the walk as unknowns, and what must be true of them, wherever it begins.
    fn written(&self, solver: &mut Solver, walk: &Walk) -> Limited<(Vec<Instant>, Vec<Literal>)> {
        let mut asked: Vec<Literal> = Vec::new();
        let mut instants: Vec<Instant> = Vec::new();
        for (time, node) in walk.nodes.iter().enumerate() {
            let next = Instant::new(solver, self.transitions.space())?;
            self.transitions.assume_known(solver, &next)?;
            let here = self.described(*node);
            asked.push(Translation::state(solver, &next).possible(&here)?);
            if let Some(now) = instants.last() {
                let number = walk.moves[time.saturating_sub(1)];
                asked.push(self.transitions.one_move(solver, now, &next, number)?);
            }
            self.budget.spend(1).map_err(Halt::spent)?;
            instants.push(next);
        }
        Ok((instants, asked))
    }

    /// Predicates that exclude a walk which the system cannot follow.
    pub fn excluding(&self, walk: &Walk, probe: &mut Probe<'_, '_>) -> Limited<Vec<Formula>> {
        let node = |place: usize| -> &Node { &self.diagram.nodes[walk.nodes[place]] };
        let Some(start) = probe.start(node(0))? else { return Ok(Vec::new()) };
        let mut first = self.collected(&self.transitions.lowered.initial, 0, &start, &start);
        first.extend(self.collected(&self.described(walk.nodes[0]), 0, &start, &start));
        let mut steps = vec![first];
        for (time, number) in walk.moves.iter().enumerate() {
            let later = time.saturating_add(1);
            let Some((from, to)) = probe.step(node(time), *number, node(later))? else {
                return Ok(Vec::new());
            };
            let one = &self.transitions.lowered.moves[*number].step;
            let mut found = self.collected(&one.relation, time, &from, &to);
            found.extend(kept(self.transitions.space(), &one.changed, time));
            found.extend(self.collected(&self.described(walk.nodes[later]), later, &to, &to));
            steps.push(found);
        }
        steps.push(Vec::new());
        Ok(PathConstraints { steps }.predicates(self.transitions.space()))
    }

    /// The constraints that make a formula true at a step; bound variables are left to be anything.
    fn collected(&self, formula: &Formula, time: usize, now: &Point, next: &Point) -> Vec<Constraint> {
        let locals = HashMap::new();
        let (space, found) = (self.transitions.space(), Vec::new());
        let mut implicant = Implicant { space, time, now, next, locals: &locals, found, inputs: 0 };
        // What becomes too large, or speaks of bound variables, is left out: predicates need not be the best.
        let _ = implicant.collect(formula, true);
        implicant.found
    }

    fn described(&self, node: usize) -> Formula {
        described(&self.diagram.control, &self.diagram.nodes[node], &self.diagram.predicates)
    }

    fn stuck(&self) -> Formula {
        let guards = self.transitions.lowered.guards();
        Formula::all(guards.iter().map(|guard| crate::elimination::without_locals(guard).negated()))
    }
}
