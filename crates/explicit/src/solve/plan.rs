//! Makes the plan by which constraints are solved.

use super::linear::{Row, finite_ends, rows};
use super::orient::{cases, conjuncts, definition, members};
use super::scope::Scope;
use crate::code::{Code, Unsupported};
use std::collections::BTreeSet;
use system::Expr;

/// Steps that find all solutions; those that try several values are returned to by backtracking.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plan {
    pub(super) operations: Vec<Operation>,
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
    Between(usize, Vec<Row>),
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

/// A constraint that is not yet dealt with.
#[derive(Clone)]
struct Entry {
    expr: Expr,
    /// Its place in the order of evaluation.
    rank: usize,
    /// The unknowns in it that are not known yet.
    missing: BTreeSet<usize>,
    can_fault: bool,
    /// Whether its cases are being dealt with one by one; it is kept to be checked in the end.
    is_split: bool,
}

/// Which constraints may be used at this point of a plan.
#[derive(Clone, Copy)]
struct Turn {
    /// The lowest rank: its turn has come.
    lowest: usize,
    /// The lowest rank of a constraint that can fault.
    faulting: usize,
}

impl Turn {
    /// Whether nothing that can fault would have been evaluated before, nor can the constraint itself.
    fn is_safe(self, entry: &Entry) -> bool {
        !entry.can_fault && entry.rank < self.faulting
    }

    /// Whether it is safe, or its turn has come.
    fn allows(self, entry: &Entry) -> bool {
        self.is_safe(entry) || entry.rank == self.lowest
    }
}

impl Planner<'_> {
    fn add(&mut self, expr: Expr, rank: usize) {
        let missing = self.scope.unknowns_in(&expr).into_iter().filter(|u| !self.known[*u]).collect();
        let can_fault = self.scope.minds_faults() && self.scope.can_fault(&expr);
        self.entries.push(Entry { expr, rank, missing, can_fault, is_split: false });
    }

    fn plan(mut self) -> Result<Plan, Unsupported> {
        let mut operations = Vec::new();
        loop {
            self.check_what_is_known(&mut operations)?;
            if self.known.iter().all(|known| *known) {
                return Ok(Plan { operations });
            }
            let (unknown, operation) = match self.next()? {
                Next::Try(unknown, operation) => (unknown, operation),
                Next::End(operation) => {
                    operations.push(operation);
                    return Ok(Plan { operations });
                }
            };
            operations.push(operation);
            self.known[unknown] = true;
            for entry in &mut self.entries {
                entry.missing.remove(&unknown);
            }
        }
    }

    fn turn(&self) -> Turn {
        let lowest = self.entries.iter().map(|entry| entry.rank).min().unwrap_or(usize::MAX);
        let faulting = self.entries.iter().filter(|entry| entry.can_fault).map(|entry| entry.rank);
        Turn { lowest, faulting: faulting.min().unwrap_or(usize::MAX) }
    }

    /// Checks every constraint whose turn has come or that may be checked early.
    fn check_what_is_known(&mut self, operations: &mut Vec<Operation>) -> Result<(), Unsupported> {
        loop {
            let turn = self.turn();
            let ready = |entry: &Entry| entry.missing.is_empty() && turn.allows(entry);
            let Some(at) = self.entries.iter().position(ready) else { return Ok(()) };
            let entry = self.entries.remove(at);
            operations.push(Operation::Check(self.scope.compiler.expression(&entry.expr)?));
        }
    }

    fn next(&mut self) -> Result<Next, Unsupported> {
        if let Some(next) = self.define()? {
            return Ok(next);
        }
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

    fn define(&mut self) -> Result<Option<Next>, Unsupported> {
        let turn = self.turn();
        for at in 0..self.entries.len() {
            let is_known = |unknown: usize| self.known[unknown];
            let entry = &self.entries[at];
            if entry.missing.is_empty() || !turn.allows(entry) {
                continue;
            }
            if let Some(found) = definition(self.scope, &entry.expr, &is_known) {
                let code = self.scope.compiler.expression(&found.value)?;
                self.entries.remove(at);
                return Ok(Some(Next::Try(found.unknown, Operation::Define(found.unknown, code))));
            }
        }
        Ok(None)
    }

    fn members(&mut self) -> Result<Option<Next>, Unsupported> {
        let turn = self.turn();
        for at in 0..self.entries.len() {
            let is_known = |unknown: usize| self.known[unknown];
            let entry = &self.entries[at];
            if entry.missing.is_empty() || !turn.is_safe(entry) {
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
        let turn = self.turn();
        for at in 0..self.entries.len() {
            let entry = &self.entries[at];
            if self.depth >= DEEPEST_SPLIT
                || entry.missing.is_empty()
                || entry.is_split
                || !turn.is_safe(entry)
            {
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
        let turn = self.turn();
        let safe = self.entries.iter().filter(|entry| turn.is_safe(entry) && !entry.missing.is_empty());
        let rows: Vec<Row> = safe.flat_map(|entry| rows(self.scope, &entry.expr, &is_known)).collect();
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
            for unknown in &entry.missing {
                need[*unknown] = need[*unknown].min(entry.missing.len());
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
