//! The cone of influence of a property: the variables and transitions that can matter to it.
//!
//! A variable matters if the property reads it, or if it decides what a transition that matters does to one that matters:
//! whether it is enabled, whether it faults or blocks, which branch it takes, which value it writes. Initial conditions tie the
//! variables that they mention together.
//!
//! Which transitions matter depends on what is asked.
//!
//! * A question about *reachable states* (`invariant`, `reachable`, `bound`) does not see steps that change nothing of the cone: they can
//!   be left out, and the reachable states, seen through the variables of the cone, are the same.
//! * `no_faults` needs, beside these, all transitions that may fault.
//! * A question about *paths* (`ctl`, `ltl`), and `deadlock_free`, sees every transition: one that changes nothing of the cone may still keep
//!   a path going for ever, move a process that fairness is about, or be the only way on. Here every transition stays, and all
//!   that decides whether it is possible; only variables whose values nobody ever needs are left out. The system without them is
//!   bisimilar to the whole.
//!
//! An assignment to a variable that does not matter is left out only if it cannot fault, so that it does not decide whether its transition is
//! taken: its place is fixed, its value cannot fault and fits the type, and nothing else of the same step writes the variable.
//!
//! # Reference
//! Clarke, Grumberg, Peled: *Model Checking*, MIT Press 1999, section 13.1. Departures: faults, blocking, dead ends and stuttering, as above.

use crate::evaluate::constant;
use crate::intervals::edges;
use crate::reads::{self, Written};
use std::collections::BTreeSet;
use system::{
    Assumption, Block, Branch, ChoiceSet, Ctl, Expr, ExprKind, Ltl, Movement, Operation, Place, Question,
    Statement, StatementKind, System, Transition, TransitionId, Type, VariableId,
};

/// What can matter to a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cone {
    /// The variables, in their order.
    pub variables: BTreeSet<VariableId>,
    /// The transitions, in their order.
    pub transitions: Vec<TransitionId>,
}

/// The cone of a question about a system; `dead` are transitions that are never taken, which matter to nothing.
pub fn cone(system: &System, question: &Question, dead: &[TransitionId]) -> Cone {
    let mut builder = Builder::new(system, question, dead);
    builder.close();
    let kept = |transition: &TransitionId| builder.is_kept[transition.index()];
    let transitions = (0..system.transitions.len()).map(TransitionId::from_index).filter(kept).collect();
    Cone { variables: builder.variables, transitions }
}

struct Builder<'s> {
    system: &'s System,
    variables: BTreeSet<VariableId>,
    is_dead: Vec<bool>,
    is_kept: Vec<bool>,
}

impl<'s> Builder<'s> {
    fn new(system: &'s System, question: &Question, dead: &[TransitionId]) -> Self {
        let count = system.transitions.len();
        let mut builder = Builder {
            system,
            variables: BTreeSet::new(),
            is_dead: vec![false; count],
            is_kept: vec![false; count],
        };
        dead.iter().for_each(|transition| builder.is_dead[transition.index()] = true);
        let mut read = Vec::new();
        mentioned(question, &mut read);
        if matches!(question, Question::Ctl(_) | Question::Ltl(_)) {
            fairness_read(system, &mut read);
        }
        builder.variables.extend(read);
        let is_needed = |transition: &Transition| match question {
            Question::Invariant(_) | Question::Reachable(_) | Question::Bound(_) => false,
            Question::NoFaults => may_fault(system, transition),
            Question::DeadlockFree | Question::Ctl(_) | Question::Ltl(_) => true,
        };
        for (number, transition) in system.transitions.iter().enumerate() {
            builder.is_kept[number] = !builder.is_dead[number] && is_needed(transition);
        }
        builder
    }

    /// Adds what matters to what matters, until nothing is new.
    fn close(&mut self) {
        loop {
            let before = self.variables.len();
            for (number, transition) in self.system.transitions.iter().enumerate() {
                if self.is_dead[number] {
                    continue;
                }
                self.is_kept[number] |= self.writes(transition);
                if self.is_kept[number] {
                    self.need(transition);
                }
            }
            for condition in &self.system.initial {
                self.tie(condition);
            }
            if self.variables.len() == before {
                return;
            }
        }
    }

