//! Runs blocks and steps: phases 3 and 4, and the sequence of steps.

use super::evaluate::{Evaluator, Known};
use super::failure::Failure;
use super::guess::Guesses;
use super::prepare::{Prepared, prepare};
use super::select::select;
use super::solve::{solve_step, two_values};
use crate::{Obstacle, State, Step, System, Value, VariableId};
use diagnostics::Span;
use std::collections::BTreeMap;

/// The new values of the variables that a step or block writes or releases.
pub(super) type Writes = BTreeMap<VariableId, Value>;

/// The faults met while a transition runs; the states that it leads to are returned.
pub(super) struct Run<'s> {
    pub(super) system: &'s System,
    pub(super) faults: Vec<(String, Span)>,
    /// Which values are tried for unknowns, where not all are.
    pub(super) guesses: Option<Guesses<'s>>,
}

impl<'s> Run<'s> {
    pub(super) fn new(system: &'s System) -> Self {
        Run { system, faults: Vec::new(), guesses: None }
    }

    /// A run that looks only for what some values of unknowns lead to.
    pub(super) fn guessing(system: &'s System, guesses: Guesses<'s>) -> Self {
        Run { system, faults: Vec::new(), guesses: Some(guesses) }
    }

    /// What the steps, one after the other, can write from a state; nothing if they block or fault.
    pub(super) fn steps(&mut self, state: &State, steps: &[Step]) -> Result<Vec<Writes>, Obstacle> {
        let mut results = vec![Writes::new()];
        for step in steps {
            let mut longer = Vec::new();
            for writes in results {
                let between = apply(state, &writes);
                for new in self.step(&between, step)? {
                    let mut both = writes.clone();
                    both.extend(new);
                    if !longer.contains(&both) {
                        longer.push(both);
                    }
                }
            }
            results = longer;
        }
        Ok(results)
    }

    /// What one step can write.
    fn step(&mut self, state: &State, step: &Step) -> Result<Vec<Writes>, Obstacle> {
        let mut results = Vec::new();
        for way in select(self, state, step)? {
            match prepare(self.system, state, &way) {
                Ok(prepared) => {
                    let completed = self.complete(state, &prepared)?;
                    if !completed.is_empty() && self.assertions_hold(state, &prepared)? {
                        results.extend(completed);
                    }
                }
                Err(failure) => self.record(failure)?,
            }
        }
        Ok(results)
    }

    /// Completes nested blocks, merges what is written, and solves relations; assertions are left out.
    fn complete(&mut self, state: &State, prepared: &[Prepared<'_>]) -> Result<Vec<Writes>, Obstacle> {
        let mut merged = vec![Writes::new()];
        for one in prepared {
            let parts = match one {
                Prepared::Write { variable, value, span } => {
                    vec![(Writes::from([(*variable, *value)]), *span)]
                }
                Prepared::Nested { first, rest } => {
                    let span = first.first().map(Prepared::span).unwrap_or_default();
                    self.nested(state, first, rest)?.into_iter().map(|writes| (writes, span)).collect()
                }
                _ => continue,
            };
            merged = self.merge(&merged, &parts)?;
        }
        let mut results = Vec::new();
        for writes in merged {
            for solution in solve_step(self, state, prepared, &writes)? {
                if !results.contains(&solution) {
                    results.push(solution);
                }
            }
        }
        Ok(results)
    }

    fn nested(
        &mut self,
        state: &State,
        first: &[Prepared<'_>],
        rest: &[Step],
    ) -> Result<Vec<Writes>, Obstacle> {
        let completed = self.complete(state, first)?;
        if rest.is_empty() {
            return Ok(completed);
        }
        if completed.is_empty() || !self.assertions_hold(state, first)? {
            return Ok(Vec::new());
        }
        let mut results = Vec::new();
        for writes in completed {
            for new in self.steps(&apply(state, &writes), rest)? {
                let mut both = writes.clone();
                both.extend(new);
                results.push(both);
            }
        }
        Ok(results)
    }

    /// Every combination; two different values for one variable are a fault.
    fn merge(&mut self, all: &[Writes], parts: &[(Writes, Span)]) -> Result<Vec<Writes>, Obstacle> {
        let mut results = Vec::new();
        for writes in all {
            for (part, span) in parts {
                let clash = part
                    .iter()
                    .find(|(variable, value)| writes.get(variable).is_some_and(|other| other != *value));
                if let Some((variable, _)) = clash {
                    self.record(two_values(self.system, *variable, *span))?;
                } else {
                    let mut both = writes.clone();
                    both.extend(part);
                    results.push(both);
                }
            }
        }
        Ok(results)
    }

    /// Phase 4, for the step and for nested blocks of one step.
    fn assertions_hold(&mut self, state: &State, prepared: &[Prepared<'_>]) -> Result<bool, Obstacle> {
        for one in prepared {
            let holds = match one {
                Prepared::Nested { first, rest: [] } => self.assertions_hold(state, first)?,
                Prepared::Assert { condition, span } => {
                    let known = Known(state);
                    let failure = match Evaluator::new(self.system, &known).bool(condition) {
                        Ok(true) => continue,
                        Ok(false) => {
                            let text = self.system.show_expr(condition);
                            Failure::fault(format!("assertion failed: {text}"), *span)
                        }
                        Err(failure) => failure,
                    };
                    self.record(failure)?;
                    false
                }
                _ => true,
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Prepared<'_> {
    /// Where the statement stands.
    pub(super) fn span(&self) -> Span {
        match self {
            Prepared::Write { span, .. }
            | Prepared::Any { span, .. }
            | Prepared::Relation { span, .. }
            | Prepared::Assert { span, .. } => *span,
            Prepared::Nested { first, .. } => first.first().map(Prepared::span).unwrap_or_default(),
        }
    }
}

/// The state with these variables changed.
pub(super) fn apply(state: &State, writes: &Writes) -> State {
    let mut next = state.clone();
    for (variable, value) in writes {
        next[variable.index()] = *value;
    }
    next
}
