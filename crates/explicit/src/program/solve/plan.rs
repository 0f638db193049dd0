//! Makes the plan by which constraints are solved.

use super::linear::{LinearRow, finite_ends, rows};
use super::orient::{cases, conjuncts, definition, members};
use super::scope::Scope;
use super::turn::{Entry, Turn};
use crate::code::{Code, Unsupported};
use std::collections::BTreeSet;
use system::Expr;

/// Steps that find all solutions; those that try several values are returned to by backtracking.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plan {
    pub(super) operations: Vec<Operation>,
}

impl Plan {
    /// Whether a solution may be found more than once.
    pub fn may_repeat(&self) -> bool {
        matches!(self.operations.last(), Some(Operation::Split(_)))
    }

    /// Adds the variables whose current values the plan may read.
    pub fn variables(&self, found: &mut BTreeSet<u32>) {
        for operation in &self.operations {
            match operation {
                Operation::Check(code) | Operation::Define(_, code) => code.variables(found),
                Operation::Members(_, codes) => codes.iter().for_each(|code| code.variables(found)),
                Operation::Between(_, rows) => rows.iter().for_each(|row| row.variables(found)),
                Operation::Split(plans) => plans.iter().for_each(|plan| plan.variables(found)),
                Operation::FromSet(_) | Operation::Listed(_) | Operation::Unbounded(_) => {}
            }
        }
    }
}

/// One step. Unknowns are numbered by their position in the scope.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Operation {
    /// Goes on only if the constraint is true.
    Check(Code),
    /// Gives the unknown this value, if it may have it.
    Define(usize, Code),
    /// Gives the unknown each of these values that it may have.
    Members(usize, Vec<Code>),
    /// Gives the unknown each value of the set of its `any`.
    FromSet(usize),
    /// Gives the unknown each value of its type.
    Listed(usize),
    /// Gives the unknown each value that the rows and the type leave.
    Between(usize, Vec<LinearRow>),
    /// Goes on with each of these plans in turn; always the last step.
    Split(Vec<Plan>),
    /// There are infinitely many values for these unknowns; always the last step.
    Unbounded(Vec<usize>),
}

/// Types with at most this many values are listed without asking what linear constraints leave of them.
const SMALL: u64 = 32;

/// Splits within splits go no deeper than this, since each case has a plan of its own.
const DEEPEST_SPLIT: u32 = 5;

/// A plan for these constraints, which are evaluated from the left.
pub(crate) fn make_plan(scope: &Scope<'_>, constraints: &[&Expr]) -> Result<Plan, Unsupported> {
    let mut planner =
        Planner { scope, entries: Vec::new(), known: vec![false; scope.unknowns.len()], depth: 0 };
    for (rank, part) in constraints.iter().flat_map(|constraint| conjuncts(constraint)).enumerate() {
        planner.add(part, rank);
    }
    planner.plan()
}

#[derive(Clone)]
struct Planner<'a> {
    scope: &'a Scope<'a>,
    entries: Vec<Entry>,
    known: Vec<bool>,
    depth: u32,
}

