//! Phase 1 of a step: which branches are taken.

use super::evaluate::{Evaluator, Known};
use super::failure::Failure;
use super::step::Run;
use crate::{Branch, Obstacle, State, Statement, StatementKind, Step};

/// A statement of which all choices are made.
#[derive(Debug, Clone)]
pub(super) enum Selected<'a> {
    /// A statement without branches.
    Plain(&'a Statement),
    /// A nested block: its first step with all choices made, and its further steps.
    Nested { first: Vec<Selected<'a>>, rest: &'a [Step] },
}

/// All ways to make the choices of a step that begins in `state`; none if it is blocked.
///
/// Statements are looked at from the left; one that is blocked ends the search, one whose condition faults
/// records the fault.
pub(super) fn select<'a>(
    run: &mut Run<'_>,
    state: &State,
    step: &'a Step,
) -> Result<Vec<Vec<Selected<'a>>>, Obstacle> {
    let mut ways = vec![Vec::new()];
    for statement in &step.statements {
        let options = options(run, state, statement)?;
        ways = ways
            .iter()
            .flat_map(|way| {
                options.iter().map(move |option| {
                    let mut longer = way.clone();
                    longer.extend(option.iter().cloned());
                    longer
                })
            })
            .collect();
        if ways.is_empty() {
            break;
        }
    }
    Ok(ways)
}

/// The ways to make the choices of one statement. An empty way does nothing; no way at all is blocked.
fn options<'a>(
    run: &mut Run<'_>,
    state: &State,
    statement: &'a Statement,
) -> Result<Vec<Vec<Selected<'a>>>, Obstacle> {
    match &statement.kind {
        StatementKind::Skip => Ok(vec![Vec::new()]),
        StatementKind::Choose(branches) => {
            let mut all = Vec::new();
            for branch in branches {
                all.extend(branch_options(run, state, branch)?);
            }
            Ok(all)
        }
        StatementKind::If { condition, then, otherwise } => match run.decide(state, condition)? {
            Some(true) => branch_options(run, state, then),
            Some(false) => match otherwise {
                Some(branch) => branch_options(run, state, branch),
                None => Ok(vec![Vec::new()]),
            },
            None => Ok(Vec::new()),
        },
        _ => Ok(vec![vec![Selected::Plain(statement)]]),
    }
}

fn branch_options<'a>(
    run: &mut Run<'_>,
    state: &State,
    branch: &'a Branch,
) -> Result<Vec<Vec<Selected<'a>>>, Obstacle> {
    if let Some(guard) = &branch.guard
        && run.decide(state, guard)? != Some(true)
    {
        return Ok(Vec::new());
    }
    let Some((first, rest)) = branch.body.steps.split_first() else {
        return Ok(vec![Vec::new()]);
    };
    let ways = select(run, state, first)?;
    Ok(ways.into_iter().map(|first| vec![Selected::Nested { first, rest }]).collect())
}

impl Run<'_> {
    /// The value of a condition; nothing if it faults, which is recorded.
    fn decide(&mut self, state: &State, condition: &crate::Expr) -> Result<Option<bool>, Obstacle> {
        match Evaluator::new(self.system, &Known(state)).bool(condition) {
            Ok(value) => Ok(Some(value)),
            Err(failure) => self.record(failure).map(|()| None),
        }
    }

    /// Remembers a fault, and passes an obstacle on.
    pub(super) fn record(&mut self, failure: Failure) -> Result<(), Obstacle> {
        match failure {
            Failure::Fault { reason, span } => {
                if !self.faults.iter().any(|fault| *fault == (reason.clone(), span)) {
                    self.faults.push((reason, span));
                }
                Ok(())
            }
            Failure::Obstacle(obstacle) => Err(obstacle),
            Failure::Undetermined(variable) => {
                unreachable!("variable {variable:?} has no value in a complete state")
            }
        }
    }
}
