//! Transitions that can be taken on packed states directly.
//!
//! Most transitions of real models test a few variables for constants and assign a few variables. Each way
//! through such a transition becomes a [`Rule`] over the bits of the packed state: tests for constants are
//! merged into one masked comparison for each word, a [`Cube`]; assignments of constants into one masked
//! replacement, a [`Patch`]; copies of variables, such as those of a queue that shifts, into one masked shift,
//! a [`FieldMove`]; what is left is code. Where a state is one word and there are but a comparison and a replacement,
//! the rule is a [`Swap`], as for a philosopher who takes a fork. A rule whose code would be gone if one variable
//! were known is a rule for each value of that variable ([`split`]).
//!
//! Tests may be moved forward into cubes only over tests that cannot fault, since a guard that faults is a
//! fault even where a later part of it is false. Everything that does not fit this form is fired the general
//! way.

mod build;
mod split;

pub(crate) use build::rules;
pub(crate) use split::Split;

use crate::code::{Code, Target};
use crate::program::action::FixedRelations;
use crate::states::layout::Field;
use crate::states::packed::{Condition, Cube};
use crate::value::Domain;
use std::collections::BTreeSet;
use std::sync::Arc;

/// One way through a transition, on packed states of one layout.
#[derive(Debug)]
pub(crate) enum Rule {
    /// The transition is fired the general way.
    General,
    /// It compares and replaces bits of the only word.
    Swap(Swap),
    /// It tests and replaces bits, and computes values.
    Direct(Box<Direct>),
    /// It does so and then solves relations.
    Solving(Box<Solving>),
    /// What it does depends on the value of a variable.
    Split(Box<Split>),
}

/// A comparison and a replacement of bits of one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Swap {
    pub mask: u64,
    pub value: u64,
    pub keep: u64,
    pub set: u64,
}

/// Tests, then stages of computations, then replacements.
#[derive(Debug)]
pub(crate) struct Direct {
    pub cubes: Vec<Cube>,
    pub test: Condition,
    pub stages: Vec<BoundStage>,
    pub moves: Vec<FieldMove>,
    pub patches: Vec<Patch>,
}

/// Tests, computations and replacements, then relations to solve, then assertions.
#[derive(Debug)]
pub(crate) struct Solving {
    /// All but the relations; of the assertions none is left here.
    pub direct: Direct,
    pub relations: Arc<FixedRelations>,
    /// The variables that are sought, with their fields.
    pub fields: Vec<(u32, Field)>,
    pub asserts: Vec<Code>,
}

/// Certain bits of a word get certain values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Patch {
    pub word: u32,
    pub mask: u64,
    pub value: u64,
}

/// Certain bits of an old word are moved to other places: fields of one width get each other's old values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FieldMove {
    pub from: u32,
    pub to: u32,
    /// The bits that are moved, where they were.
    pub taken: u64,
    /// The bits that are replaced.
    pub covered: u64,
    /// By how much they are moved up; down if negative.
    pub by: i32,
}

impl FieldMove {
    /// Moves the bits of the old words into the new ones.
    #[inline]
    pub fn apply(&self, old: &[u64], new: &mut [u64]) {
        let bits = old[self.from as usize] & self.taken;
        let moved = if self.by >= 0 { bits << self.by } else { bits >> -self.by };
        let word = &mut new[self.to as usize];
        *word = (*word & !self.covered) | moved;
    }
}

/// A stage of a straight line, with the fields of what it writes.
#[derive(Debug, Default)]
pub(crate) struct BoundStage {
    /// Conditions on the values that the stage begins with; the first stage's are in the rule's test.
    pub tests: Vec<Code>,
    pub assignments: Vec<Assignment>,
    pub definitions: Vec<Assignment>,
    pub asserts: Vec<Code>,
}

/// A variable gets a computed value.
#[derive(Debug)]
pub(crate) struct Assignment {
    pub target: Target,
    /// The field of the target, if it is fixed.
    pub field: Field,
    pub value: Code,
    pub domain: Domain,
}

impl BoundStage {
    fn is_empty(&self) -> bool {
        let BoundStage { tests, assignments, definitions, asserts } = self;
        tests.is_empty() && assignments.is_empty() && definitions.is_empty() && asserts.is_empty()
    }
}

impl Solving {
    /// Adds the variables whose values the rule reads.
    pub fn variables(&self, found: &mut BTreeSet<u32>) {
        self.direct.variables(found);
        self.relations.sets().for_each(|set| set.variables(found));
        self.relations.plan().variables(found);
        self.asserts.iter().for_each(|code| code.variables(found));
    }
}

impl Direct {
    /// Adds the variables whose values the rule reads.
    pub fn variables(&self, found: &mut BTreeSet<u32>) {
        self.test.variables(found);
        for stage in &self.stages {
            stage.tests.iter().chain(&stage.asserts).for_each(|code| code.variables(found));
            for assignment in stage.assignments.iter().chain(&stage.definitions) {
                assignment.value.variables(found);
                if let Target::Selected(address) = &assignment.target {
                    address.variables(found);
                }
            }
        }
    }
}
