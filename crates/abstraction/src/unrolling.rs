//! Bounded search and k-induction: the steps of a system written out one after the other for a solver.
//!
//! A path of some length to a bad state is looked for from the initial states; and if none of that many states in a row is bad, whether
//! the next one can be, wherever the first one is. If there is no path, and no such next state, no bad state is ever reached.
//!
//! # Reference
//! Biere, Cimatti, Clarke, Zhu: *Symbolic Model Checking without BDDs*, TACAS 1999, doi:10.1007/3-540-49059-0_14; Sheeran, Singh,
//! Stålmarck: *Checking Safety Properties Using Induction and a SAT-Solver*, FMCAD 2000, doi:10.1007/3-540-40922-X_8.

use crate::instant::Instant;
use crate::transitions::Transitions;
use crate::translation::Translation;
use budget::Budget;
use satisfiability::{Literal, Solver, Stopped};
use state_sets::{Formula, Halt, Limited, Point};
use system::TransitionId;

/// A path to a bad state: its states, and the moves between them.
#[derive(Debug, Clone)]
pub(crate) struct Route {
    /// The states.
    pub points: Vec<Point>,
    /// The moves between them.
    pub moves: Vec<usize>,
    /// The transition that faults in the last state, if faults are asked about.
    pub fault: Option<TransitionId>,
}

/// Steps one after the other.
pub(crate) struct Unrolling<'t, 's> {
    transitions: &'t Transitions<'s>,
    budget: &'t Budget<'t>,
    solver: Solver,
    instants: Vec<Instant>,
    /// Under this literal the first instant is an initial state.
    initial: Literal,
    /// Whether each instant is a bad state.
    bad: Vec<Literal>,
    /// Whether each instant but the last leads to the next one.
    steps: Vec<Literal>,
    moves: Vec<Vec<Literal>>,
    /// How many lengths are known to lead to no bad state.
    explored: usize,
}

impl<'t, 's> Unrolling<'t, 's> {
    /// No step yet.
    pub fn new(transitions: &'t Transitions<'s>, budget: &'t Budget<'t>) -> Limited<Self> {
        let mut solver = Solver::new();
        let first = Instant::new(&mut solver, transitions.space())?;
        transitions.assume_known(&mut solver, &first)?;
        let initial = transitions.initial(&mut solver, &first)?;
        let bad = vec![transitions.is_bad(&mut solver, &first)?];
        let (instants, steps, moves) = (vec![first], Vec::new(), Vec::new());
        Ok(Unrolling { transitions, budget, solver, instants, initial, bad, steps, moves, explored: 0 })
    }

    /// How many lengths are known to lead to no bad state.
    pub fn explored(&self) -> usize {
        self.explored
    }

    /// Whether the system has an initial state.
    pub fn has_initial_state(&mut self) -> Limited<bool> {
        let initial = self.initial;
        self.solve(&[initial])
    }

    /// A shortest path to a bad state, if there is one of at most this length.
    pub fn route(&mut self, most: usize) -> Limited<Option<Route>> {
        while self.explored <= most {
            let length = self.explored;
            self.extend(length)?;
            let mut asked = vec![self.initial, self.bad[length]];
            asked.extend(&self.steps[..length]);
            if self.solve(&asked)? {
                return Ok(Some(self.found(length)?));
            }
            self.explored += 1;
        }
        Ok(None)
    }

    /// Whether a bad state never comes after that many others in a row that are not; nothing is said if there are fewer states that
    /// are known not to be bad from the start.
    pub fn is_inductive(&mut self, length: usize) -> Limited<bool> {
        if self.explored < length {
            return Ok(false);
        }
        self.extend(length)?;
        let mut asked: Vec<Literal> = self.bad[..length].iter().map(|bad| !*bad).collect();
        asked.push(self.bad[length]);
        asked.extend(&self.steps[..length]);
        Ok(!self.solve(&asked)?)
    }

    fn extend(&mut self, length: usize) -> Limited<()> {
        while self.steps.len() < length {
            // A system without moves takes no work, and must not be asked for ever.
            self.budget.spend(1).map_err(Halt::spent)?;
            let next = Instant::new(&mut self.solver, self.transitions.space())?;
            self.transitions.assume_known(&mut self.solver, &next)?;
            let now = &self.instants[self.instants.len() - 1];
            let moves = self.transitions.moves(&mut self.solver, now, &next, self.budget)?;
            self.steps.push(self.solver.or(&moves));
            self.bad.push(self.transitions.is_bad(&mut self.solver, &next)?);
            self.moves.push(moves);
            self.instants.push(next);
        }
        Ok(())
    }

    fn found(&mut self, length: usize) -> Limited<Route> {
        let points = self.instants[..=length].iter().map(|instant| instant.point(&self.solver)).collect();
        let taken = |moves: &Vec<Literal>| {
            let found = moves.iter().position(|one| self.solver.value(*one));
            found.ok_or_else(|| Halt::Unsupported("a step has no move".into()))
        };
        let moves = self.moves[..length].iter().map(taken).collect::<Limited<_>>()?;
        let mut route = Route { points, moves, fault: None };
        if !self.transitions.faults().is_empty() {
            route.fault = Some(self.faulting(length, &route.points[length])?);
        }
        Ok(route)
    }

    /// The transition that faults in the last state.
    fn faulting(&mut self, length: usize, point: &Point) -> Limited<TransitionId> {
        let here = exactly(self.transitions, point);
        let instant = self.instants[length].clone();
        let here = Translation::state(&mut self.solver, &instant).possible(&here)?;
        for (transition, states) in self.transitions.faults() {
            let faults = Translation::state(&mut self.solver, &instant).possible(states)?;
            if self.solve(&[here, faults])? {
                return Ok(*transition);
            }
        }
        Err(Halt::Unsupported("no transition is found that faults in the last state".into()))
    }

    fn solve(&mut self, asked: &[Literal]) -> Limited<bool> {
        self.solver.solve(asked, self.budget).map_err(halted)
    }
}

/// Why a solver stopped, as engines say it.
pub(crate) fn halted(stopped: Stopped) -> Halt {
    match stopped {
        Stopped::Budget => Halt::Interrupted,
        other => Halt::Unsupported(other.to_string()),
    }
}

/// The formula of one state.
pub(crate) fn exactly(transitions: &Transitions<'_>, point: &Point) -> Formula {
    use state_sets::{Cell, Kind, Linear};
    let space = transitions.space();
    Formula::all(space.all().map(|variable| {
        let value = point.value(variable);
        match space.kind(variable) {
            Kind::Finite { .. } => Formula::is(Cell::now(variable), u64::try_from(value).unwrap_or(u64::MAX)),
            Kind::Integer { .. } => {
                let difference = Linear::cell(Cell::now(variable)).minus(&Linear::constant(value));
                difference.map_or_else(Formula::falsity, Formula::zero)
            }
        }
    }))
}
