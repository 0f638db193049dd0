//! Inactive variables: values that nobody will read are forgotten, and paths get them back.
//!
//! Which variables are inactive where is found by `analysis`, for questions that single states decide. The moves of the system
//! then forget them (`encoding`), and so do the initial states; what is reached is a set of states that stand for all that
//! differ from them in inactive variables. A path through such states is walked again in the system, from an initial
//! state that the first of them stands for.

use crate::Lowered;
use analysis::Inactive;
use state_sets::{Cell, Domain, Formula, Kind, Limited, Linear, Step, Variable};
use system::{ClaimedPath, Mismatch, Property, Question, State, System, VariableId};

/// What is forgotten.
pub(crate) struct Forgotten<D: Domain> {
    inactive: Inactive,
    /// The initial states of the system.
    initial: D::Set,
}

/// What is inactive for these properties, by their numbers; nothing if one of them may depend on it, or if nothing ever is.
pub(crate) fn inactive(system: &System, properties: &[usize]) -> Option<Inactive> {
    let asked: Vec<&Property> = properties.iter().map(|number| &system.properties[*number]).collect();
    let is_allowed = asked.iter().all(|property| may_forget(&property.question));
    is_allowed.then(|| analysis::inactive(system, &asked)).flatten()
}

/// Whether the question is decided by single states, whatever inactive variables have there.
pub fn may_forget(question: &Question) -> bool {
    match question {
        Question::Invariant(_) | Question::Reachable(_) | Question::DeadlockFree | Question::NoFaults => true,
        Question::Bound(_) | Question::Ctl(_) | Question::Ltl(_) => false,
    }
}

impl<D: Domain> Forgotten<D> {
    /// Forgets what is inactive in the initial states, by these steps; returns them, and what they were.
    pub fn begin(
        domain: &D,
        initial: &D::Set,
        inactive: Inactive,
        states: &[Vec<Step>],
    ) -> Limited<(D::Set, Self)> {
        let mut forgetful = initial.clone();
        for steps in states {
            let mut all = domain.empty();
            for step in steps {
                all = domain.union(&all, &domain.post(&forgetful, &domain.relation(step)?)?)?;
            }
            forgetful = all;
        }
        Ok((forgetful, Forgotten { inactive, initial: initial.clone() }))
    }

    /// The path as one of the system, or why it is none.
    pub fn walked(
        &self,
        system: &System,
        domain: &D,
        lowered: &Lowered,
        path: &ClaimedPath,
    ) -> Limited<Result<ClaimedPath, Mismatch>> {
        let alike = domain.set(&self.alike(lowered, &path.initial))?;
        let Some(point) = domain.pick(&domain.intersection(&self.initial, &alike)?)? else {
            return Ok(Err(Mismatch::NotInitial));
        };
        Ok(self.inactive.walked(system, lowered.coding.state(&point), path))
    }

    /// The states that differ from this one in inactive variables alone.
    fn alike(&self, lowered: &Lowered, state: &State) -> Formula {
        let Some(point) = lowered.coding.point(state) else { return Formula::falsity() };
        let forgotten = self.inactive.at(state);
        let fixed = (0u32..).zip(&point.0).filter(|(number, _)| !forgotten.contains(&VariableId(*number)));
        Formula::all(fixed.map(|(number, code)| has(lowered, Variable(number), *code)))
    }
}

/// The variable has the code or integer.
fn has(lowered: &Lowered, variable: Variable, code: i128) -> Formula {
    let cell = Cell::now(variable);
    match (lowered.space.kind(variable), u64::try_from(code)) {
        (Kind::Finite { .. }, Ok(code)) => Formula::is(cell, code),
        _ => match Linear::cell(cell).minus(&Linear::constant(code)) {
            Some(sum) => Formula::zero(sum),
            None => Formula::falsity(),
        },
    }
}
