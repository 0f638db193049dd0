//! Phase 1 of a step: which branches are taken.

use super::expression::Environment;
use super::run::Run;
use crate::{Logic, Refusal, Variable};
use system::{Branch, Expr, Statement, StatementKind, Step};

/// A statement of which all choices are made.
#[derive(Debug, Clone)]
pub(super) enum Selected<'a> {
    /// A statement without branches.
    Plain(&'a Statement),
    /// A nested block: its first step with all choices made, and its further steps.
    Nested { first: Vec<Selected<'a>>, rest: &'a [Step] },
}

/// Ways to make the choices of statements, each with its condition.
type Options<'a, C> = Vec<(C, Vec<Selected<'a>>)>;

impl<L: Logic> Run<'_, '_, L> {
    /// All ways to make the choices of a step where the condition is true. Statements are looked at from the left;
    /// where one is blocked, those behind it are not looked at.
    pub(super) fn select<'a>(
        &mut self,
        environment: &Environment<L::Condition>,
        condition: L::Condition,
        chosen: &[Variable],
        step: &'a Step,
    ) -> Result<Options<'a, L::Condition>, Refusal> {
        let mut ways = vec![(condition, Vec::new())];
        let mut reached = condition;
        for statement in &step.statements {
            let options = self.options(environment, reached, chosen, statement)?;
            let mut longer = Vec::new();
            for (condition, way) in &ways {
                for (further, option) in &options {
                    let both = self.translator.logic.and(*condition, *further)?;
                    if !self.translator.logic.is_plainly_false(both) {
                        longer.push((both, [way.as_slice(), option].concat()));
                    }
                }
            }
            self.fork(longer.len())?;
            ways = longer;
            let open: Vec<_> = options.iter().map(|(condition, _)| *condition).collect();
            reached = self.translator.logic.any(&open)?;
        }
        Ok(ways)
    }

    /// The ways to make the choices of one statement. An empty way does nothing.
    fn options<'a>(
        &mut self,
        environment: &Environment<L::Condition>,
        reached: L::Condition,
        chosen: &[Variable],
        statement: &'a Statement,
    ) -> Result<Options<'a, L::Condition>, Refusal> {
        match &statement.kind {
            StatementKind::Skip => Ok(vec![(reached, Vec::new())]),
            StatementKind::Choose(branches) => {
                let mut all = Vec::new();
                for branch in branches {
                    all.extend(self.branch_options(environment, reached, chosen, branch)?);
                }
                Ok(all)
            }
            StatementKind::If { condition, then, otherwise } => {
                let (holds, fails) = self.decided(environment, reached, chosen, condition)?;
                let mut all = self.branch_options(environment, holds, chosen, then)?;
                match otherwise {
                    Some(branch) => all.extend(self.branch_options(environment, fails, chosen, branch)?),
                    None => all.push((fails, Vec::new())),
                }
                Ok(all)
            }
            _ => Ok(vec![(reached, vec![Selected::Plain(statement)])]),
        }
    }

    fn branch_options<'a>(
        &mut self,
        environment: &Environment<L::Condition>,
        mut reached: L::Condition,
        chosen: &[Variable],
        branch: &'a Branch,
    ) -> Result<Options<'a, L::Condition>, Refusal> {
        if let Some(guard) = &branch.guard {
            reached = self.decided(environment, reached, chosen, guard)?.0;
        }
        if self.translator.logic.is_plainly_false(reached) {
            return Ok(Vec::new());
        }
        let Some((first, rest)) = branch.body.steps.split_first() else {
            return Ok(vec![(reached, Vec::new())]);
        };
        let ways = self.select(environment, reached, chosen, first)?;
        let nested = |(condition, first)| (condition, vec![Selected::Nested { first, rest }]);
        Ok(ways.into_iter().map(nested).collect())
    }

    /// Where a condition is true and where it is false, among what is reached; a fault is recorded.
    fn decided(
        &mut self,
        environment: &Environment<L::Condition>,
        reached: L::Condition,
        chosen: &[Variable],
        condition: &Expr,
    ) -> Result<(L::Condition, L::Condition), Refusal> {
        let truth = self.translator.decide(environment, condition)?;
        let fault = self.translator.logic.and(reached, truth.fault)?;
        self.record(fault, chosen)?;
        let logic = &mut self.translator.logic;
        Ok((logic.and(reached, truth.holds)?, logic.and(reached, truth.fails)?))
    }
}
