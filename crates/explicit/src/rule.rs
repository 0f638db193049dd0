//! Transitions that can be taken on packed states directly.
//!
//! Most transitions of real models test a few variables for constants and assign a few variables. Such a
//! transition becomes a [`Rule`] over the bits of the packed state: tests for constants are merged into one
//! masked comparison for each word, a [`Cube`]; assignments of constants into one masked replacement, a
//! [`Patch`]; what is left is code. Where a state is one word and there is nothing left, the rule is a
//! [`Swap`]: a philosopher who takes a fork is one comparison and one replacement.
//!
//! Tests may be moved forward into cubes only over tests that cannot fault, since a guard that faults is a
//! fault even where a later part of it is false. Everything that does not fit this form is fired the general
//! way.

use crate::action::Statement;
use crate::code::{Code, Target};
use crate::layout::{Field, Layout};
use crate::packed::{Condition, Cube};
use crate::program::{Conjunct, EdgeCode, Program};
use crate::value::Domain;
use std::collections::BTreeSet;
use system::{Comparison, Movement, Operation, Transition};

/// A transition on packed states of one layout.
#[derive(Debug)]
pub(crate) enum Rule {
    /// It is fired the general way.
    General,
    /// No state of this layout enables it.
    Never,
    /// It compares and replaces bits of the only word.
    Swap(Swap),
    /// It tests and replaces bits, and computes values.
    Direct(Direct),
}

/// A comparison and a replacement of bits of one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Swap {
    pub mask: u64,
    pub value: u64,
    pub keep: u64,
    pub set: u64,
}

/// Tests and replacements. All cubes must match; the tests follow, in order.
#[derive(Debug, Default)]
pub(crate) struct Direct {
    pub cubes: Vec<Cube>,
    pub tests: Vec<Condition>,
    pub patches: Vec<Patch>,
    pub assignments: Vec<Assignment>,
    pub asserts: Vec<Condition>,
}

/// Certain bits of a word get certain values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Patch {
    pub word: u32,
    pub mask: u64,
    pub value: u64,
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

impl Rule {
    /// The rule for a transition.
    pub fn new(program: &Program<'_>, layout: &Layout, transition: &Transition) -> Rule {
        let mut edges = vec![&program.edges[transition.sender.index()]];
        for receiver in &transition.receivers {
            if !receiver.required {
                return Rule::General;
            }
            edges.push(&program.edges[receiver.edge.index()]);
        }
        let mut builder = Builder { layout, direct: Direct::default(), is_never: false, may_hoist: true };
        builder.locations(&edges);
        edges.iter().for_each(|edge| builder.guard(&edge.guard));
        if builder.effects(program, &edges).is_none() {
            return Rule::General;
        }
        if builder.is_never { Rule::Never } else { builder.direct.simplified(layout) }
    }
}

impl Direct {
    fn simplified(self, layout: &Layout) -> Rule {
        let is_plain = self.tests.is_empty() && self.assignments.is_empty() && self.asserts.is_empty();
        if layout.words() > 1 || !is_plain {
            return Rule::Direct(self);
        }
        let (mask, value) = self.cubes.first().map_or((0, 0), |cube| (cube.mask, cube.value));
        let (keep, set) = self.patches.first().map_or((u64::MAX, 0), |patch| (!patch.mask, patch.value));
        Rule::Swap(Swap { mask, value, keep, set })
    }

    /// Adds the variables whose values the rule reads.
    pub fn variables(&self, found: &mut BTreeSet<u32>) {
        self.tests.iter().chain(&self.asserts).for_each(|condition| condition.variables(found));
        for assignment in &self.assignments {
            assignment.value.variables(found);
            if let Target::Selected(address) = &assignment.target {
                address.variables(found);
            }
        }
    }
}

struct Builder<'a> {
    layout: &'a Layout,
    direct: Direct,
    is_never: bool,
    /// Whether no test so far can fault.
    may_hoist: bool,
}

