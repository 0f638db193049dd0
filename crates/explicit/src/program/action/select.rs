//! Phase 1: which branches are taken.

use super::{Branch, Runner, Statement, Step};
use crate::code::{Code, Values};

/// A statement of which all choices are made.
#[derive(Debug, Clone)]
pub(super) enum Selected<'b> {
    /// A statement without branches.
    Plain(&'b Statement),
    /// The block of a branch.
    Nested(Nested<'b>),
}

/// The block of a branch: its first step with all choices made, and the further steps.
#[derive(Debug, Clone)]
pub(super) struct Nested<'b> {
    pub step: &'b Step,
    pub first: Vec<Selected<'b>>,
    pub rest: &'b [Step],
}

impl Runner<'_> {
    /// All ways to make the choices of a step that begins in this state; none if it is blocked.
    ///
    /// Statements are looked at from the left, and one that is blocked ends the search.
    pub(super) fn select<'b>(&mut self, step: &'b Step, state: &[i64]) -> Vec<Vec<Selected<'b>>> {
        let mut ways: Vec<Vec<Selected<'b>>> = vec![Vec::new()];
        for statement in &step.statements {
            let options = match statement {
                Statement::Skip => continue,
                Statement::Choose(branches) => {
                    branches.iter().flat_map(|branch| self.select_branch(branch, state)).collect()
                }
                Statement::If { condition, then, otherwise } => {
                    match (self.decide(condition, state), otherwise) {
                        (Some(true), _) => self.select_branch(then, state),
                        (Some(false), Some(otherwise)) => self.select_branch(otherwise, state),
                        (Some(false), None) => continue,
                        (None, _) => Vec::new(),
                    }
                }
                plain => {
                    ways.iter_mut().for_each(|way| way.push(Selected::Plain(plain)));
                    continue;
                }
            };
            let longer = |way: &Vec<Selected<'b>>, option: &Option<Nested<'b>>| {
                way.iter().cloned().chain(option.clone().map(Selected::Nested)).collect()
            };
            ways =
                ways.iter().flat_map(|way| options.iter().map(move |option| longer(way, option))).collect();
            if ways.is_empty() {
                break;
            }
        }
        ways
    }

    /// The ways to take a branch: none if it is blocked, and nothing to do if its block has no steps.
    fn select_branch<'b>(&mut self, branch: &'b Branch, state: &[i64]) -> Vec<Option<Nested<'b>>> {
        if let Some(guard) = &branch.guard
            && self.decide(guard, state) != Some(true)
        {
            return Vec::new();
        }
        let Some((step, rest)) = branch.body.steps.split_first() else { return vec![None] };
        let ways = self.select(step, state);
        ways.into_iter().map(|first| Some(Nested { step, first, rest })).collect()
    }

    /// The value of a condition; nothing if it has none, which is noted.
    fn decide(&mut self, condition: &Code, state: &[i64]) -> Option<bool> {
        condition.test(Values::of(state)).map_err(|trap| self.note(trap)).ok()
    }
}