    /// Whether a transition changes something that matters.
    fn writes(&self, transition: &Transition) -> bool {
        let mut written = Vec::new();
        for edge in edges(self.system, transition) {
            reads::written(&edge.action, &mut written);
            match edge.movement {
                Movement::None => {}
                Movement::Location { variable, from, to } if from != to => written.push(variable),
                Movement::Location { .. } => {}
                Movement::Counter { from, to } => written.extend([from, to]),
            }
        }
        written.iter().any(|variable| self.variables.contains(variable))
    }

    /// Adds what decides whether a transition is taken, and what it does to what matters.
    fn need(&mut self, transition: &Transition) {
        let mut read = Vec::new();
        for edge in edges(self.system, transition) {
            reads::read(&edge.guard, &mut read);
            match edge.movement {
                Movement::None => {}
                Movement::Location { variable, .. } => read.push(variable),
                Movement::Counter { from, to } => read.extend([from, to]),
            }
            needed_of_block(self.system, &edge.action, &self.variables, &mut read);
        }
        self.variables.extend(read);
    }

    /// A condition of initial states that mentions something that matters ties all that it mentions to it.
    fn tie(&mut self, condition: &Expr) {
        if let ExprKind::And(parts) = &condition.kind {
            parts.iter().for_each(|part| self.tie(part));
            return;
        }
        let mut read = Vec::new();
        reads::read(condition, &mut read);
        if read.iter().any(|variable| self.variables.contains(variable)) {
            self.variables.extend(read);
        }
    }
}

/// What a block needs beside what it writes to variables that do not matter.
fn needed_of_block(
    system: &System,
    block: &Block,
    relevant: &BTreeSet<VariableId>,
    read: &mut Vec<VariableId>,
) {
    for step in &block.steps {
        let written = Written::new(step);
        for (number, statement) in step.statements.iter().enumerate() {
            if !is_removable(system, statement, number, &written, relevant) {
                needed_of_statement(system, statement, number, &written, relevant, read);
            }
        }
    }
}

fn needed_of_statement(
    system: &System,
    statement: &Statement,
    number: usize,
    written: &Written,
    relevant: &BTreeSet<VariableId>,
    read: &mut Vec<VariableId>,
) {
    let branch = |branch: &Branch, read: &mut Vec<VariableId>| {
        branch.guard.iter().for_each(|guard| reads::read(guard, read));
        needed_of_block(system, &branch.body, relevant, read);
    };
    match &statement.kind {
        StatementKind::Choose(branches) => branches.iter().for_each(|one| branch(one, read)),
        StatementKind::If { condition, then, otherwise } => {
            reads::read(condition, read);
            branch(then, read);
            otherwise.iter().for_each(|one| branch(one, read));
        }
        _ => {
            reads::statement_read(statement, read);
            reads::statement_written(statement, read);
        }
    }
    // What stands beside a branch can clash with all that is in it.
    read.extend(written.by(number).iter().copied().filter(|variable| written.is_shared(*variable)));
}

/// Whether the statement with this number of a step can be left out: it writes only variables that do not matter and that nothing else of the
/// step writes, and neither faults nor blocks.
pub(crate) fn is_removable(
    system: &System,
    statement: &Statement,
    number: usize,
    written: &Written,
    relevant: &BTreeSet<VariableId>,
) -> bool {
    let is_needed = |variable: &VariableId| relevant.contains(variable) || written.is_shared(*variable);
    if written.by(number).iter().any(is_needed) {
        return false;
    }
    match &statement.kind {
        StatementKind::Skip => true,
        StatementKind::Assign { place, value } => {
            place.selectors.is_empty() && !reads::may_fault(value) && always_fits(system, place, value)
        }
        StatementKind::Any { place, set, condition } => {
            place.selectors.is_empty()
                && condition.is_none()
                && set.as_ref().map_or_else(|| has_values(system, place), |set| is_choice(system, place, set))
        }
        StatementKind::Choose(branches) => {
            branches.iter().all(|branch| is_removable_branch(system, branch, relevant))
        }
        StatementKind::If { condition, then, otherwise } => {
            !reads::may_fault(condition)
                && is_removable_branch(system, then, relevant)
                && otherwise.as_ref().is_none_or(|branch| is_removable_branch(system, branch, relevant))
        }
        StatementKind::Assert(_) | StatementKind::Relation(_) => false,
    }
}

fn is_removable_branch(system: &System, branch: &Branch, relevant: &BTreeSet<VariableId>) -> bool {
    branch.guard.is_none() && is_removable_block(system, &branch.body, relevant)
}

