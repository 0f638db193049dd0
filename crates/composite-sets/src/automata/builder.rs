//! From formulas to automata.
//!
//! What speaks of integers only is left to the encoding as a whole, which knows good orders. The rest is built from its
//! parts: codes, sums in which codes and conditions count, and what connects them.

use super::mixed_sums;
use super::tracks::{Codes, Tracks};
use crate::codes::{ranges, with_code, within};
use budget::{Budgeted, OutOfBudget};
use integer_automata::{Comparison as Relates, Formula as Plain, Linear as Sum, Track};
use state_sets::{Cell, Comparison, Formula, Kind, Linear, Local, Moment, Term, Variable};
use std::collections::BTreeMap;

/// Why something is not built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// The budget ended.
    Budget,
    /// Automata cannot express it, or not within reason.
    Unsupported(String),
}

impl From<OutOfBudget> for Refused {
    fn from(_: OutOfBudget) -> Refused {
        Refused::Budget
    }
}

/// What is built, or why not.
pub type Built<T> = Result<T, Refused>;

/// More codes of a bound variable than this are not gone through.
const MOST_CODES: u64 = 1 << 12;

/// What an encoding can write down at once.
pub trait Builder {
    /// A set of vectors.
    type Set: Clone + PartialEq;

    /// Where cells are.
    fn tracks(&self) -> &Tracks;
    /// The vectors that satisfy a formula over tracks.
    fn plain(&mut self, formula: &Plain) -> Budgeted<Self::Set>;
    /// Both.
    fn intersection(&mut self, left: &Self::Set, right: &Self::Set) -> Budgeted<Self::Set>;
    /// Either.
    fn union(&mut self, left: &Self::Set, right: &Self::Set) -> Budgeted<Self::Set>;
    /// The opposite.
    fn complement(&mut self, set: &Self::Set) -> Budgeted<Self::Set>;
    /// Whether there is nothing.
    fn is_empty(&self, set: &Self::Set) -> bool;
    /// The vectors with any values of these tracks.
    fn project(&mut self, set: &Self::Set, tracks: &[Track]) -> Budgeted<Self::Set>;
}

/// The set of a formula; no two quantifiers of it bind the same number.
pub fn write<P: Builder>(builder: &mut P, formula: &Formula) -> Built<P::Set> {
    write_with(builder, formula, &mut BTreeMap::new())
}

/// The same inside quantifiers that bind these variables.
pub(super) fn write_with<P: Builder>(
    builder: &mut P,
    formula: &Formula,
    locals: &mut BTreeMap<Local, Kind>,
) -> Built<P::Set> {
    if let Some(plain) = plain(builder.tracks(), formula, locals)? {
        return Ok(builder.plain(&plain)?);
    }
    match formula {
        Formula::And(parts) => {
            let mut all = builder.plain(&Plain::Constant(true))?;
            for part in parts {
                let part = write_with(builder, part, locals)?;
                all = builder.intersection(&all, &part)?;
            }
            Ok(all)
        }
        Formula::Or(parts) => {
            let mut any = builder.plain(&Plain::Constant(false))?;
            for part in parts {
                let part = write_with(builder, part, locals)?;
                any = builder.union(&any, &part)?;
            }
            Ok(any)
        }
        Formula::Not(inner) => {
            let inner = write_with(builder, inner, locals)?;
            Ok(builder.complement(&inner)?)
        }
        Formula::Member(..) | Formula::Same(..) => {
            Err(Refused::Unsupported("a code is compared with an integer".into()))
        }
        Formula::Compare(sum, comparison) => {
            mixed_sums::write(builder, sum, &|rest| Plain::Compare(rest, relates(*comparison)), locals)
        }
        Formula::Divides(divisor, sum) => {
            let divisor = small(*divisor)?;
            mixed_sums::write(builder, sum, &|rest| Plain::divides(divisor, rest), locals)
        }
        Formula::Exists(bound, body) => exists(builder, bound, body, locals),
    }
}

/// A quantifier around something that is not plain.
fn exists<P: Builder>(
    builder: &mut P,
    bound: &[(Local, Kind)],
    body: &Formula,
    locals: &mut BTreeMap<Local, Kind>,
) -> Built<P::Set> {
    let is_code = |(_, kind): &&(Local, Kind)| matches!(kind, Kind::Finite { .. });
    if builder.tracks().codes() == Codes::Bits
        && let Some((local, Kind::Finite { count })) = bound.iter().find(is_code).copied()
    {
        if count > MOST_CODES {
            return Err(Refused::Unsupported("a bound variable has too many values".into()));
        }
        let others: Vec<(Local, Kind)> = bound.iter().copied().filter(|(own, _)| *own != local).collect();
        let with = |code| {
            let body = with_code(body, local, code)?;
            Some(Formula::exists(others.clone(), body))
        };
        let parts: Option<Vec<Formula>> = (0..count).map(with).collect();
        return write_with(builder, &Formula::any(parts.ok_or_else(too_large)?), locals);
    }
    locals.extend(bound.iter().copied());
    let mut inside = write_with(builder, body, locals)?;
    let types = write_with(builder, &Formula::all(types(bound)), locals)?;
    inside = builder.intersection(&inside, &types)?;
    let tracks = tracks_of(builder.tracks(), bound)?;
    Ok(builder.project(&inside, &tracks)?)
}

