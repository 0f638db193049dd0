//! An interval for every integer variable, a set for every other one: what all reachable states have in common.
//!
//! The smallest box that contains the initial states and that no transition leaves is approached from below, transition by
//! transition. An end that keeps moving jumps to the next constant of the model, and then to infinity, so that this ends
//! (widening with thresholds). The box that is reached may be too large for that reason; applying all transitions once more to
//! it as a whole gives a smaller one that is closed as well (narrowing). What is returned is checked to be closed once more.
//!
//! Values that a transition writes on its way count too, even if it then blocks or faults. So the bounds can be taken for types, and nothing
//! changes: what is assigned or chosen in a reachable state, and lies in its type, lies within the bounds.
//!
//! # Reference
//! Cousot, Cousot: *Abstract Interpretation: A Unified Lattice Model for Static Analysis of Programs*, POPL 1977,
//! doi:10.1145/512950.512973. Thresholds: Blanchet et al.: *A Static Analyzer for Large Safety-Critical Software*, PLDI 2003,
//! doi:10.1145/781131.781153.

use crate::environment::Environment;
use crate::evaluate::{Evaluator, constant};
use crate::interval::{End, Interval};
use crate::reads;
use crate::values::{Codes, Values};
use std::collections::BTreeSet;
use system::{
    Block, Edge, Expr, Movement, State, StatementKind, System, Transition, TransitionId, VariableId,
};

/// How often an end may move before it jumps.
const PATIENCE: u8 = 3;

/// How often the box is made smaller in the end.
const NARROWINGS: usize = 2;

/// The most expressions that are looked at: some tenths of a second. A system that takes more is left alone.
const MOST_WORK: u64 = 2_000_000;

/// What every variable may be in a reachable state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// For each variable.
    pub values: Vec<Values>,
    /// The transitions that no reachable state allows, and that fault in none.
    pub dead: Vec<TransitionId>,
}

impl Bounds {
    /// What the types say.
    pub fn of_types(system: &System) -> Bounds {
        let values = system.variables.iter().map(|variable| Values::of_type(system, variable.ty)).collect();
        Bounds { values, dead: Vec::new() }
    }

    /// Whether a state is within the bounds.
    pub fn contain(&self, state: &State) -> bool {
        self.values.iter().zip(state).all(|(values, value)| values.contains(*value))
    }
}

/// Bounds of the reachable states; those of the types if finding better ones takes too much.
pub fn bounds(system: &System) -> Bounds {
    let analysis = Analysis::new(system);
    analysis.run().unwrap_or_else(|| Bounds::of_types(system))
}

struct Analysis<'s> {
    evaluator: Evaluator<'s>,
    system: &'s System,
    thresholds: BTreeSet<i128>,
    /// The variables that decide what each transition does.
    read: Vec<Vec<VariableId>>,
}

impl<'s> Analysis<'s> {
    fn new(system: &'s System) -> Self {
        let read = system.transitions.iter().map(|transition| read_by(system, transition)).collect();
        Analysis { evaluator: Evaluator::new(system), system, thresholds: thresholds(system), read }
    }

    fn run(&self) -> Option<Bounds> {
        let types = Bounds::of_types(self.system).values;
        let initial = self.initial(&types)?;
        let mut closed = self.widened(&initial)?;
        for _ in 0..NARROWINGS {
            let smaller = self.image(&initial, &closed)?;
            // The image of a closed box is closed; that is looked at again, since everything rests on it.
            if smaller == closed || !self.is_closed(&initial, &smaller)? {
                break;
            }
            closed = smaller;
        }
        if !self.is_closed(&initial, &closed)? {
            return None;
        }
        let dead = self.dead(&closed);
        Some(Bounds { values: closed, dead })
    }

    /// A box around the initial states.
    fn initial(&self, types: &[Values]) -> Option<Vec<Values>> {
        let mut at = Environment::new(types);
        // Once more, since a later condition may tell of a variable in an earlier one.
        for condition in self.system.initial.iter().chain(&self.system.initial) {
            at = self.evaluator.refine(condition, true, at)?;
        }
        Some((0..types.len()).map(|number| at.get(VariableId::from_index(number))).collect())
    }

    /// A closed box, from the initial one upward.
    fn widened(&self, initial: &[Values]) -> Option<Vec<Values>> {
        let mut current = initial.to_vec();
        let mut moved = vec![0; current.len()];
        let mut changed: Vec<usize> = vec![1; current.len()];
        let mut seen = vec![0; self.system.transitions.len()];
        for round in 1.. {
            let mut is_stable = true;
            for (number, transition) in self.system.transitions.iter().enumerate() {
                let is_new =
                    self.read[number].iter().any(|variable| changed[variable.index()] > seen[number]);
                if seen[number] > 0 && !is_new {
                    continue;
                }
                seen[number] = round;
                for (variable, values) in self.written(transition, &current)? {
                    let place = variable.index();
                    let wider = current[place].join(values);
                    if wider != current[place] {
                        moved[place] = u8::saturating_add(moved[place], 1);
                        current[place] = match moved[place] > PATIENCE {
                            true => self.widen(current[place], wider),
                            false => wider,
                        };
                        changed[place] = round + 1;
                        is_stable = false;
                    }
                }
            }
            if is_stable {
                break;
            }
        }
        Some(current)
    }

