//! What a transition may make of the states of an environment.
//!
//! A step reads everything before it writes anything, and a nested block begins in the state in which its step begins; so what
//! statements write is collected first ([`Writes`]) and applied at the end of the step. Blocking and faults only leave states out,
//! so that ignoring them is safe.

use crate::environment::Environment;
use crate::evaluate::Evaluator;
use crate::interval::{End, Interval};
use crate::values::{Codes, Values};
use std::collections::BTreeMap;
use system::{
    Block, Branch, ChoiceSet, Comparison, Edge, Expr, ExprKind, Movement, Owner, Place, Receiver, Statement,
    StatementKind, Step, Transition, VariableId,
};

/// What may be written: the values, and whether it is written for certain.
#[derive(Debug, Clone, Default)]
struct Writes(BTreeMap<VariableId, (Values, bool)>);

impl Writes {
    fn add(&mut self, variable: VariableId, values: Values, certain: bool) {
        match self.0.get_mut(&variable) {
            // Two writes to one variable must agree; what either of them says is enough to be safe.
            Some((known, is_certain)) => {
                *known = known.join(values);
                *is_certain |= certain;
            }
            None => {
                self.0.insert(variable, (values, certain));
            }
        }
    }

    /// What a later step writes hides what was written before it.
    fn then(&mut self, later: Writes) {
        for (variable, (values, certain)) in later.0 {
            match self.0.get_mut(&variable) {
                Some(known) if certain => *known = (values, true),
                Some(known) => known.0 = known.0.join(values),
                None => {
                    self.0.insert(variable, (values, certain));
                }
            }
        }
    }

    /// What one or the other writes.
    fn or(mut self, other: Writes) -> Writes {
        for (variable, (_, certain)) in &mut self.0 {
            *certain &= other.0.contains_key(variable);
        }
        for (variable, (values, certain)) in other.0 {
            match self.0.get_mut(&variable) {
                Some((known, is_certain)) => {
                    *known = known.join(values);
                    *is_certain &= certain;
                }
                None => {
                    self.0.insert(variable, (values, false));
                }
            }
        }
        self
    }
}