impl Builder<'_> {
    /// Being at a location is tested before any guard.
    fn locations(&mut self, edges: &[&EdgeCode]) {
        for (at, edge) in edges.iter().enumerate() {
            match edge.movement {
                Movement::None => {}
                Movement::Location { variable, from, .. } => self.require(variable.0, i64::from(from)),
                Movement::Counter { from, .. } => {
                    let earlier = edges[..at].iter().filter(|other| {
                        matches!(other.movement, Movement::Counter { from: same, .. } if same == from)
                    });
                    let needed = earlier.count() as i64 + 1;
                    let field = *self.layout.field(from.0);
                    self.direct.tests.push(Condition::Compare(Comparison::Ge, field, needed));
                }
            }
        }
    }

    fn guard(&mut self, guard: &[Conjunct]) {
        for conjunct in guard {
            match conjunct.code {
                Code::Is(variable, value) if self.may_hoist => self.require(variable, value),
                _ => self.direct.tests.push(Condition::new(&conjunct.code, self.layout)),
            }
            self.may_hoist &= !conjunct.can_fault;
        }
    }

    /// Requires the variable to have the value, by a cube.
    fn require(&mut self, variable: u32, value: i64) {
        let field = self.layout.field(variable);
        let Some(bits) = field.bits(value) else {
            self.is_never = true;
            return;
        };
        let (word, mask) = (field.word, field.cover());
        match self.direct.cubes.iter_mut().find(|cube| cube.word == word) {
            // The same variable cannot have two values.
            Some(cube) if (cube.value ^ bits) & cube.mask & mask != 0 => self.is_never = true,
            Some(cube) => {
                cube.mask |= mask;
                cube.value |= bits;
            }
            None => self.direct.cubes.push(Cube { word, mask, value: bits }),
        }
    }

    /// The effects; nothing if they are too complex. Only one of the edges may act, in one step of assignments
    /// that cannot write the same variable.
    fn effects(&mut self, program: &Program<'_>, edges: &[&EdgeCode]) -> Option<()> {
        let mut acting = edges.iter().filter(|edge| !edge.action.steps.is_empty());
        if let Some(edge) = acting.next() {
            let [step] = &edge.action.steps[..] else { return None };
            if step.relations.is_some() || acting.next().is_some() {
                return None;
            }
            let mut written = BTreeSet::new();
            for statement in &step.statements {
                self.statement(statement, &mut written)?;
            }
        }
        self.movements(program, edges)
    }

    fn statement(&mut self, statement: &Statement, written: &mut BTreeSet<u32>) -> Option<()> {
        match statement {
            Statement::Skip => Some(()),
            Statement::Assert(condition) => {
                self.direct.asserts.push(Condition::new(condition, self.layout));
                Some(())
            }
            Statement::Assign { target, value, domain } => {
                if !target.reach().into_iter().all(|variable| written.insert(variable)) {
                    return None;
                }
                match (target, value) {
                    (Target::Fixed(variable), Code::Constant(value)) => {
                        let field = self.layout.field(*variable);
                        let bits = field.bits(*value).filter(|_| domain.contains(*value))?;
                        self.patch(Patch { word: field.word, mask: field.cover(), value: bits });
                    }
                    _ => self.assign(target.clone(), value.clone(), *domain),
                }
                Some(())
            }
            _ => None,
        }
    }

    fn movements(&mut self, program: &Program<'_>, edges: &[&EdgeCode]) -> Option<()> {
        let mut counters: Vec<(u32, i64)> = Vec::new();
        for edge in edges {
            match edge.movement {
                Movement::None => {}
                Movement::Location { variable, from, to } => {
                    let field = self.layout.field(variable.0);
                    if from != to {
                        let value = field.bits(i64::from(to))?;
                        self.patch(Patch { word: field.word, mask: field.cover(), value });
                    }
                }
                Movement::Counter { from, to } => {
                    for (counter, by) in [(from.0, -1), (to.0, 1)] {
                        match counters.iter_mut().find(|(other, _)| *other == counter) {
                            Some((_, sum)) => *sum += by,
                            None => counters.push((counter, by)),
                        }
                    }
                }
            }
        }
        for (variable, by) in counters.into_iter().filter(|(_, by)| *by != 0) {
            let sum = [Code::Read(variable), Code::Constant(by)];
            let span = program.system().variables[variable as usize].span;
            let value = Code::Arithmetic(Operation::Add, Box::new(sum), span);
            self.assign(Target::Fixed(variable), value, program.domains[variable as usize]);
        }
        Some(())
    }

    fn assign(&mut self, target: Target, value: Code, domain: Domain) {
        let some = match &target {
            Target::Fixed(variable) => *variable,
            Target::Selected(address) => address.first,
        };
        let field = *self.layout.field(some);
        self.direct.assignments.push(Assignment { target, field, value, domain });
    }

    fn patch(&mut self, patch: Patch) {
        match self.direct.patches.iter_mut().find(|other| other.word == patch.word) {
            Some(other) => {
                // A later replacement of the same bits wins: locations change last.
                other.value = (other.value & !patch.mask) | patch.value;
                other.mask |= patch.mask;
            }
            None => self.direct.patches.push(patch),
        }
    }
}
