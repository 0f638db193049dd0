//! The first phase of a step: the choices of its statements, as formulas.
//!
//! A way makes all choices of `choose`; the branches of an `if` stay together in one way, each statement with the
//! condition under which it is active. So a row of `if`s is one way, and only `choose` multiplies them. Where there
//! are too many, they are put into one with a chosen number.

use super::conjunction::{both, either, some};
use super::environment::Scope;
use super::environment::Values;
use super::outcome::{Path, closed};
use super::{Lowerer, Lowering};
use state_sets::{Cell, Formula, Kind, Local};
use system::{Branch, Statement, StatementKind, Step};

/// A statement of which all choices are made, with the states in which it happens.
#[derive(Debug, Clone)]
pub(super) struct Selected<'a> {
    pub active: Formula,
    pub what: What<'a>,
}

/// What happens.
#[derive(Debug, Clone)]
pub(super) enum What<'a> {
    /// A statement without branches.
    Plain(&'a Statement),
    /// A nested block: its first step with all choices made, and its further steps.
    Nested { first: Vec<Selected<'a>>, rest: &'a [Step] },
}

/// One way to make the choices of a step.
#[derive(Debug, Clone)]
pub(super) struct Way<'a> {
    pub locals: Vec<(Local, Kind)>,
    /// Where it is possible.
    pub condition: Formula,
    pub selected: Vec<Selected<'a>>,
}

impl<'a> Way<'a> {
    fn of(condition: Formula, selected: Vec<Selected<'a>>) -> Way<'a> {
        Way { locals: Vec::new(), condition, selected }
    }

    fn nothing() -> Way<'a> {
        Way::of(Formula::truth(), Vec::new())
    }

    /// The way where the condition holds.
    fn under(mut self, condition: &Formula) -> Way<'a> {
        self.condition = both(condition, &self.condition);
        for one in &mut self.selected {
            one.active = both(condition, &one.active);
        }
        self
    }

    /// This or another way; at most one of them is possible for given chosen values.
    fn either(mut self, other: Way<'a>) -> Way<'a> {
        self.locals.extend(other.locals);
        self.condition = either(&self.condition, &other.condition);
        self.selected.extend(other.selected);
        self
    }

    fn and(&self, other: &Way<'a>) -> Way<'a> {
        Way {
            locals: self.locals.iter().chain(&other.locals).copied().collect(),
            condition: both(&self.condition, &other.condition),
            selected: self.selected.iter().chain(&other.selected).cloned().collect(),
        }
    }
}

impl Lowerer<'_> {
    /// All ways to make the choices of a step.
    pub(super) fn select<'a>(
        &mut self,
        path: &Path,
        values: &Values,
        step: &'a Step,
    ) -> Lowering<Vec<Way<'a>>> {
        let mut ways = vec![Way::nothing()];
        let mut path = path.clone();
        for statement in &step.statements {
            let mut options = self.options(&path, values, statement)?;
            // Later statements are looked at only where this one is not blocked.
            let possible: Vec<Formula> =
                options.iter().map(|way| closed(&way.locals, way.condition.clone())).collect();
            path = path.and(&some(&possible));
            if ways.len().saturating_mul(options.len()) > self.most_moves {
                options = self.one_way(options);
            }
            if ways.len().saturating_mul(options.len()) > self.most_moves {
                ways = self.one_way(ways);
            }
            ways = ways.iter().flat_map(|way| options.iter().map(|option| way.and(option))).collect();
            ways.retain(|way| !way.condition.is_falsity());
            if ways.is_empty() {
                break;
            }
        }
        Ok(ways)
    }

    fn options<'a>(
        &mut self,
        path: &Path,
        values: &Values,
        statement: &'a Statement,
    ) -> Lowering<Vec<Way<'a>>> {
        match &statement.kind {
            StatementKind::Skip => Ok(vec![Way::nothing()]),
            StatementKind::Choose(branches) => {
                let mut all = Vec::new();
                for branch in branches {
                    all.extend(self.branch_options(path, values, branch)?);
                }
                Ok(all)
            }
            StatementKind::If { condition, then, otherwise } => {
                let decided = self.truth(condition, Scope::of(values))?;
                self.record(path, &decided.fault);
                let falsehood = decided.falsehood();
                let first = self.branch_options(&path.and(&decided.truth), values, then)?;
                let second = match otherwise {
                    Some(branch) => self.branch_options(&path.and(&falsehood), values, branch)?,
                    None => vec![Way::nothing()],
                };
                Ok(zipped(&decided.truth, first, &falsehood, second))
            }
            _ => {
                let selected = Selected { active: Formula::truth(), what: What::Plain(statement) };
                Ok(vec![Way::of(Formula::truth(), vec![selected])])
            }
        }
    }

    fn branch_options<'a>(
        &mut self,
        path: &Path,
        values: &Values,
        branch: &'a Branch,
    ) -> Lowering<Vec<Way<'a>>> {
        let mut condition = Formula::truth();
        if let Some(guard) = &branch.guard {
            let decided = self.truth(guard, Scope::of(values))?;
            self.record(path, &decided.fault);
            condition = decided.truth;
        }
        let Some((first, rest)) = branch.body.steps.split_first() else {
            return Ok(vec![Way::of(condition, Vec::new())]);
        };
        let ways = self.select(&path.and(&condition), values, first)?;
        let nested = |way: Way<'a>| {
            let what = What::Nested { first: way.selected, rest };
            let selected = vec![Selected { active: Formula::truth(), what }];
            Way { locals: way.locals, condition: both(&condition, &way.condition), selected }
        };
        Ok(ways.into_iter().map(nested).collect())
    }

    /// All ways as one, with a chosen number that says which.
    fn one_way<'a>(&mut self, ways: Vec<Way<'a>>) -> Vec<Way<'a>> {
        let (local, kind) = match self.chooser(ways.len()) {
            Some(chooser) => chooser,
            None => return ways,
        };
        let chosen = |number: usize| Formula::is(Cell::Local(local), number as u64);
        let each = ways.into_iter().enumerate().map(|(number, way)| way.under(&chosen(number)));
        let mut one = each.reduce(Way::either).unwrap_or_else(Way::nothing);
        one.locals.push((local, kind));
        vec![one]
    }

    /// A chosen number below the count, if there is a choice.
    pub(super) fn chooser(&mut self, count: usize) -> Option<(Local, Kind)> {
        let kind = Kind::Finite { count: count as u64 };
        (count > 1).then(|| (self.cells.local(kind), kind))
    }
}

/// The first ways where one condition holds and the second ways where another does, each with a partner as far as
/// there is one. The conditions exclude each other.
fn zipped<'a>(
    condition: &Formula,
    first: Vec<Way<'a>>,
    other: &Formula,
    second: Vec<Way<'a>>,
) -> Vec<Way<'a>> {
    let (mut first, mut second) = (first.into_iter(), second.into_iter());
    let mut all = Vec::new();
    loop {
        match (first.next(), second.next()) {
            (Some(a), Some(b)) => all.push(a.under(condition).either(b.under(other))),
            (Some(a), None) => all.push(a.under(condition)),
            (None, Some(b)) => all.push(b.under(other)),
            (None, None) => return all,
        }
    }
}
