//! The initial states: all that lie within their types and satisfy every initial condition.

use crate::code::{Compiler, Unsupported};
use crate::program::solve::{Board, ChosenSet, Plan, Scope, Unknown, make_plan, run_plan};
use crate::value::Domain;
use std::ops::ControlFlow;
use system::{Expr, Obstacle};

/// How to find the initial states of a system.
#[derive(Debug)]
pub(crate) struct InitialStates {
    unknowns: Vec<Unknown>,
    sets: Vec<Option<ChosenSet>>,
    plan: Plan,
}

impl InitialStates {
    /// Plans the search for the initial states.
    pub fn plan(compiler: Compiler<'_>, domains: &[Domain]) -> Result<Self, Unsupported> {
        let unknown = |(variable, domain): (usize, &Domain)| Unknown {
            variable: variable as u32,
            domain: *domain,
            from_set: false,
        };
        let unknowns: Vec<Unknown> = domains.iter().enumerate().map(unknown).collect();
        let scope = Scope::new(compiler, None, unknowns.clone());
        let conditions: Vec<&Expr> = compiler.system.initial.iter().collect();
        let plan = make_plan(&scope, &conditions)?;
        Ok(InitialStates { sets: vec![None; unknowns.len()], unknowns, plan })
    }

    /// Finds them all. `found` is called every few steps, with `true` for an initial state, possibly more
    /// than once for the same one, and may end the search. Returns why not all could be listed.
    pub fn list(
        &self,
        compiler: Compiler<'_>,
        found: &mut dyn FnMut(&[i64], bool) -> ControlFlow<()>,
    ) -> Option<Obstacle> {
        let mut board = Board::new(None, vec![0; self.unknowns.len()], &self.unknowns, &self.sets);
        let _ = run_plan(&self.plan, &mut board, found);
        if !board.unbounded.is_empty() {
            let name = |variable: &u32| compiler.system.variables[*variable as usize].name.clone();
            let variables = board.unbounded.iter().map(name).collect();
            return Some(Obstacle::Infinite { variables, span: None });
        }
        let span = board.overflow.and_then(|trap| trap.overflow_span())?;
        Some(Obstacle::Overflow { span })
    }
}
