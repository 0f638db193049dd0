//! What a transition does: guards, actions of sender and receivers, and the movement at the end.

use super::Translator;
use super::cases::{Cases, Scalar};
use super::expression::{Environment, Evaluated};
use super::repeat::is_repeatable;
use super::run::{Route, Run, Writes};
use crate::{Linear, Logic, Refusal, Variable};
use std::collections::BTreeMap;
use system::{
    Comparison, Edge, EdgeId, Movement, Operation, Owner, System, Transition, TransitionId, Value, VariableId,
};

/// One way in which a transition is taken: from states that satisfy the condition, to those with the new values.
///
/// Ways share chosen variables: before two of them are combined in one condition, those of each are to be quantified
/// with [`Translator::quantify`].
#[derive(Debug, Clone)]
pub struct Way<C> {
    /// The transition.
    pub transition: TransitionId,
    /// When it can be taken, without a fault: over the present state and the chosen variables.
    pub condition: C,
    /// Variables for values that the state does not determine.
    pub chosen: Vec<Variable>,
    /// The new values of what may change, for all of which there is a case under the condition; everything else stays.
    pub after: BTreeMap<VariableId, Cases<C>>,
    /// The edges that take part, sender first, each where it does.
    pub moved: Vec<(EdgeId, C)>,
}

/// All that a transition can do.
#[derive(Debug, Clone)]
pub struct Fired<C> {
    /// The ways in which it is taken.
    pub ways: Vec<Way<C>>,
    /// Where it faults, or can, for some values of the chosen variables.
    pub faults: C,
    /// The chosen variables in `faults`.
    pub chosen: Vec<Variable>,
}

/// An edge that takes part under the condition, and how many processes it then moves.
#[derive(Debug, Clone)]
struct Part<C> {
    edge: EdgeId,
    condition: C,
    count: Cases<C>,
    /// Whether the count can be greater than one.
    is_crowd: bool,
}

/// When a transition is enabled, and the edges that then take part.
type Enabled<C> = (C, Vec<Part<C>>);

/// A way through the actions so far, and the edges that have taken part.
type Taken<C> = (Route<C>, Vec<Part<C>>);

impl<L: Logic> Translator<'_, L> {
    /// What a transition can do in the present state.
    pub fn fire(&mut self, transition: TransitionId) -> Result<Fired<L::Condition>, Refusal> {
        let system = self.system;
        let mut run = Run::new(self);
        let (condition, parts) = run.participants(system, system.transition(transition))?;
        let start = Route { condition, writes: Writes::new(), chosen: Vec::new() };
        let mut taken = vec![(start, Vec::new())];
        for part in &parts {
            let mut longer = Vec::new();
            for one in taken {
                longer.extend(run.act(one, part)?);
            }
            run.fork(longer.len())?;
            taken = longer;
        }
        let mut ways = Vec::new();
        for (route, parts) in taken {
            if !run.translator.logic.is_plainly_false(route.condition) {
                ways.push(run.displaced(transition, route, &parts)?);
            }
        }
        let (faults, chosen) = (run.faults, run.chosen);
        Ok(Fired { ways, faults, chosen })
    }
}

impl<L: Logic> Run<'_, '_, L> {
    /// When the transition is enabled, and the edges that then take part. Guards are read from the left, as long as
    /// the transition can still be taken.
    fn participants(
        &mut self,
        system: &System,
        transition: &Transition,
    ) -> Result<Enabled<L::Condition>, Refusal> {
        let sender = system.edge(transition.sender);
        let one = Cases::certain(&mut self.translator.logic, Scalar::Integer(Linear::constant(1)));
        let (mut condition, _) = self.ready(sender, None)?;
        for receiver in transition.receivers.iter().filter(|receiver| receiver.required) {
            let (ready, _) = self.ready(system.edge(receiver.edge), Some(sender))?;
            condition = self.translator.logic.and(condition, ready)?;
        }
        let always = self.translator.logic.constant(true);
        let (holds, _) = self.guard(sender, condition)?;
        condition = holds;
        let edge = transition.sender;
        let mut parts = vec![Part { edge, condition: always, count: one.clone(), is_crowd: false }];
        for receiver in &transition.receivers {
            let edge = system.edge(receiver.edge);
            let (ready, count) = self.ready(edge, Some(sender))?;
            let reached = self.translator.logic.and(condition, ready)?;
            let (holds, fails) = self.guard(edge, reached)?;
            let part = Part { edge: receiver.edge, condition: holds, count, is_crowd: false };
            if receiver.required {
                condition = holds;
                parts.push(Part { condition: always, count: one.clone(), ..part });
            } else {
                let absent = self.translator.logic.not(ready)?;
                let absent = self.translator.logic.and(condition, absent)?;
                condition = self.translator.logic.any(&[absent, holds, fails])?;
                parts.push(Part { is_crowd: matches!(edge.owner, Owner::Population(_)), ..part });
            }
        }
        Ok((condition, parts))
    }

