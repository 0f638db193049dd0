//! A system, compiled: the edges with their guards and actions, and the transitions that they make.
//!
//! What edges do are `action`s; what relations and initial conditions leave open is found by `solve`, for
//! initial states by `initial`.

pub(crate) mod action;
pub(crate) mod initial;
pub(crate) mod solve;

use crate::code::{Code, Compiler, Unsupported};
use crate::program::action::{Block, Way, straighten};
use crate::value::Domain;
use system::{Movement, System};

/// Everything that successors are computed from.
#[derive(Debug)]
pub(crate) struct Program<'s> {
    /// The system and its compiler.
    pub compiler: Compiler<'s>,
    /// The interval of each variable.
    pub domains: Vec<Domain>,
    /// The edges.
    pub edges: Vec<EdgeCode>,
}

/// A compiled edge.
#[derive(Debug)]
pub(crate) struct EdgeCode {
    /// What it moves.
    pub movement: Movement,
    /// The parts of its guard, to be evaluated from the left.
    pub guard: Vec<Code>,
    /// What it does.
    pub action: Block,
    /// Every way through the action as a straight line, if it can be straightened.
    pub ways: Option<Vec<Way>>,
    /// Whether the action has at most one result in each state.
    pub has_one_result: bool,
}

impl<'s> Program<'s> {
    /// Compiles the system, or says what in it is beyond this engine.
    pub fn compile(system: &'s System) -> Result<Self, Unsupported> {
        let compiler = Compiler { system };
        let domains = system.variables.iter().map(|variable| Domain::of(system, variable.ty)).collect();
        let edges = system.edges.iter().map(|edge| {
            let mut guard = Vec::new();
            conjuncts(compiler, &edge.guard, &mut guard)?;
            let action = Block::compile(compiler, &edge.action)?;
            let ways = straighten(compiler, &action);
            let has_one_result = action.has_one_result();
            Ok(EdgeCode { movement: edge.movement, guard, action, ways, has_one_result })
        });
        Ok(Program { compiler, domains, edges: edges.collect::<Result<_, _>>()? })
    }

    /// The system.
    pub fn system(&self) -> &'s System {
        self.compiler.system
    }
}

fn conjuncts(compiler: Compiler<'_>, expr: &system::Expr, found: &mut Vec<Code>) -> Result<(), Unsupported> {
    match &expr.kind {
        system::ExprKind::And(all) => all.iter().try_for_each(|part| conjuncts(compiler, part, found)),
        _ => {
            match compiler.expression(expr)? {
                Code::Constant(1) => {}
                code => found.push(code),
            }
            Ok(())
        }
    }
}