impl Evaluator<'_> {
    /// The states that the transition leads to, and maybe more; nothing if it is never taken.
    pub fn fire<'b>(&self, transition: &Transition, at: Environment<'b>) -> Option<Environment<'b>> {
        let sender = self.system.edge(transition.sender);
        let edge = |receiver: &Receiver| self.system.edge(receiver.edge);
        let required: Vec<&Edge> =
            transition.receivers.iter().filter(|receiver| receiver.required).map(edge).collect();
        let mut at = present(sender, None, at)?;
        for receiver in &required {
            at = present(receiver, Some(sender), at)?;
        }
        at = self.refine(&sender.guard, true, at)?;
        for receiver in &required {
            at = self.refine(&receiver.guard, true, at)?;
        }
        at = self.block(&sender.action, at)?;
        for receiver in &transition.receivers {
            at = match receiver.required {
                true => self.block(&edge(receiver).action, at)?,
                false => self.perhaps(edge(receiver), at),
            };
        }
        at = displaced(sender, false, at);
        for receiver in &transition.receivers {
            at = displaced(edge(receiver), !receiver.required, at);
        }
        Some(at)
    }

    /// What a receiver that takes part where it can may do. In a population these may be many processes, one after the other.
    fn perhaps<'b>(&self, edge: &Edge, at: Environment<'b>) -> Environment<'b> {
        if edge.action.steps.is_empty() {
            return at;
        }
        let once = self.joined(edge, &at);
        if !matches!(edge.owner, Owner::Population(_)) {
            return once;
        }
        let twice = self.joined(edge, &once);
        match twice.changes().all(|(variable, values)| once.get(variable) == values) {
            true => once,
            false => self.anything(edge, once),
        }
    }

    /// Everything that the edge may write can be anything.
    fn anything<'b>(&self, edge: &Edge, mut at: Environment<'b>) -> Environment<'b> {
        let mut written = Vec::new();
        crate::reads::written(&edge.action, &mut written);
        for variable in written {
            at.set(variable, Values::of_type(self.system, self.system.variable(variable).ty));
        }
        at
    }

    fn joined<'b>(&self, edge: &Edge, at: &Environment<'b>) -> Environment<'b> {
        match self.block(&edge.action, at.clone()) {
            Some(after) => after.join(at.clone()),
            None => at.clone(),
        }
    }

    /// What the steps lead to, one after the other.
    fn block<'b>(&self, block: &Block, mut at: Environment<'b>) -> Option<Environment<'b>> {
        for step in &block.steps {
            let writes = self.step(step, &at)?;
            at = self.applied(&writes, at)?;
        }
        Some(at)
    }

    /// What the statements of a step write; nothing if they are never all possible.
    fn step(&self, step: &Step, at: &Environment<'_>) -> Option<Writes> {
        let mut all = Writes::default();
        let mut is_possible = true;
        for statement in &step.statements {
            match self.statement(statement, at) {
                Some(writes) => writes.0.into_iter().for_each(|(variable, (values, certain))| {
                    all.add(variable, values, certain);
                }),
                None => is_possible = false,
            }
        }
        self.attempted(&all);
        is_possible.then_some(all)
    }

    /// Keeps what is written on the way, even if the transition then blocks or faults, or writes something else later: whether it faults must
    /// not depend on bounds being taken for types.
    fn attempted(&self, writes: &Writes) {
        let mut attempts = self.attempts.borrow_mut();
        for (variable, (values, _)) in &writes.0 {
            let fitting = values.meet(Values::of_type(self.system, self.system.variable(*variable).ty));
            let known = attempts.entry(*variable).or_insert(fitting);
            *known = known.join(fitting);
        }
    }

    fn statement(&self, statement: &Statement, at: &Environment<'_>) -> Option<Writes> {
        let mut writes = Writes::default();
        match &statement.kind {
            StatementKind::Skip => {}
            StatementKind::Assert(condition) => {
                self.refine(condition, true, at.clone())?;
            }
            StatementKind::Assign { place, value } => {
                self.write(&mut writes, place, self.value(value, at), at)?;
            }
            StatementKind::Any { place, set, condition } => {
                let values = match set {
                    None => Values::of_type(self.system, place.ty),
                    Some(set) => self.chosen(set, at),
                };
                self.write(&mut writes, place, values, at)?;
                if let Some(condition) = condition {
                    self.release(&mut writes, condition, Some(place), at);
                }
            }
            StatementKind::Relation(relation) => self.release(&mut writes, relation, None, at),
            StatementKind::Choose(branches) => {
                let ways = branches.iter().filter_map(|branch| self.branch(branch, at.clone()));
                writes = ways.reduce(Writes::or)?;
            }
            StatementKind::If { condition, then, otherwise } => {
                let held = self.refine(condition, true, at.clone());
                let held = held.and_then(|at| self.branch(then, at));
                let failed = self.refine(condition, false, at.clone()).and_then(|at| match otherwise {
                    Some(branch) => self.branch(branch, at),
                    None => Some(Writes::default()),
                });
                writes = held.into_iter().chain(failed).reduce(Writes::or)?;
            }
        }
        Some(writes)
    }

    fn branch(&self, branch: &Branch, at: Environment<'_>) -> Option<Writes> {
        let mut at = match &branch.guard {
            Some(guard) => self.refine(guard, true, at)?,
            None => at,
        };
        let mut all = Writes::default();
        for step in &branch.body.steps {
            let writes = self.step(step, &at)?;
            at = self.applied(&writes, at)?;
            all.then(writes);
        }
        Some(all)
    }

    /// The environment after these writes: a value outside the type of its variable is a fault.
    fn applied<'b>(&self, writes: &Writes, mut at: Environment<'b>) -> Option<Environment<'b>> {
        for (variable, (values, certain)) in &writes.0 {
            let fitting = values.meet(Values::of_type(self.system, self.system.variable(*variable).ty));
            let new = if *certain { fitting } else { at.get(*variable).join(fitting) };
            if new.is_empty() {
                return None;
            }
            at.set(*variable, new);
        }
        Some(at)
    }

    /// Writes values to a place; nothing if it denotes no variable.
    fn write(&self, writes: &mut Writes, place: &Place, values: Values, at: &Environment<'_>) -> Option<()> {
        let targets = self.targets(place, at);
        let certain = targets.len() == 1;
        if targets.is_empty() || values.is_empty() {
            return None;
        }
        targets.into_iter().for_each(|target| writes.add(target, values, certain));
        Some(())
    }

    fn chosen(&self, set: &ChoiceSet, at: &Environment<'_>) -> Values {
        match set {
            ChoiceSet::Range(low, high) => {
                let (low, high) = (self.value(low, at).integers(), self.value(high, at).integers());
                Values::Integers(Interval { low: low.low, high: high.high }.meet(Interval::ALL))
            }
            ChoiceSet::Members(members) => {
                let values = members.iter().map(|member| self.value(member, at));
                values.reduce(Values::join).unwrap_or(Values::NEITHER)
            }
        }
    }

    /// A relation gives the places with primes in it any value of their types, or that of an equation; not the one that gets its
    /// values otherwise.
    fn release(&self, writes: &mut Writes, relation: &Expr, but: Option<&Place>, at: &Environment<'_>) {
        let mut places = Vec::new();
        crate::reads::primed(relation, &mut places);
        let is_known =
            |place: &Place| place.fixed().is_some() && but.is_some_and(|but| but.fixed() == place.fixed());
        for place in places.into_iter().filter(|place| !is_known(place)) {
            let whole = Values::of_type(self.system, place.ty);
            let values = place.fixed().and_then(|variable| self.equal_to(relation, variable, at));
            let targets = self.targets(place, at);
            let certain = targets.len() == 1;
            for target in targets {
                writes.add(target, values.unwrap_or(whole), certain);
            }
        }
    }

    /// What the new value of a variable equals, if the relation says so.
    fn equal_to(&self, relation: &Expr, variable: VariableId, at: &Environment<'_>) -> Option<Values> {
        match &relation.kind {
            ExprKind::And(all) => all.iter().find_map(|part| self.equal_to(part, variable, at)),
            ExprKind::Compare(Comparison::Eq, left, right) => {
                let is_it = |e: &Expr| matches!(&e.kind, ExprKind::ReadNext(place) if place.fixed() == Some(variable));
                match (is_it(left), is_it(right)) {
                    (true, _) => Some(self.value(right, at)),
                    (_, true) => Some(self.value(left, at)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The states in which a process is ready to move along the edge.
fn present<'b>(edge: &Edge, sender: Option<&Edge>, at: Environment<'b>) -> Option<Environment<'b>> {
    match edge.movement {
        Movement::None => Some(at),
        Movement::Location { variable, from, .. } => at.restrict(variable, Values::Codes(Codes::only(from))),
        Movement::Counter { from, .. } => {
            let is_same =
                |sender: &Edge| matches!(sender.movement, Movement::Counter { from: own, .. } if own == from);
            let least = if sender.is_some_and(is_same) { 2 } else { 1 };
            at.restrict(from, Values::Integers(Interval { low: End::At(least), high: End::Above }))
        }
    }
}

/// The states after a process, or perhaps any number of them, has moved along the edge.
fn displaced<'b>(edge: &Edge, perhaps_many: bool, mut at: Environment<'b>) -> Environment<'b> {
    match edge.movement {
        Movement::None => {}
        Movement::Location { variable, to, .. } => {
            let there = Values::Codes(Codes::only(to));
            at.set(variable, if perhaps_many { at.get(variable).join(there) } else { there });
        }
        Movement::Counter { from, to } => {
            let leaving = at.get(from).integers();
            let many = Interval { low: End::At(0), high: leaving.high };
            let count = if perhaps_many { many } else { Interval::only(1) };
            let left = leaving.minus(count).meet(Interval::NATURAL);
            at.set(from, Values::Integers(left));
            at.set(to, Values::Integers(at.get(to).integers().plus(count)));
        }
    }
    at
}