    /// Where an edge's guard is true and where it is false, among what is reached; a fault is recorded.
    fn guard(&mut self, edge: &Edge, reached: L::Condition) -> Result<(L::Condition, L::Condition), Refusal> {
        let truth = self.translator.decide(&Environment::default(), &edge.guard)?;
        let fault = self.translator.logic.and(reached, truth.fault)?;
        self.record(fault, &[])?;
        let logic = &mut self.translator.logic;
        Ok((logic.and(reached, truth.holds)?, logic.and(reached, truth.fails)?))
    }

    /// Where some process can move along the edge besides the sender, and then how many can.
    fn ready(
        &mut self,
        edge: &Edge,
        sender: Option<&Edge>,
    ) -> Result<(L::Condition, Cases<L::Condition>), Refusal> {
        let constant = |value| Scalar::Integer(Linear::constant(value));
        let always = self.translator.logic.constant(true);
        let one = Cases::certain(&mut self.translator.logic, constant(1));
        match edge.movement {
            Movement::None => Ok((always, one)),
            Movement::Location { variable, from, .. } => {
                let location = self.translator.present(variable)?;
                Ok((location.is(&mut self.translator.logic, Value::Location(from))?, one))
            }
            Movement::Counter { from, .. } => {
                let is_taken = sender.is_some_and(|sender| {
                    matches!(sender.movement, Movement::Counter { from: other, .. } if other == from)
                });
                let present = self.translator.present(from)?;
                let taken = Cases::certain(&mut self.translator.logic, constant(i128::from(is_taken)));
                let count = self.calculated(Operation::Sub, &present, &taken)?;
                Ok((self.translator.compare(Comparison::Ge, &count, &one)?, count))
            }
        }
    }

    /// Arithmetic that cannot fault.
    fn calculated(
        &mut self,
        operation: Operation,
        left: &Cases<L::Condition>,
        right: &Cases<L::Condition>,
    ) -> Result<Cases<L::Condition>, Refusal> {
        let fault = self.translator.logic.constant(false);
        let operand = |cases: &Cases<_>| Evaluated { cases: cases.clone(), fault };
        Ok(self.translator.arithmetic(operation, &operand(left), &operand(right))?.cases)
    }

    /// What the action of a part adds to a way. Where its action does something, the ways with it and without it part.
    fn act(
        &mut self,
        taken: Taken<L::Condition>,
        part: &Part<L::Condition>,
    ) -> Result<Vec<Taken<L::Condition>>, Refusal> {
        let (route, mut parts) = taken;
        let action = &self.translator.system.edge(part.edge).action;
        if action.steps.is_empty() {
            parts.push(part.clone());
            return Ok(vec![(route, parts)]);
        }
        if part.is_crowd && !is_repeatable(action) {
            let what = "an action that each receiver of a broadcast in a population repeats";
            return Err(Refusal::Undecided(what.into()));
        }
        let logic = &mut self.translator.logic;
        let absent = logic.not(part.condition)?;
        let without = Route { condition: logic.and(route.condition, absent)?, ..route.clone() };
        let with = Route { condition: logic.and(route.condition, part.condition)?, ..route };
        let mut results = Vec::new();
        if !self.translator.logic.is_plainly_false(without.condition) {
            results.push((without, parts.clone()));
        }
        parts.push(Part { condition: self.translator.logic.constant(true), ..part.clone() });
        let between = self.after(&Environment::default(), &with.writes)?;
        for new in self.steps(&between, with.clone(), &action.steps)? {
            let writes = self.overwritten(&with.writes, &new.writes)?;
            results.push((Route { writes, ..new }, parts.clone()));
        }
        Ok(results)
    }

    /// Moves processes, when all actions have run.
    fn displaced(
        &mut self,
        transition: TransitionId,
        route: Route<L::Condition>,
        parts: &[Part<L::Condition>],
    ) -> Result<Way<L::Condition>, Refusal> {
        let mut after = self.after(&Environment::default(), &route.writes)?;
        for part in parts {
            match self.translator.system.edge(part.edge).movement {
                Movement::None => {}
                Movement::Location { variable, to, .. } => {
                    let there = Scalar::Plain(Value::Location(to));
                    let there = Cases::certain(&mut self.translator.logic, there);
                    self.change(&mut after, part, variable, |_, _| Ok(there))?;
                }
                Movement::Counter { from, to } => {
                    for (variable, operation) in [(from, Operation::Sub), (to, Operation::Add)] {
                        self.change(&mut after, part, variable, |run, old| {
                            run.calculated(operation, old, &part.count)
                        })?;
                    }
                }
            }
        }
        let moved = parts.iter().map(|part| (part.edge, part.condition)).collect();
        let Route { condition, chosen, .. } = route;
        Ok(Way { transition, condition, chosen, after: after.current, moved })
    }

    /// Where the part takes part, the variable has another value.
    fn change(
        &mut self,
        after: &mut Environment<L::Condition>,
        part: &Part<L::Condition>,
        variable: VariableId,
        new: impl FnOnce(&mut Self, &Cases<L::Condition>) -> Result<Cases<L::Condition>, Refusal>,
    ) -> Result<(), Refusal> {
        let old = self.translator.current(after, variable)?;
        let new = new(self, &old)?;
        let changed = new.or_else(&mut self.translator.logic, part.condition, &old)?;
        after.current.insert(variable, changed);
        Ok(())
    }
}
