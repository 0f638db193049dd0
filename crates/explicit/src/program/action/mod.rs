//! What transitions do to the variables, in full generality.
//!
//! A block runs its steps one after the other. One step has four phases, in the order that the language fixes:
//!
//! 1. the conditions of `choose` and `if` are decided, those of nested first steps included ([`select`]);
//! 2. right-hand sides, places and sets are read, from the left ([`prepare`]);
//! 3. nested blocks are completed, writes are merged, relations are solved ([`complete`], [`relate`]);
//! 4. assertions are checked in the state in which the step began ([`complete`]).
//!
//! Each phase may branch, so results are lists. Faults and obstacles are noted in the [`Runner`] and end only
//! the branch in which they are met. Most actions of real models need none of this: they are straight lines of
//! assignments ([`straighten`]), and are run on packed states without ever coming here. Those that branch too often for that,
//! but have one result only, are run in place (`single`).

mod compile;
mod complete;
mod fixed;
mod prepare;
mod relate;
mod select;
mod single;
mod straight;

pub(crate) use fixed::{FixedRelations, Solved};
pub(crate) use single::{NoResult, SingleRoom, SingleRun};
pub(crate) use straight::{Stage, Way, straighten};

use crate::code::{Code, Compiler, Target, Trap};
use crate::value::Domain;
use relate::Relations;
use std::collections::BTreeSet;
use system::Obstacle;

/// Steps, one after the other.
#[derive(Debug)]
pub(crate) struct Block {
    pub steps: Vec<Step>,
}

/// Statements that happen all at once.
#[derive(Debug)]
pub(crate) struct Step {
    pub statements: Vec<Statement>,
    /// The relations and `any`s among the statements, nested ones not included.
    pub relations: Option<Relations>,
}

/// One statement.
#[derive(Debug)]
pub(crate) enum Statement {
    /// The variable gets the value, which must lie in its domain: this one, or that of the variable which is meant.
    Assign { target: Target, value: Code, domain: Option<Domain> },
    /// The variable gets any value of the set or of its type, of which the domain is known or not, as above.
    Any { target: Target, set: Option<SetCode>, domain: Option<Domain> },
    /// One branch is taken.
    Choose(Vec<Branch>),
    /// One of two branches is taken; an absent one does nothing.
    If { condition: Code, then: Branch, otherwise: Option<Branch> },
    /// A fault if the condition is false.
    Assert(Code),
    /// Nothing by itself; relations are solved together.
    Skip,
}

/// A block that may be blocked.
#[derive(Debug)]
pub(crate) struct Branch {
    pub guard: Option<Code>,
    pub body: Block,
}

/// The set of an `any`.
#[derive(Debug, Clone)]
pub(crate) enum SetCode {
    Range(Code, Code),
    Members(Vec<Code>),
}

/// The new values of the variables that were written or released, by number.
pub(crate) type Writes = Vec<(u32, i64)>;

/// Runs blocks, and remembers what went wrong on the way.
pub(crate) struct Runner<'a> {
    pub compiler: Compiler<'a>,
    pub domains: &'a [Domain],
    /// Whether something faulted.
    pub faulted: bool,
    /// Why not all results could be listed.
    pub obstacle: Option<Obstacle>,
}

impl SetCode {
    /// Adds the variables that it may read.
    pub fn variables(&self, found: &mut BTreeSet<u32>) {
        match self {
            SetCode::Range(low, high) => [low, high].into_iter().for_each(|code| code.variables(found)),
            SetCode::Members(members) => members.iter().for_each(|code| code.variables(found)),
        }
    }
}

impl<'a> Runner<'a> {
    /// A runner that has met nothing yet.
    pub fn new(compiler: Compiler<'a>, domains: &'a [Domain]) -> Self {
        Runner { compiler, domains, faulted: false, obstacle: None }
    }

    /// Notes why an evaluation has no value.
    pub fn note(&mut self, trap: Trap) {
        match trap.overflow_span() {
            Some(span) => self.meet(Obstacle::Overflow { span }),
            None => self.faulted = true,
        }
    }

    fn meet(&mut self, obstacle: Obstacle) {
        self.obstacle.get_or_insert(obstacle);
    }
}

/// The state with these variables changed.
pub(crate) fn apply(state: &[i64], writes: &Writes) -> Vec<i64> {
    let mut next = state.to_vec();
    for (variable, value) in writes {
        next[*variable as usize] = *value;
    }
    next
}

/// What was written before, changed by what was written after it.
fn followed_by(first: &Writes, then: &Writes) -> Writes {
    let mut all: Writes =
        first.iter().filter(|(v, _)| then.binary_search_by_key(v, |w| w.0).is_err()).copied().collect();
    all.extend(then);
    all.sort_unstable();
    all
}
