//! Small binary decision diagrams, for the guards of edges and for the sets of edges that reductions compare.
//!
//! # The algorithm
//!
//! A diagram is a number in a table of nodes (variable, low, high), reduced and shared: equal functions have equal
//! numbers. The first variables are the propositions; translation and reductions use the variables behind them for
//! their own purposes, so that cutting a diagram off below the propositions splits the alphabet into classes of
//! letters that are treated alike ([`Table::classes`]). Nothing is ever freed: a table lives as long as one
//! automaton, and [`Table::import`] leaves garbage behind.
//!
//! [`Table::cover`] writes a function as a disjunction of cubes, none of which can be left out or shortened.
//!
//! # Reference
//!
//! Bryant: *Graph-Based Algorithms for Boolean Function Manipulation*, IEEE Transactions on Computers 35(8), 1986,
//! doi:10.1109/TC.1986.1676819. Minato: *Fast Generation of Prime-Irredundant Covers from Binary Decision
//! Diagrams*, IEICE Transactions E76-A(6), 1993.
//!
//! # Assumes and guarantees
//!
//! Every operation counts the nodes it visits and is refused beyond the steps granted to the table. Recursion is as
//! deep as there are variables, which [`MOST_VARIABLES`] bounds.

mod cover;
mod operations;
mod split;

pub use cover::Cube;

use crate::hashing::FastMap;
use crate::limits::{Ending, Limits, Refusable, Refusal};

/// A Boolean function: its number in the table that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Diagram(u32);

/// The number of a variable.
pub(crate) type Variable = u32;

/// The most variables that a table takes; recursion is at most this deep.
pub(crate) const MOST_VARIABLES: Variable = 2_000;

/// The variable of the constants, behind all others.
const NONE: Variable = Variable::MAX;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Branch {
    variable: Variable,
    low: Diagram,
    high: Diagram,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Operation {
    And(Diagram, Diagram),
    Not(Diagram),
}

/// The steps between two looks whether work is to end, a few milliseconds at the most.
const BETWEEN: u64 = 1 << 8;

/// A table of diagrams.
#[derive(Debug, Clone)]
pub struct Table {
    branches: Vec<Branch>,
    unique: FastMap<Branch, Diagram>,
    results: FastMap<Operation, Diagram>,
    steps_left: u64,
    ending: Ending,
}

impl Table {
    /// The function that is false everywhere.
    pub const FALSE: Diagram = Diagram(0);
    /// The function that is true everywhere.
    pub const TRUE: Diagram = Diagram(1);

    /// A table of the constants, which may take so many steps.
    pub(crate) fn new(steps: u64) -> Self {
        let constant = |value| Branch { variable: NONE, low: value, high: value };
        Table {
            branches: vec![constant(Table::FALSE), constant(Table::TRUE)],
            unique: FastMap::default(),
            results: FastMap::default(),
            steps_left: steps,
            ending: Ending::default(),
        }
    }

    /// The same, which refuses more work when it is to end.
    pub(crate) fn within(limits: &Limits) -> Self {
        Table { ending: limits.ending.clone(), ..Table::new(limits.steps) }
    }

    /// From now on, this says when work is to end.
    pub(crate) fn listen(&mut self, ending: Ending) {
        self.ending = ending;
    }

    /// What says when work is to end.
    pub(crate) fn ending(&self) -> Ending {
        self.ending.clone()
    }

    /// Grants so many steps from now on.
    pub(crate) fn grant(&mut self, steps: u64) {
        self.steps_left = steps;
    }

    /// Counts one step.
    pub(crate) fn step(&mut self) -> Refusable<()> {
        self.steps_left = self.steps_left.checked_sub(1).ok_or(Refusal::TooManySteps)?;
        match self.steps_left.is_multiple_of(BETWEEN) && self.ending.has_come() {
            true => Err(Refusal::Ended),
            false => Ok(()),
        }
    }

    /// The value of a function where exactly the propositions in `letter` are true: proposition `p` is bit `p % 64`
    /// of word `p / 64`, and is false where there is no such word.
    #[inline]
    pub fn holds(&self, diagram: Diagram, letter: &[u64]) -> bool {
        let mut at = diagram;
        while at.0 > 1 {
            let branch = self.branches[at.0 as usize];
            let word = letter.get(branch.variable as usize / 64).copied().unwrap_or(0);
            at = if word >> (branch.variable % 64) & 1 == 1 { branch.high } else { branch.low };
        }
        at == Table::TRUE
    }

    /// The function that is true where the variable has this value.
    pub(crate) fn literal(&mut self, variable: Variable, positive: bool) -> Refusable<Diagram> {
        let (low, high) = if positive { (Table::FALSE, Table::TRUE) } else { (Table::TRUE, Table::FALSE) };
        self.branch(variable, low, high)
    }

    fn variable(&self, diagram: Diagram) -> Variable {
        self.branches[diagram.0 as usize].variable
    }

    /// The two functions for the two values of a variable that is not behind the topmost one.
    fn cofactors(&self, diagram: Diagram, variable: Variable) -> (Diagram, Diagram) {
        let branch = self.branches[diagram.0 as usize];
        if branch.variable == variable { (branch.low, branch.high) } else { (diagram, diagram) }
    }

    fn branch(&mut self, variable: Variable, low: Diagram, high: Diagram) -> Refusable<Diagram> {
        if low == high {
            return Ok(low);
        }
        if variable >= MOST_VARIABLES {
            return Err(Refusal::TooManySteps);
        }
        let branch = Branch { variable, low, high };
        if let Some(&known) = self.unique.get(&branch) {
            return Ok(known);
        }
        self.step()?;
        let diagram = Diagram(u32::try_from(self.branches.len()).map_err(|_| Refusal::TooManySteps)?);
        self.branches.push(branch);
        self.unique.insert(branch, diagram);
        Ok(diagram)
    }
}