/// Whether all statements of a block can be left out.
fn is_removable_block(system: &System, block: &Block, relevant: &BTreeSet<VariableId>) -> bool {
    block.steps.iter().all(|step| {
        let written = Written::new(step);
        let mut numbered = step.statements.iter().enumerate();
        numbered.all(|(number, statement)| is_removable(system, statement, number, &written, relevant))
    })
}

/// Whether a value that does not fault lies in the type of the variable, whatever it is.
fn always_fits(system: &System, place: &Place, value: &Expr) -> bool {
    match (system.variable(place.first).ty, &value.kind) {
        (Type::Range { low, high }, _) => constant(value).is_some_and(|value| low <= value && value <= high),
        (Type::Nat, _) => is_natural(value),
        _ => true,
    }
}

/// Whether the value is never negative, by its form.
fn is_natural(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Read(place) => match place.ty {
            Type::Nat => true,
            Type::Range { low, .. } => low >= 0,
            _ => false,
        },
        ExprKind::Arithmetic(Operation::Add | Operation::Mul | Operation::Max, left, right) => {
            is_natural(left) && is_natural(right)
        }
        ExprKind::Sum(all) => all.iter().all(is_natural),
        ExprKind::Count(_) | ExprKind::Absolute(_) => true,
        ExprKind::If(_, then, otherwise) => is_natural(then) && is_natural(otherwise),
        _ => constant(value).is_some_and(|value| value >= 0),
    }
}

fn has_values(system: &System, place: &Place) -> bool {
    !crate::values::Values::of_type(system, system.variable(place.first).ty).is_empty()
}

/// Whether there is always something to choose, and all of it lies in the type of the variable.
fn is_choice(system: &System, place: &Place, set: &ChoiceSet) -> bool {
    let fits = |expr: &Expr| !reads::may_fault(expr) && always_fits(system, place, expr);
    match set {
        ChoiceSet::Range(low, high) => {
            let is_some = constant(low).zip(constant(high)).is_some_and(|(low, high)| low <= high);
            is_some && fits(low) && fits(high)
        }
        ChoiceSet::Members(members) => !members.is_empty() && members.iter().all(fits),
    }
}

/// Whether a transition may fault, by its form: where nothing matters, what cannot be left out may fault or block.
fn may_fault(system: &System, transition: &Transition) -> bool {
    let nothing = BTreeSet::new();
    edges(system, transition)
        .any(|edge| reads::may_fault(&edge.guard) || !is_removable_block(system, &edge.action, &nothing))
}

/// The variables that a question mentions.
fn mentioned(question: &Question, found: &mut Vec<VariableId>) {
    match question {
        Question::Invariant(e) | Question::Reachable(e) | Question::Bound(e) => reads::read(e, found),
        Question::DeadlockFree | Question::NoFaults => {}
        Question::Ctl(formula) => branching(formula, found),
        Question::Ltl(formula) => linear(formula, found),
    }
}

fn branching(formula: &Ctl, found: &mut Vec<VariableId>) {
    match formula {
        Ctl::State(e) => reads::read(e, found),
        Ctl::Not(f) | Ctl::Next(_, f) | Ctl::Finally(_, f) | Ctl::Globally(_, f) => branching(f, found),
        Ctl::Rigid { body, .. } => branching(body, found),
        Ctl::And(all) | Ctl::Or(all) => all.iter().for_each(|f| branching(f, found)),
        Ctl::Implies(f, g) | Ctl::Iff(f, g) | Ctl::Until(_, _, f, g) => {
            branching(f, found);
            branching(g, found);
        }
    }
}

fn linear(formula: &Ltl, found: &mut Vec<VariableId>) {
    match formula {
        Ltl::State(e) => reads::read(e, found),
        Ltl::Not(f) | Ltl::Next(f) | Ltl::Finally(f) | Ltl::Globally(f) => linear(f, found),
        Ltl::Rigid { body, .. } => linear(body, found),
        Ltl::And(all) | Ltl::Or(all) => all.iter().for_each(|f| linear(f, found)),
        Ltl::Implies(f, g) | Ltl::Iff(f, g) | Ltl::Until(_, f, g) => {
            linear(f, found);
            linear(g, found);
        }
    }
}

fn fairness_read(system: &System, found: &mut Vec<VariableId>) {
    for fairness in &system.fairness {
        match &fairness.assumption {
            Assumption::Weak(_) | Assumption::Strong(_) => {}
            Assumption::Justice(e) => reads::read(e, found),
            Assumption::Compassion(e, f) => {
                reads::read(e, found);
                reads::read(f, found);
            }
        }
    }
}
