//! Transitions: guards, actions of sender and receivers, and the movement at the end.

use super::Move;
use super::conjunction::{all, both, implies, not, some};
use super::environment::{Scope, Values};
use super::number::{Case, Number};
use super::outcome::{Outcome, Path, Write, closed, value_after, where_active};
use super::repetition::changes;
use super::rewrite::{numbered, replaced};
use super::{Lowerer, Lowering, LoweringError, Unsupported};
use state_sets::{Cell, Formula, Kind, Linear, Local, Step, Variable};
use std::collections::BTreeMap;
use system::{Edge, EdgeId, Movement, TransitionId, VariableId};

/// An edge that takes part.
pub(super) struct Part {
    pub edge: EdgeId,
    /// Where it does, given that the transition is enabled.
    pub active: Formula,
    /// Its guard. In a population nobody moves where nobody is, so that this alone decides how counters change.
    pub guard: Formula,
    /// How many processes it moves.
    pub count: Linear,
}

/// What became of a transition.
pub(super) enum LoweredTransition {
    /// Its moves, and where it faults if it can.
    Said { moves: Vec<Move>, fault: Option<(TransitionId, Formula)> },
    /// It cannot be said in formulas.
    Refused(TransitionId, Unsupported),
}

impl Lowerer<'_> {
    /// A transition in formulas, which depend on no other transition; an error says that the budget ended the work.
    pub(super) fn lowered(&mut self, id: TransitionId) -> Lowering<LoweredTransition> {
        self.cells.forget_locals();
        let moves = self.transition(id);
        let fault = some(&std::mem::take(&mut self.faults));
        match moves {
            Ok(moves) => {
                let fault = (!fault.is_falsity()).then(|| (id, numbered(&fault)));
                Ok(LoweredTransition::Said { moves, fault })
            }
            Err(LoweringError::Unsupported(refused)) => Ok(LoweredTransition::Refused(id, refused)),
            Err(interrupted) => Err(interrupted),
        }
    }

    /// The moves of a transition. Where it faults is collected in [`Lowerer::faults`].
    fn transition(&mut self, id: TransitionId) -> Lowering<Vec<Move>> {
        let (path, parts) = self.participants(id)?;
        if path.condition.is_falsity() {
            return Ok(Vec::new());
        }
        let mut outcomes = vec![Outcome::nothing()];
        for part in &parts {
            outcomes = self.run(&path, outcomes, part)?;
        }
        let edges: Vec<(EdgeId, Formula)> =
            parts.iter().map(|part| (part.edge, numbered(&part.active))).collect();
        let displaced = self.displacement(&parts)?;
        let mut moves = Vec::new();
        for outcome in outcomes {
            let whole = outcome.then(displaced.clone());
            if let Some(step) = self.relation(&path, whole, id)? {
                moves.push(Move { transition: id, step, edges: edges.clone(), parts: Vec::new() });
            }
        }
        Ok(moves)
    }

    /// Where the transition is enabled, and the edges that take part, sender first.
    fn participants(&mut self, id: TransitionId) -> Lowering<(Path, Vec<Part>)> {
        let system = self.system;
        let transition = system.transition(id);
        let sender = system.edge(transition.sender);
        let mut path = Path { locals: Vec::new(), condition: Formula::truth() };
        path = path.and(&self.ready(sender, None)?.0);
        for receiver in transition.receivers.iter().filter(|receiver| receiver.required) {
            path = path.and(&self.ready(system.edge(receiver.edge), Some(sender))?.0);
        }
        let guard = self.truth(&sender.guard, Scope::state())?;
        self.record(&path, &guard.fault);
        path = path.and(&guard.truth);
        let one = Linear::constant(1);
        let always =
            |edge| Part { edge, active: Formula::truth(), guard: Formula::truth(), count: one.clone() };
        let mut parts = vec![always(transition.sender)];
        for receiver in &transition.receivers {
            let edge = system.edge(receiver.edge);
            let (available, count) = self.ready(edge, Some(sender))?;
            let guard = self.truth(&edge.guard, Scope::state())?;
            self.record(&path, &both(&available, &guard.fault));
            if receiver.required {
                path = path.and(&guard.truth);
                parts.push(always(receiver.edge));
            } else {
                path = path.and(&implies(&available, &not(&guard.fault)));
                let active = both(&available, &guard.truth);
                if !active.is_falsity() {
                    parts.push(Part { edge: receiver.edge, active, guard: guard.truth, count });
                }
            }
        }
        Ok((path, parts))
    }

    /// Where a process can move along the edge, besides the sender, and how many can.
    fn ready(&self, edge: &Edge, sender: Option<&Edge>) -> Result<(Formula, Linear), Unsupported> {
        let one = Linear::constant(1);
        Ok(match edge.movement {
            Movement::None => (Formula::truth(), one),
            Movement::Location { variable, from, .. } => {
                let cell = Cell::now(self.coding.variable(variable));
                (Formula::is(cell, u64::from(from)), one)
            }
            Movement::Counter { from, .. } => {
                let taken = sender.is_some_and(
                    |sender| matches!(sender.movement, Movement::Counter { from: other, .. } if other == from),
                );
                let all = self.own(from, Cell::now(self.coding.variable(from)));
                let overflow = || Unsupported::overflow(edge.span);
                let count = all.minus(&Linear::constant(i128::from(taken))).ok_or_else(overflow)?;
                let missing = one.minus(&count).ok_or_else(overflow)?;
                (self.cells.not_positive(missing), count)
            }
        })
    }

    /// Runs the action of a part after what came before.
    fn run(&mut self, path: &Path, outcomes: Vec<Outcome>, part: &Part) -> Lowering<Vec<Outcome>> {
        let edge = self.system.edge(part.edge);
        if edge.action.steps.is_empty() {
            return Ok(outcomes);
        }
        if part.count.as_constant() != Some(1)
            && let Some(changes) = changes(&edge.action)
        {
            return self.repeated(path, outcomes, part, &changes);
        }
        let mut outcomes = outcomes;
        for active in self.repetitions(edge, part)? {
            let mut longer = Vec::new();
            for outcome in outcomes {
                let between = self.after(&Values::new(), &outcome.writes);
                let here = path.choosing(&outcome.locals, &outcome.condition);
                let new = self.steps(&here.and(&active), &between, &edge.action.steps)?;
                longer.extend(where_active(&active, new).into_iter().map(|new| outcome.then(new)));
            }
            outcomes = {
                let fewer = self.fewer(longer);
                self.shortened(fewer, edge.span)?
            };
        }
        Ok(outcomes)
    }

    /// The movement of all parts, when their actions have run.
    fn displacement(&self, parts: &[Part]) -> Lowering<Outcome> {
        let mut outcome = Outcome::nothing();
        let mut counters: BTreeMap<VariableId, Number> = BTreeMap::new();
        for part in parts {
            let edge = self.system.edge(part.edge);
            match edge.movement {
                Movement::None => {}
                Movement::Location { variable, to, .. } => {
                    let term = Linear::constant(i128::from(to));
                    let cases = vec![Case { guard: Formula::truth(), term }];
                    let write = Write { when: part.active.clone(), cases };
                    let mut later = Outcome::nothing();
                    later.writes.insert(variable, vec![write]);
                    outcome = outcome.then(later);
                }
                Movement::Counter { from, to } => {
                    for (counter, sign) in [(from, -1), (to, 1)] {
                        let before =
                            counters.remove(&counter).unwrap_or_else(|| self.read(counter, Scope::state()));
                        let change = part.count.times(sign);
                        let after = change.and_then(|change| before.map(|term| term.plus(&change)));
                        let after = after.ok_or_else(|| Unsupported::overflow(edge.span))?;
                        let kept = before.under(&not(&part.guard));
                        let moved = after.under(&part.guard);
                        counters.insert(counter, Number::join(Formula::falsity(), [moved, kept]));
                    }
                }
            }
        }
        for (counter, number) in counters {
            let write = Write { when: Formula::truth(), cases: number.cases };
            outcome.writes.insert(counter, vec![write]);
        }
        Ok(outcome)
    }

    /// The outcome as a relation; nothing if it is plainly impossible.
    fn relation(&mut self, path: &Path, outcome: Outcome, id: TransitionId) -> Lowering<Option<Step>> {
        let span = self.system.edge(self.system.transition(id).sender).span;
        let mut locals: Vec<(Local, Kind)> = path.locals.clone();
        locals.extend(&outcome.locals);
        let mut parts = vec![both(&path.condition, &outcome.condition)];
        let mut changed: Vec<Variable> = Vec::new();
        let mut names: Vec<(Local, Cell)> = Vec::new();
        for (variable, writes) in &outcome.writes {
            let now = self.read(*variable, Scope::state());
            let value = value_after(writes, &now);
            if value == now {
                continue;
            }
            let own = self.coding.variable(*variable);
            changed.push(own);
            match self.named(*variable, &value, &locals, &names) {
                Some(local) => names.push((local, Cell::next(own))),
                None => {
                    let next = self.own(*variable, Cell::next(own));
                    let atom = |term: &Linear| Some(self.cells.zero(next.minus(term)?));
                    let equal = value.holds(atom).ok_or_else(|| Unsupported::overflow(span))?;
                    parts.push(equal.truth);
                }
            }
        }
        let mut relation = all(&parts);
        for (local, cell) in names {
            relation = replaced(&relation, local, cell, 0).ok_or_else(|| Unsupported::overflow(span))?;
            locals.retain(|(own, _)| *own != local);
        }
        changed.sort_unstable();
        let relation = numbered(&closed(&locals, relation));
        Ok((!relation.is_falsity()).then_some(Step { changed, relation }))
    }

    /// The local that is the new value of the variable, coded in the same way and of no other variable.
    fn named(
        &self,
        variable: VariableId,
        value: &Number,
        locals: &[(Local, Kind)],
        names: &[(Local, Cell)],
    ) -> Option<Local> {
        let only = value.only()?;
        let own = self.coding.variable(variable);
        let is_same = |(local, kind): &&(Local, Kind)| {
            *kind == self.cells.kind(Cell::now(own)) && *only == self.own(variable, Cell::Local(*local))
        };
        let (local, _) = locals.iter().find(is_same)?;
        names.iter().all(|(other, _)| other != local).then_some(*local)
    }
}
