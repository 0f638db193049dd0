//! Runs a plan: backtracking over its steps, without recursion but for splits.

use super::Unknown;
use super::chosen::ChosenSet;
use super::linear::{Interval, LinearRow, narrow};
use super::plan::{Operation, Plan};
use crate::code::{Code, Trap, Values};
use diagnostics::Span;
use std::ops::ControlFlow;

/// What a plan reads and writes.
pub(crate) struct Board<'a> {
    /// The old state, if the unknowns are new values.
    pub old: Option<&'a [i64]>,
    /// The values sought, one for each variable of the system; known ones are there from the beginning.
    pub cells: Vec<i64>,
    /// The unknowns.
    pub unknowns: &'a [Unknown],
    /// The sets of those that range over one, by position.
    pub sets: &'a [Option<ChosenSet>],
    /// Whether an evaluation has faulted.
    pub faulted: bool,
    /// A number that was too large.
    pub overflow: Option<Trap>,
    /// Unknowns with infinitely many values.
    pub unbounded: Vec<u32>,
}

impl<'a> Board<'a> {
    /// A board with these values.
    pub fn new(
        old: Option<&'a [i64]>,
        cells: Vec<i64>,
        unknowns: &'a [Unknown],
        sets: &'a [Option<ChosenSet>],
    ) -> Self {
        Board { old, cells, unknowns, sets, faulted: false, overflow: None, unbounded: Vec::new() }
    }

    fn values(&self) -> Values<'_> {
        Values { old: self.old.unwrap_or(&self.cells), new: &self.cells }
    }

    fn note(&mut self, trap: Trap) {
        if trap == Trap::FAULT {
            self.faulted = true;
        } else {
            self.overflow = self.overflow.or(Some(trap));
        }
    }

    fn allows(&self, unknown: usize, value: i64) -> bool {
        match &self.sets[unknown] {
            Some(set) => set.contains(value),
            None => self.unknowns[unknown].domain.contains(value),
        }
    }

    fn put(&mut self, unknown: usize, value: i64) {
        self.cells[self.unknowns[unknown].variable as usize] = value;
    }
}

/// The values that a step has still to try.
enum Candidates {
    None,
    Range(i64, i64),
    List(std::vec::IntoIter<i64>),
}

impl Candidates {
    fn next(&mut self) -> Option<i64> {
        match self {
            Candidates::None => None,
            Candidates::List(values) => values.next(),
            Candidates::Range(low, high) => {
                let value = *low;
                if value > *high {
                    return None;
                }
                if value == *high {
                    *self = Candidates::None;
                } else {
                    *low = value.saturating_add(1);
                }
                Some(value)
            }
        }
    }
}

/// How many steps are taken before the search is told of them, solutions apart.
pub(crate) const STEPS_BETWEEN_CALLS: usize = 1024;

/// Finds all solutions; `found` may end the search. It is called every few steps, with `true` for a solution.
pub(crate) fn run_plan(
    plan: &Plan,
    board: &mut Board<'_>,
    found: &mut dyn FnMut(&[i64], bool) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let operations = &plan.operations;
    let mut pending: Vec<Candidates> = Vec::with_capacity(operations.len());
    let mut steps = 0usize;
    loop {
        steps = steps.wrapping_add(1);
        if steps.is_multiple_of(STEPS_BETWEEN_CALLS) {
            found(&board.cells, false)?;
        }
        let at = pending.len();
        let goes_on = match operations.get(at) {
            None => {
                found(&board.cells, true)?;
                false
            }
            Some(Operation::Split(plans)) => {
                for plan in plans {
                    run_plan(plan, board, found)?;
                }
                false
            }
            Some(operation) => match enter(operation, board) {
                Some(candidates) => {
                    pending.push(candidates);
                    true
                }
                None => false,
            },
        };
        if !goes_on && !backtrack(operations, &mut pending, board) {
            return ControlFlow::Continue(());
        }
    }
}

