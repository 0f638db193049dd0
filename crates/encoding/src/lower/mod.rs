//! From a system to formulas.
//!
//! Every expression becomes a formula or a number by cases, with the states in which it faults; every action is
//! executed symbolically over the state before the transition, and what comes out is a relation. Nothing is
//! enumerated but what is finite in the text: elements of arrays, instances, branches. Integers stay integers, so
//! the result is exact for unbounded variables as well.
//!
//! What is computed here are the model's numbers, which may be as large as the machine's: every operation on them is
//! checked, and a result that does not fit is an [`Unsupported`] expression, never another number.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

mod arithmetic;
mod cells;
mod conjunction;
mod environment;
mod error;
mod expression;
mod interval;
mod lowered;
mod number;
mod options;
mod outcome;
mod place;
mod prepared;
mod quantifier;
mod quantity;
mod repetition;
mod rewrite;
mod select;
mod solve;
mod space;
mod step;
mod transition;
mod unsupported;
mod ways;

pub use error::LoweringError;
pub use lowered::{Lowered, Move, guard};
pub use options::LowerOptions;
pub use prepared::{NOTE, Prepared};
pub use quantity::Quantity;
pub use unsupported::Unsupported;

use crate::Coding;
use budget::Budget;
pub(crate) use cells::Cells;
pub(crate) use conjunction::{all, both, either};
use environment::Scope;
use error::Lowering;
use interval::Interval;
use rewrite::numbered;
pub(crate) use rewrite::variables;
use state_sets::{Cell, Formula, Halt, Kind, Linear, Space, Step, Variable};
use std::cell::Cell as Work;
use std::collections::{BTreeMap, BTreeSet};
use system::{BoundId, Expr, System, VariableId};

/// The budget is spent from after so many parts of formulas, which are written in a few milliseconds.
const BEAT: usize = 1 << 10;

/// The system in the language of state sets, for one who asks alone; see [`Prepared::lowered`].
///
/// # Errors
/// If nothing can be said at all, or the budget ends the work.
pub fn lower(system: &System, options: &LowerOptions, budget: &Budget<'_>) -> Result<Lowered, LoweringError> {
    Prepared::new(system).lowered(options, budget)
}

/// The kinds of the system's variables.
pub fn kinds(system: &System, options: &LowerOptions) -> Vec<Kind> {
    let (space, _) = space::space(system, options.most_codes);
    space.variables.iter().map(|declaration| declaration.kind).collect()
}

/// The variables that moves use together.
pub(crate) fn coupled(moves: &[Move]) -> Vec<Vec<Variable>> {
    let coupled =
        |step: &Step| variables(&step.relation).into_iter().chain(step.changed.iter().copied()).collect();
    let steps = moves.iter().flat_map(Move::steps);
    let mut couplings: Vec<BTreeSet<Variable>> = steps.map(coupled).collect();
    couplings.dedup();
    couplings.into_iter().map(|group| group.into_iter().collect()).collect()
}

/// The initial states.
fn initial(lowerer: &mut Lowerer<'_>) -> Lowering<Formula> {
    if lowerer.system.variables.iter().any(space::is_empty) {
        return Ok(Formula::falsity());
    }
    let mut sum = Formula::truth();
    for condition in &lowerer.system.initial {
        sum = both(&sum, &lowerer.truth(condition, Scope::state())?.truth);
    }
    Ok(numbered(&sum))
}

/// The states in which a condition is true.
fn condition(system: &System, lowered: &Lowered, condition: &Expr, budget: &Budget<'_>) -> Lowering<Formula> {
    let mut lowerer = Lowerer::new(system, &lowered.space, &lowered.coding, &lowered.rigid, budget);
    Ok(numbered(&lowerer.truth(condition, Scope::state())?.truth))
}

/// The value of an integer expression.
fn value(system: &System, lowered: &Lowered, expr: &Expr, budget: &Budget<'_>) -> Lowering<Quantity> {
    let mut lowerer = Lowerer::new(system, &lowered.space, &lowered.coding, &lowered.rigid, budget);
    let number = lowerer.number(expr, Scope::state())?;
    let intervals = number.cases.iter().map(|case| lowerer.cells.interval(&case.term));
    let Interval { low, high } = intervals.reduce(Interval::hull).unwrap_or(Interval::ALL);
    Ok(Quantity { number, cells: lowerer.cells, low, high })
}

/// What is known while a system is lowered.
struct Lowerer<'s> {
    system: &'s System,
    coding: &'s Coding,
    cells: Cells,
    /// The values of rigid variables, and of those bound around the expression in work.
    bounds: BTreeMap<BoundId, Linear>,
    /// Where the transition in work faults.
    faults: Vec<Formula>,
    /// The most alternatives that are kept apart.
    most_moves: usize,
    /// The most atoms and connectives of a formula.
    largest: usize,
    /// Says whether work may go on.
    budget: &'s Budget<'s>,
    /// The parts of formulas that were written since the budget was last spent from.
    written: Work<usize>,
}

impl<'s> Lowerer<'s> {
    fn new(
        system: &'s System,
        space: &Space,
        coding: &'s Coding,
        rigid: &[(BoundId, Variable)],
        budget: &'s Budget<'s>,
    ) -> Self {
        let bounds = rigid.iter().map(|(bound, own)| (*bound, Linear::cell(Cell::now(*own)))).collect();
        let LowerOptions { most_moves, largest, .. } = LowerOptions::default();
        let (cells, faults, written) = (Cells::new(space), Vec::new(), Work::new(0));
        Lowerer { system, coding, cells, bounds, faults, most_moves, largest, budget, written }
    }

    /// Hears whether work may go on, when enough of it has been done since the last time.
    fn spend(&self, written: usize) -> Lowering<()> {
        let sum = self.written.get().saturating_add(written);
        if sum < BEAT {
            self.written.set(sum);
            return Ok(());
        }
        self.written.set(0);
        self.budget.spend(1).map_err(|refused| LoweringError::Interrupted(Halt::spent(refused)))
    }

    /// Locals with at most this many values become finite.
    fn most_codes(&self) -> i128 {
        1 << 16
    }

    /// The numbers that stand for the values of a variable.
    fn type_interval(&self, variable: VariableId) -> Interval {
        if space::is_empty(self.system.variable(variable)) {
            return Interval::new(0, -1);
        }
        let kind = self.cells.kind(Cell::now(self.coding.variable(variable)));
        let offset = self.coding.offset(variable);
        Interval::of(kind).plus(Interval::new(offset, offset))
    }
}