impl Planner<'_> {
    fn add(&mut self, expr: Expr, rank: usize) {
        let unknowns = self.scope.unknowns_in(&expr).into_iter().collect();
        let can_fault = self.scope.minds_faults() && self.scope.can_fault(&expr);
        self.entries.push(Entry { expr, rank, unknowns, can_fault, is_done: false, is_split: false });
    }

    fn plan(mut self) -> Result<Plan, Unsupported> {
        let mut operations = Vec::new();
        loop {
            self.settle(&mut operations)?;
            if self.known.iter().all(|known| *known) {
                return Ok(Plan { operations });
            }
            match self.next()? {
                Next::Try(unknown, operation) => {
                    operations.push(operation);
                    self.known[unknown] = true;
                }
                Next::End(operation) => {
                    operations.push(operation);
                    return Ok(Plan { operations });
                }
            }
        }
    }

    /// How many unknowns of a constraint are not known yet.
    fn missing(&self, entry: &Entry) -> usize {
        entry.unknowns.iter().filter(|unknown| !self.known[**unknown]).count()
    }

    /// Uses every constraint that needs no choice: it is checked, or defines an unknown.
    fn settle(&mut self, operations: &mut Vec<Operation>) -> Result<(), Unsupported> {
        let mut at = 0;
        let mut turn = Turn::of(&self.entries);
        let mut has_changed = false;
        while at < self.entries.len() {
            let operation = if turn.allows(&self.entries[at]) { self.use_constraint(at)? } else { None };
            at += 1;
            if let Some(operation) = operation {
                operations.push(operation);
                self.entries[at - 1].is_done = true;
                has_changed = true;
                if self.scope.minds_faults() {
                    // The turn may have come to another constraint.
                    turn = Turn::of(&self.entries);
                    at = 0;
                }
            }
            if at >= self.entries.len() && has_changed {
                self.entries.retain(|entry| !entry.is_done);
                (at, has_changed) = (0, false);
            }
        }
        Ok(())
    }

    fn use_constraint(&mut self, at: usize) -> Result<Option<Operation>, Unsupported> {
        let entry = &self.entries[at];
        if entry.is_done {
            return Ok(None);
        }
        if self.missing(entry) == 0 {
            return Ok(Some(Operation::Check(self.scope.compiler.expression(&entry.expr)?)));
        }
        let Some(found) = definition(self.scope, &entry.expr, &|unknown| self.known[unknown]) else {
            return Ok(None);
        };
        let code = self.scope.compiler.expression(&found.value)?;
        self.known[found.unknown] = true;
        Ok(Some(Operation::Define(found.unknown, code)))
    }

    fn next(&mut self) -> Result<Next, Unsupported> {
        if let Some(next) = self.members()? {
            return Ok(next);
        }
        if let Some(next) = self.split(true)? {
            return Ok(next);
        }
        if let Some(next) = self.list() {
            return Ok(next);
        }
        if let Some(next) = self.split(false)? {
            return Ok(next);
        }
        let open = (0..self.known.len()).filter(|unknown| !self.known[*unknown]);
        Ok(Next::End(Operation::Unbounded(open.collect())))
    }

    fn members(&mut self) -> Result<Option<Next>, Unsupported> {
        let turn = Turn::of(&self.entries);
        for at in 0..self.entries.len() {
            let is_known = |unknown: usize| self.known[unknown];
            let entry = &self.entries[at];
            if !turn.is_safe(entry) {
                continue;
            }
            if let Some((unknown, values)) = members(self.scope, &entry.expr, &is_known) {
                let codes = values.iter().map(|value| self.scope.compiler.expression(value));
                let codes = codes.collect::<Result<Vec<_>, _>>()?;
                if !self.scope.can_fault(&entry.expr) {
                    self.entries.remove(at);
                }
                return Ok(Some(Next::Try(unknown, Operation::Members(unknown, codes))));
            }
        }
        Ok(None)
    }

    /// Cases of a constraint. With `fruitful`, each case must define an unknown, or be decided already.
    fn split(&self, fruitful: bool) -> Result<Option<Next>, Unsupported> {
        let turn = Turn::of(&self.entries);
        for at in 0..self.entries.len() {
            let entry = &self.entries[at];
            if self.depth >= DEEPEST_SPLIT || entry.is_split || !turn.is_safe(entry) {
                continue;
            }
            let Some(cases) = cases(&entry.expr) else { continue };
            if fruitful && !cases.iter().all(|case| self.is_fruitful(case)) {
                continue;
            }
            let plans = cases.into_iter().map(|case| self.with_case(at, case).plan());
            return Ok(Some(Next::End(Operation::Split(plans.collect::<Result<_, _>>()?))));
        }
        Ok(None)
    }

    /// The rest of the plan for one case of a constraint.
    fn with_case(&self, at: usize, case: Vec<Expr>) -> Self {
        let mut planner = self.clone();
        planner.depth += 1;
        let rank = self.entries[at].rank;
        if self.scope.can_fault(&self.entries[at].expr) {
            // A case counts only where evaluating the whole does not fault before it is reached.
            planner.entries[at].is_split = true;
        } else {
            planner.entries.remove(at);
        }
        case.into_iter().for_each(|part| planner.add(part, rank));
        planner
    }

    fn is_fruitful(&self, case: &[Expr]) -> bool {
        let is_known = |unknown: usize| self.known[unknown];
        case.iter().any(|part| {
            self.scope.unknowns_in(part).into_iter().all(is_known)
                || definition(self.scope, part, &is_known).is_some()
        })
    }

    /// The unknown that is best listed: one in the constraint that misses fewest, with fewest values.
    fn list(&self) -> Option<Next> {
        let is_known = |unknown: usize| self.known[unknown];
        let turn = Turn::of(&self.entries);
        let safe = self.entries.iter().filter(|entry| turn.is_safe(entry));
        let rows: Vec<LinearRow> = safe.flat_map(|entry| rows(self.scope, &entry.expr, &is_known)).collect();
        let unknowns = &self.scope.unknowns;
        let mut ends: Vec<(bool, bool)> = unknowns
            .iter()
            .map(|unknown| {
                let is_finite = unknown.from_set || unknown.domain.is_listed;
                (is_finite || unknown.domain.low != i64::MIN, is_finite)
            })
            .collect();
        finite_ends(&rows, &mut ends);
        let mut need = vec![usize::MAX; unknowns.len()];
        for entry in &self.entries {
            let missing = self.missing(entry);
            for unknown in &entry.unknowns {
                need[*unknown] = need[*unknown].min(missing);
            }
        }
        let open =
            (0..unknowns.len()).filter(|unknown| !self.known[*unknown] && ends[*unknown] == (true, true));
        let best = open.min_by_key(|unknown| (need[*unknown], self.size(*unknown), *unknown))?;
        let operation = if unknowns[best].from_set {
            Operation::FromSet(best)
        } else if self.size(best) <= SMALL || !rows.iter().any(|row| row.unknowns().any(|u| u == best)) {
            Operation::Listed(best)
        } else {
            Operation::Between(best, rows)
        };
        Some(Next::Try(best, operation))
    }

    fn size(&self, unknown: usize) -> u64 {
        let domain = self.scope.unknowns[unknown].domain;
        if domain.is_listed { domain.high.wrapping_sub(domain.low) as u64 } else { u64::MAX }
    }
}

/// How a plan goes on.
enum Next {
    /// With a step that gives a value to the unknown.
    Try(usize, Operation),
    /// With its last step.
    End(Operation),
}