/// Returns to the last step that has another value to try; false if there is none.
fn backtrack(operations: &[Operation], pending: &mut Vec<Candidates>, board: &mut Board<'_>) -> bool {
    while let Some(candidates) = pending.last_mut() {
        if let Some(value) = candidates.next() {
            let unknown = match operations[pending.len() - 1] {
                Operation::Members(unknown, _)
                | Operation::FromSet(unknown)
                | Operation::Listed(unknown)
                | Operation::Between(unknown, _) => unknown,
                _ => unreachable!("only steps that list values have some left"),
            };
            board.put(unknown, value);
            return true;
        }
        pending.pop();
    }
    false
}

/// Takes a step for the first time: the values left to try after the first one, or nothing if it fails.
fn enter(operation: &Operation, board: &mut Board<'_>) -> Option<Candidates> {
    let (unknown, mut candidates) = match operation {
        Operation::Check(code) => {
            return match code.test(board.values()) {
                Ok(true) => Some(Candidates::None),
                Ok(false) => None,
                Err(trap) => {
                    board.note(trap);
                    None
                }
            };
        }
        Operation::Define(unknown, code) => match code.value(board.values()) {
            Ok(value) if board.allows(*unknown, value) => {
                board.put(*unknown, value);
                return Some(Candidates::None);
            }
            Ok(_) => return None,
            Err(trap) => {
                board.note(trap);
                return None;
            }
        },
        Operation::Members(unknown, codes) => {
            (*unknown, Candidates::List(member_values(*unknown, codes, board)))
        }
        Operation::FromSet(unknown) => (*unknown, set_values(*unknown, board)),
        Operation::Listed(unknown) => {
            let domain = board.unknowns[*unknown].domain;
            (*unknown, Candidates::Range(domain.low, domain.high))
        }
        Operation::Between(unknown, rows) => (*unknown, interval(*unknown, rows, board)),
        Operation::Unbounded(unknowns) => {
            board.unbounded = unknowns.iter().map(|unknown| board.unknowns[*unknown].variable).collect();
            return None;
        }
        Operation::Split(_) => unreachable!("splits are run by `run_plan`"),
    };
    let first = candidates.next()?;
    board.put(unknown, first);
    Some(candidates)
}

fn member_values(unknown: usize, codes: &[Code], board: &mut Board<'_>) -> std::vec::IntoIter<i64> {
    let mut values = Vec::with_capacity(codes.len());
    for code in codes {
        match code.value(board.values()) {
            Ok(value) if board.allows(unknown, value) => values.push(value),
            Ok(_) => {}
            // Where faults matter, plans use only members that cannot fault.
            Err(trap) => board.note(trap),
        }
    }
    values.sort_unstable();
    values.dedup();
    values.into_iter()
}

fn set_values(unknown: usize, board: &Board<'_>) -> Candidates {
    match &board.sets[unknown] {
        Some(ChosenSet::Range(low, high)) => Candidates::Range(*low, *high),
        Some(ChosenSet::Members(members)) => Candidates::List(members.clone().into_iter()),
        None => unreachable!("an unknown that ranges over a set has one"),
    }
}

fn interval(unknown: usize, rows: &[LinearRow], board: &mut Board<'_>) -> Candidates {
    let end = |value: i64, is_infinite: bool| (!is_infinite).then_some(i128::from(value));
    let mut intervals: Vec<Interval> = (0..board.unknowns.len())
        .map(|at| match (&board.sets[at], board.unknowns[at].domain) {
            (Some(ChosenSet::Range(low, high)), _) => (Some((*low).into()), Some((*high).into())),
            (Some(ChosenSet::Members(members)), _) => {
                (members.first().map(|v| i128::from(*v)), members.last().map(|v| i128::from(*v)))
            }
            (None, domain) => (
                end(domain.low, !domain.is_listed && domain.low == i64::MIN),
                end(domain.high, !domain.is_listed),
            ),
        })
        .collect();
    narrow(rows, &mut intervals, board.values());
    let small = |value: i128| i64::try_from(value).ok();
    match intervals[unknown] {
        (Some(low), Some(high)) if low > high => Candidates::None,
        (Some(low), Some(high)) => match (small(low), small(high)) {
            (Some(low), Some(high)) => Candidates::Range(low, high),
            _ => {
                board.note(Trap::overflow(Span::default()));
                Candidates::None
            }
        },
        // The ends are finite, but a number on the way to them was too large.
        _ => {
            board.note(Trap::overflow(Span::default()));
            Candidates::None
        }
    }
}