    /// What a transition makes of the variables that it changes, on the way or in the end; nothing if there is no work left.
    fn written(&self, transition: &Transition, current: &[Values]) -> Option<Vec<(VariableId, Values)>> {
        if self.evaluator.work.get() > MOST_WORK {
            return None;
        }
        let after = self.evaluator.fire(transition, Environment::new(current));
        let mut written: Vec<(VariableId, Values)> =
            after.map(|after| after.changes().collect()).unwrap_or_default();
        written.extend(self.evaluator.attempts.take());
        Some(written)
    }

    /// The box around the initial states and all that a step from a box leads to.
    fn image(&self, initial: &[Values], current: &[Values]) -> Option<Vec<Values>> {
        let mut image = initial.to_vec();
        for transition in &self.system.transitions {
            let written = self.written(transition, current)?;
            for (variable, values) in written {
                image[variable.index()] = image[variable.index()].join(values);
            }
        }
        Some(image)
    }

    /// Whether the box contains the initial states, and no transition leaves it.
    fn is_closed(&self, initial: &[Values], current: &[Values]) -> Option<bool> {
        let within = |place: usize, values: Values| current[place].join(values) == current[place];
        if !initial.iter().enumerate().all(|(place, values)| within(place, *values)) {
            return Some(false);
        }
        for transition in &self.system.transitions {
            let written = self.written(transition, current)?;
            if !written.into_iter().all(|(variable, values)| within(variable.index(), values)) {
                return Some(false);
            }
        }
        Some(true)
    }

    fn widen(&self, current: Values, wider: Values) -> Values {
        let (Values::Integers(old), Values::Integers(new)) = (current, wider) else { return wider };
        let low = match new.low {
            End::At(number) if new.low < old.low => {
                self.thresholds.range(..=number).next_back().map_or(End::Below, |least| End::At(*least))
            }
            low => low,
        };
        let high = match new.high {
            End::At(number) if new.high > old.high => {
                self.thresholds.range(number..).next().map_or(End::Above, |most| End::At(*most))
            }
            high => high,
        };
        Values::Integers(Interval { low, high })
    }

    /// The transitions that are never taken and never fault.
    fn dead(&self, closed: &[Values]) -> Vec<TransitionId> {
        let is_dead = |transition: &Transition| {
            let edges = || edges(self.system, transition);
            let sender = self.system.edge(transition.sender);
            let at = Environment::new(closed);
            let is_absent = match sender.movement {
                Movement::Location { variable, from, .. } => {
                    at.get(variable).meet(Values::Codes(Codes::only(from))).is_empty()
                }
                Movement::Counter { from, .. } => at.get(from).integers().high < End::At(1),
                Movement::None => false,
            };
            let may_fault = || edges().any(|edge| reads::may_fault(&edge.guard));
            is_absent || (!may_fault() && self.evaluator.refine(&sender.guard, true, at).is_none())
        };
        let numbered = self.system.transitions.iter().enumerate();
        numbered
            .filter(|(_, transition)| is_dead(transition))
            .map(|(number, _)| TransitionId::from_index(number))
            .collect()
    }
}

/// The edges of a transition, sender first.
pub(crate) fn edges<'s>(
    system: &'s System,
    transition: &'s Transition,
) -> impl Iterator<Item = &'s Edge> + 's {
    let receivers = transition.receivers.iter().map(|receiver| receiver.edge);
    std::iter::once(transition.sender).chain(receivers).map(|edge| system.edge(edge))
}

fn read_by(system: &System, transition: &Transition) -> Vec<VariableId> {
    let mut found = Vec::new();
    for edge in edges(system, transition) {
        reads::read(&edge.guard, &mut found);
        reads::action_read(&edge.action, &mut found);
        // What is written only perhaps keeps its value otherwise.
        reads::written(&edge.action, &mut found);
        match edge.movement {
            Movement::None => {}
            Movement::Location { variable, .. } => found.push(variable),
            Movement::Counter { from, to } => found.extend([from, to]),
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The constants of the model, and their neighbours: where ends of intervals are likely to stop.
fn thresholds(system: &System) -> BTreeSet<i128> {
    let mut found = BTreeSet::new();
    system.initial.iter().for_each(|condition| constants(condition, &mut found));
    for edge in &system.edges {
        constants(&edge.guard, &mut found);
        action_constants(&edge.action, &mut found);
    }
    let near = |number: &i128| [number.saturating_sub(1), *number, number.saturating_add(1)];
    found.iter().flat_map(near).collect()
}

fn constants(expr: &Expr, found: &mut BTreeSet<i128>) {
    found.extend(constant(expr));
    expr.children().into_iter().for_each(|child| constants(child, found));
}

fn action_constants(block: &Block, found: &mut BTreeSet<i128>) {
    for statement in block.steps.iter().flat_map(|step| &step.statements) {
        match &statement.kind {
            StatementKind::Assign { value, .. } => constants(value, found),
            StatementKind::Relation(condition) | StatementKind::Assert(condition) => {
                constants(condition, found);
            }
            StatementKind::Any { condition, .. } => {
                condition.iter().for_each(|condition| constants(condition, found));
            }
            StatementKind::Choose(branches) => {
                for branch in branches {
                    branch.guard.iter().for_each(|guard| constants(guard, found));
                    action_constants(&branch.body, found);
                }
            }
            StatementKind::If { condition, then, otherwise } => {
                constants(condition, found);
                [Some(then), otherwise.as_ref()]
                    .into_iter()
                    .flatten()
                    .for_each(|branch| action_constants(&branch.body, found));
            }
            StatementKind::Skip => {}
        }
    }
}
