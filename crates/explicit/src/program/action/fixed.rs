//! Relations and `any`s whose unknowns are the same in every state, so that one plan serves them all.

use super::SetCode;
use super::prepare::chosen_set;
use super::relate::{MOST_SOLUTIONS, MOST_STEPS, Relations};
use crate::code::{Compiler, Target, Trap, Values};
use crate::program::solve::{
    Board, ChosenSet, Plan, STEPS_BETWEEN_CALLS, Scope, Unknown, make_plan, run_plan,
};
use crate::value::Domain;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use system::{Expr, Obstacle};

/// Relations with their unknowns and a plan to solve them.
#[derive(Debug)]
pub(crate) struct FixedRelations {
    unknowns: Vec<Unknown>,
    /// The sets that unknowns range over, by position.
    sets: Vec<Option<SetCode>>,
    plan: Plan,
    /// What to say if the solutions cannot be listed.
    unlisted: Obstacle,
}

/// What came of solving relations, beside the solutions.
#[derive(Debug, Default)]
pub(crate) struct Solved {
    /// How many solutions there are.
    pub solutions: usize,
    /// Whether some new values fault.
    pub faulted: bool,
    /// Why not all solutions were found.
    pub obstacle: Option<Obstacle>,
}

impl FixedRelations {
    /// The relations and `any`s of a step, given with their targets and sets; nothing if the variables that
    /// they concern depend on the state, or if there are two `any`s for one of them.
    pub fn new(
        compiler: Compiler<'_>,
        relations: &Relations,
        anys: &[(&Target, Option<&SetCode>)],
    ) -> Option<Self> {
        let mut released: BTreeMap<u32, Option<SetCode>> = BTreeMap::new();
        for (target, set) in anys {
            let Target::Fixed(variable) = target else { return None };
            if released.insert(*variable, set.cloned()).is_some() {
                return None;
            }
        }
        for prime in relations.primes() {
            let Target::Fixed(variable) = prime else { return None };
            released.entry(*variable).or_insert(None);
        }
        let system = compiler.system;
        let unknown = |(variable, set): (&u32, &Option<SetCode>)| Unknown {
            variable: *variable,
            domain: Domain::of(system, system.variables[*variable as usize].ty),
            from_set: set.is_some(),
        };
        let unknowns: Vec<Unknown> = released.iter().map(unknown).collect();
        // No place depends on the old state, so any will do.
        let scope = Scope::new(compiler, Some(&[]), unknowns);
        let constraints: Vec<&Expr> = relations.constraints().iter().collect();
        let plan = make_plan(&scope, &constraints).ok()?;
        let name = |unknown: &Unknown| system.variables[unknown.variable as usize].name.clone();
        let variables = scope.unknowns.iter().map(name).collect();
        let unlisted = Obstacle::TooMany { variables, span: Some(relations.span()) };
        Some(FixedRelations {
            unknowns: scope.unknowns,
            sets: released.into_values().collect(),
            plan,
            unlisted,
        })
    }

    /// The variables whose new values are sought.
    pub fn unknowns(&self) -> &[Unknown] {
        &self.unknowns
    }

    /// The sets that some of them range over.
    pub fn sets(&self) -> impl Iterator<Item = &SetCode> {
        self.sets.iter().flatten()
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Finds all solutions. `cells` has room for every variable; `found` sees the new values in it.
    pub fn solve(
        &self,
        compiler: Compiler<'_>,
        values: &[i64],
        cells: &mut Vec<i64>,
        found: &mut dyn FnMut(&[i64]),
    ) -> Result<Solved, Trap> {
        let chosen = |set: &Option<SetCode>| set.as_ref().map(|set| chosen_set(set, Values::of(values)));
        let sets = self.sets.iter().map(|set| chosen(set).transpose());
        let sets = sets.collect::<Result<Vec<Option<ChosenSet>>, Trap>>()?;
        let mut board = Board::new(Some(values), std::mem::take(cells), &self.unknowns, &sets);
        let mut solved = Solved::default();
        let mut calls = 0;
        let end = run_plan(&self.plan, &mut board, &mut |cells, is_solution| {
            if !is_solution {
                calls += 1;
            } else if self.unknowns.iter().all(|u| u.domain.contains(cells[u.variable as usize])) {
                solved.solutions += 1;
                found(cells);
            } else {
                // Only a value from the set of an `any` can lie outside its type.
                solved.faulted = true;
            }
            let is_too_long = solved.solutions > MOST_SOLUTIONS || calls > MOST_STEPS / STEPS_BETWEEN_CALLS;
            if is_too_long { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        solved.faulted |= board.faulted;
        let overflow = board.overflow.and_then(Trap::overflow_span).map(|span| Obstacle::Overflow { span });
        let name = |variable: &u32| compiler.system.variables[*variable as usize].name.clone();
        let unbounded: Vec<String> = board.unbounded.iter().map(name).collect();
        *cells = board.cells;
        solved.obstacle = match (&self.unlisted, end) {
            (Obstacle::TooMany { span, .. }, _) if !unbounded.is_empty() => {
                Some(Obstacle::Infinite { variables: unbounded, span: *span })
            }
            (unlisted, ControlFlow::Break(())) => Some(unlisted.clone()),
            _ => overflow,
        };
        Ok(solved)
    }
}
