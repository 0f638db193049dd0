//! A system as formulas: what every domain of state sets can read.

use super::{LoweringError, Quantity, Unsupported};
use crate::Coding;
use budget::Budget;
use state_sets::{Cell, Declaration, Formula, Halt, Kind, Limited, Local, Moment, Space, Step, Variable};
use system::{BoundId, EdgeId, Expr, System, TransitionId};

/// A system in the language of state sets.
#[derive(Debug, Clone)]
pub struct Lowered {
    /// The variables: those of the system, the rigid ones, and others that were asked for.
    pub space: Space,
    /// What codes and integers of the space stand for in the system.
    pub coding: Coding,
    /// The variables of the space that stand for rigid variables; they never change.
    pub rigid: Vec<(BoundId, Variable)>,
    /// The initial states.
    pub initial: Formula,
    /// What the transitions do, in the order of the transitions; one transition can have several moves.
    pub moves: Vec<Move>,
    /// The states in which a transition faults, for those that can. The ways to take it that do not fault are
    /// moves all the same.
    pub faults: Vec<(TransitionId, Formula)>,
    /// The transitions that could not be said in formulas, and why. The moves and faults of the others are exact, so that
    /// a path among them is one of the system; what holds of all of them need not hold of the system.
    pub refused: Vec<(TransitionId, Unsupported)>,
}

/// One way in which a transition is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The transition.
    pub transition: TransitionId,
    /// The step from the state before to the state after.
    pub step: Step,
    /// The edges that take part, each with the condition on the state before under which it does, given that
    /// the step is possible there.
    pub edges: Vec<(EdgeId, Formula)>,
    /// Steps whose union the step is, where it has been taken apart; otherwise there are none.
    pub parts: Vec<Step>,
}

impl Move {
    /// The steps whose union it is.
    pub fn steps(&self) -> &[Step] {
        if self.parts.is_empty() { std::slice::from_ref(&self.step) } else { &self.parts }
    }
}

impl Lowered {
    /// The same with rigid variables and then others behind its own: no formula that is known changes, since none of them
    /// mentions a variable that is added.
    pub fn extended(&self, system: &System, rigid: &[BoundId], extra: &[Declaration]) -> Lowered {
        let mut longer = self.clone();
        for bound in rigid {
            let declared = system.bound(*bound);
            let kind = Kind::Integer { low: declared.natural.then_some(0), high: None };
            longer.rigid.push((*bound, Variable(longer.space.variables.len() as u32)));
            longer.space.variables.push(Declaration { name: declared.name.clone(), kind, cluster: None });
        }
        longer.space.variables.extend(extra.iter().cloned());
        longer
    }

    /// The states in which a condition is true; where it faults, it is false.
    pub fn condition(
        &self,
        system: &System,
        condition: &Expr,
        budget: &Budget<'_>,
    ) -> Result<Formula, LoweringError> {
        super::condition(system, self, condition, budget)
    }

    /// The value of an integer expression in each state in which it does not fault.
    pub fn value(
        &self,
        system: &System,
        expression: &Expr,
        budget: &Budget<'_>,
    ) -> Result<Quantity, LoweringError> {
        super::value(system, self, expression, budget)
    }

    /// The step that gives a rigid variable any value.
    pub fn release(&self, bound: BoundId) -> Limited<Step> {
        let known = self.rigid.iter().find(|(own, _)| *own == bound);
        let (_, variable) = known.ok_or_else(|| Halt::Unsupported("a rigid variable is not known".into()))?;
        Ok(Step { changed: vec![*variable], relation: Formula::truth() })
    }

    /// A value of a finite variable of the space, in the words of the system.
    pub fn shown_code(&self, system: &System, variable: Variable, code: u64) -> String {
        let known = system.variables.get(variable.index()).zip(self.coding.codes.get(variable.index()));
        match known {
            Some((declared, codes)) => system.show_value(declared.ty, codes.value(i128::from(code))),
            None => code.to_string(),
        }
    }

    /// For each move, the states in which it is possible.
    pub fn guards(&self) -> Vec<Formula> {
        self.moves.iter().map(|one| guard(&one.step, &self.space)).collect()
    }

    /// Takes moves apart, so that each is a conjunction, as far as that gives few of them.
    pub fn split_moves(&mut self) {
        let split = |one: &Move| {
            let parts = disjuncts(&one.step.relation);
            let step = |relation| Step { changed: one.step.changed.clone(), relation };
            parts.into_iter().map(|part| Move { step: step(part), ..one.clone() }).collect::<Vec<_>>()
        };
        self.moves = self.moves.iter().flat_map(split).collect();
    }
}

/// The states from which the step leads somewhere.
pub fn guard(step: &Step, space: &Space) -> Formula {
    let first = step.relation.last_local().map_or(0, |local| local.0.saturating_add(1));
    let place = |variable: Variable| step.changed.iter().position(|own| *own == variable);
    let local = |place: usize| Local(first.saturating_add(place as u32));
    let body = step.relation.with_cells(&|cell| match cell {
        Cell::Variable(variable, Moment::Next) => {
            place(variable).map_or(Cell::now(variable), |place| Cell::Local(local(place)))
        }
        other => other,
    });
    let bound = step.changed.iter().enumerate().map(|(at, variable)| (local(at), space.kind(*variable)));
    let bound: Vec<(Local, Kind)> = bound.collect();
    Formula::exists(bound, body)
}

/// More parts of one formula than this are kept together.
const MOST_DISJUNCTS: usize = 32;

/// Formulas of which the formula is the disjunction.
fn disjuncts(formula: &Formula) -> Vec<Formula> {
    match formula {
        Formula::Or(parts) => parts.iter().flat_map(disjuncts).collect(),
        Formula::And(parts) => {
            let mut found = vec![Formula::truth()];
            for part in parts {
                let cases = disjuncts(part);
                if found.len().saturating_mul(cases.len()) > MOST_DISJUNCTS {
                    found = found.into_iter().map(|one| one.and(part.clone())).collect();
                    continue;
                }
                let with = |one: &Formula| {
                    cases.iter().map(|case| one.clone().and(case.clone())).collect::<Vec<_>>()
                };
                found = found.iter().flat_map(with).collect();
            }
            found
        }
        other => vec![other.clone()],
    }
}
