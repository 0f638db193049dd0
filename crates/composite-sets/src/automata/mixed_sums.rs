//! Sums in which codes and conditions count: one case for each value that these can have together.
//!
//! The terms are gone through one after the other, with a table from the values of what was seen so far to the states that
//! have them. So a number of processes in one place has as many cases as it has values, not as there are sets of processes.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use super::builder::{Builder, Built, Refused, is_number, small, too_large, too_many, write_with};
use integer_automata::{Formula as Plain, Linear as Sum};
use state_sets::{Formula, Kind, Linear, Local, Term};
use std::collections::BTreeMap;

/// More values than this are refused.
const MOST: usize = 1 << 12;

/// The states in which the atom over the sum is true.
pub fn write<P: Builder>(
    builder: &mut P,
    sum: &Linear,
    atom: &dyn Fn(Sum) -> Plain,
    locals: &mut BTreeMap<Local, Kind>,
) -> Built<P::Set> {
    let mut integers = Sum::constant(small(sum.constant)?);
    let mut table = BTreeMap::from([(0_i128, builder.plain(&Plain::Constant(true))?)]);
    for (factor, term) in &sum.terms {
        let values = match term {
            Term::Cell(cell) if is_number(builder.tracks(), *cell, locals) => {
                let value = builder.tracks().value(*cell).ok_or_else(too_many)?;
                integers = integers.plus(&value.times(small(*factor)?));
                continue;
            }
            Term::Cell(cell) => codes(builder, *cell)?.map(|code| (code, Formula::is(*cell, code))).collect(),
            Term::Indicator(condition) => {
                vec![(0, (**condition).clone().negated()), (1, (**condition).clone())]
            }
        };
        table = with_term(builder, &table, *factor, values, locals)?;
    }
    let mut result = builder.plain(&Plain::Constant(false))?;
    for (value, states) in table {
        let rest = builder.plain(&atom(integers.plus(&Sum::constant(small(value)?))))?;
        let case = builder.intersection(&states, &rest)?;
        result = builder.union(&result, &case)?;
    }
    Ok(result)
}

/// The table with one more term, which has these values under these conditions.
fn with_term<P: Builder>(
    builder: &mut P,
    table: &BTreeMap<i128, P::Set>,
    factor: i128,
    values: Vec<(u64, Formula)>,
    locals: &mut BTreeMap<Local, Kind>,
) -> Built<BTreeMap<i128, P::Set>> {
    let mut longer: BTreeMap<i128, P::Set> = BTreeMap::new();
    for (value, condition) in values {
        let condition = write_with(builder, &condition, locals)?;
        let added = factor.checked_mul(i128::from(value)).ok_or_else(too_large)?;
        for (known, states) in table {
            let states = builder.intersection(states, &condition)?;
            if builder.is_empty(&states) {
                continue;
            }
            let total = known.checked_add(added).ok_or_else(too_large)?;
            let states = match longer.get(&total) {
                Some(others) => builder.union(others, &states)?,
                None => states,
            };
            longer.insert(total, states);
            if longer.len() > MOST {
                return Err(Refused::Unsupported("a sum of codes has too many values".into()));
            }
        }
    }
    Ok(longer)
}

/// The codes of a finite variable.
fn codes<P: Builder>(builder: &P, cell: state_sets::Cell) -> Built<std::ops::Range<u64>> {
    let count = match cell {
        state_sets::Cell::Variable(variable, _) => match builder.tracks().kind(variable) {
            Kind::Finite { count } => Some(count),
            Kind::Integer { .. } => None,
        },
        state_sets::Cell::Local(_) => None,
    };
    let count = count.filter(|count| *count <= MOST as u64);
    Ok(0..count.ok_or_else(|| Refused::Unsupported("a sum of codes has too many values".into()))?)
}