/// The formula over tracks, if no sum has codes or conditions among its terms where they are no numbers.
fn plain(tracks: &Tracks, formula: &Formula, locals: &mut BTreeMap<Local, Kind>) -> Built<Option<Plain>> {
    let mut all = |parts: &[Formula]| -> Built<Option<Vec<Plain>>> {
        let mut found = Vec::new();
        for part in parts {
            match plain(tracks, part, locals)? {
                Some(part) => found.push(part),
                None => return Ok(None),
            }
        }
        Ok(Some(found))
    };
    Ok(match formula {
        Formula::And(parts) => all(parts)?.map(Plain::all),
        Formula::Or(parts) => all(parts)?.map(Plain::any),
        Formula::Not(inner) => plain(tracks, inner, locals)?.map(Plain::not),
        Formula::Member(cell, codes) => member(tracks, *cell, codes)?,
        Formula::Same(left, right) => same(tracks, *left, *right)?,
        Formula::Compare(sum, comparison) => {
            plain_sum(tracks, sum, locals)?.map(|sum| Plain::Compare(sum, relates(*comparison)))
        }
        Formula::Divides(divisor, sum) => {
            let divisor = small(*divisor)?;
            plain_sum(tracks, sum, locals)?.map(|sum| Plain::divides(divisor, sum))
        }
        Formula::Exists(bound, body) => {
            let finite = bound.iter().any(|(_, kind)| matches!(kind, Kind::Finite { .. }));
            if finite && tracks.codes() == Codes::Bits {
                return Ok(None);
            }
            locals.extend(bound.iter().copied());
            let typed = Formula::all(types(bound).chain([(**body).clone()]));
            let removed = tracks_of(tracks, bound)?;
            plain(tracks, &typed, locals)?.map(|body| Plain::exists(removed, body))
        }
    })
}

/// The code of a cell is one of these.
fn member(tracks: &Tracks, cell: Cell, codes: &[u64]) -> Built<Option<Plain>> {
    if tracks.codes() == Codes::Bits {
        return Ok(variable(cell).map(|(variable, moment)| tracks.member(variable, moment, codes)));
    }
    let value = tracks.value(cell).ok_or_else(too_many)?;
    let mut found = Vec::new();
    for (low, high) in ranges(codes) {
        let (low, high) = (Sum::constant(small(low)?), Sum::constant(small(high)?));
        found.push(Plain::all([low.at_most(&value), value.at_most(&high)]));
    }
    Ok(Some(Plain::any(found)))
}

/// Two cells have the same code.
fn same(tracks: &Tracks, left: Cell, right: Cell) -> Built<Option<Plain>> {
    if tracks.codes() == Codes::Bits {
        return Ok(variable(left).zip(variable(right)).map(|(left, right)| tracks.same(left, right)));
    }
    let value = |cell: Cell| tracks.value(cell).ok_or_else(too_many);
    Ok(Some(value(left)?.equal_to(&value(right)?)))
}

/// The variable of a cell; bound ones have been replaced by their codes where codes are bits.
fn variable(cell: Cell) -> Option<(Variable, Moment)> {
    match cell {
        Cell::Variable(variable, moment) => Some((variable, moment)),
        Cell::Local(_) => None,
    }
}

/// The sum over integer tracks, if it has nothing else.
fn plain_sum(tracks: &Tracks, sum: &Linear, locals: &BTreeMap<Local, Kind>) -> Built<Option<Sum>> {
    let mut result = Sum::constant(small(sum.constant)?);
    for (factor, term) in &sum.terms {
        match term {
            Term::Cell(cell) if is_number(tracks, *cell, locals) => {
                let value = tracks.value(*cell).ok_or_else(too_many)?;
                result = result.plus(&value.times(small(*factor)?));
            }
            _ => return Ok(None),
        }
    }
    Ok(Some(result))
}

/// Whether the value of a cell is on an integer track.
pub(super) fn is_number(tracks: &Tracks, cell: Cell, locals: &BTreeMap<Local, Kind>) -> bool {
    let is_finite = match cell {
        Cell::Variable(variable, _) => tracks.is_finite(variable),
        Cell::Local(local) => matches!(locals.get(&local), Some(Kind::Finite { .. })),
    };
    !is_finite || tracks.codes() == Codes::Numbers
}

/// The types of bound variables.
fn types(bound: &[(Local, Kind)]) -> impl Iterator<Item = Formula> {
    bound.iter().map(|(local, kind)| within(Cell::Local(*local), *kind))
}

/// The tracks of bound variables.
fn tracks_of(tracks: &Tracks, bound: &[(Local, Kind)]) -> Built<Vec<Track>> {
    let mut found = Vec::new();
    for (local, _) in bound {
        found.extend(tracks.of_local(*local).ok_or_else(too_many)?);
    }
    Ok(found)
}

fn relates(comparison: Comparison) -> Relates {
    match comparison {
        Comparison::Zero => Relates::Equal,
        Comparison::NotPositive => Relates::AtMost,
    }
}

/// The number, if automata can count that far.
pub(super) fn small(number: impl TryInto<i64>) -> Built<i64> {
    let number = number.try_into().ok().filter(|number: &i64| number.unsigned_abs() < 1 << 40);
    number.ok_or_else(|| Refused::Unsupported("a number is too large for automata".into()))
}

pub(super) fn too_large() -> Refused {
    Refused::Unsupported("a number is too large".into())
}

pub(super) fn too_many() -> Refused {
    Refused::Unsupported("there are too many variables for automata".into())
}
