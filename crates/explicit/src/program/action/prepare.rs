//! Phase 2: right-hand sides, places and the sets of `any` are read.

use super::select::{Nested, Selected};
use super::{Runner, SetCode, Statement, Step};
use crate::code::{Code, Trap, Values};
use crate::program::solve::ChosenSet;
use crate::value::Domain;

/// A statement of which everything has been read.
#[derive(Debug)]
pub(super) enum Prepared<'b> {
    /// The variable gets the value.
    Write(u32, i64),
    /// The variable gets any value of the set or of its type.
    Any(u32, Option<ChosenSet>),
    /// A fault if false.
    Assert(&'b Code),
    /// The block of a branch, of which the first step is prepared.
    Nested { step: &'b Step, first: Vec<Prepared<'b>>, rest: &'b [Step] },
}

impl Runner<'_> {
    /// Reads everything that the statements read before they write, from the left; nothing if that fails.
    pub(super) fn prepare<'b>(&mut self, way: &[Selected<'b>], state: &[i64]) -> Option<Vec<Prepared<'b>>> {
        prepare(way, state, self.domains).map_err(|trap| self.note(trap)).ok()
    }
}

fn prepare<'b>(way: &[Selected<'b>], state: &[i64], domains: &[Domain]) -> Result<Vec<Prepared<'b>>, Trap> {
    way.iter().map(|selected| prepare_one(selected, state, domains)).collect()
}

fn prepare_one<'b>(selected: &Selected<'b>, state: &[i64], domains: &[Domain]) -> Result<Prepared<'b>, Trap> {
    let values = Values::of(state);
    match selected {
        Selected::Nested(Nested { step, first, rest }) => {
            Ok(Prepared::Nested { step, first: prepare(first, state, domains)?, rest })
        }
        Selected::Plain(Statement::Assign { target, value, .. }) => {
            let variable = target.locate(values)?;
            let value = value.value(values)?;
            match domains[variable as usize].contains(value) {
                true => Ok(Prepared::Write(variable, value)),
                false => Err(Trap::FAULT),
            }
        }
        Selected::Plain(Statement::Any { target, set, .. }) => {
            let variable = target.locate(values)?;
            let set = set.as_ref().map(|set| chosen_set(set, values)).transpose()?;
            Ok(Prepared::Any(variable, set))
        }
        Selected::Plain(Statement::Assert(condition)) => Ok(Prepared::Assert(condition)),
        Selected::Plain(_) => unreachable!("selection leaves no branches and nothing to skip"),
    }
}

/// Reads the set of an `any`.
pub(super) fn chosen_set(set: &SetCode, values: Values<'_>) -> Result<ChosenSet, Trap> {
    match set {
        SetCode::Range(low, high) => Ok(ChosenSet::Range(low.value(values)?, high.value(values)?)),
        SetCode::Members(codes) => {
            let members = codes.iter().map(|code| code.value(values));
            let mut members = members.collect::<Result<Vec<_>, _>>()?;
            members.sort_unstable();
            members.dedup();
            Ok(ChosenSet::Members(members))
        }
    }
}
