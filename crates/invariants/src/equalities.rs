//! Linear equalities that hold in all samples: between integer variables, Booleans as 0 and 1, and numbers of instances at locations.
//!
//! Each sample is a point; the equalities are the vectors that are orthogonal to all points, of which a basis is found by elimination. Sums that
//! no transition changes, as the invariants of places of a Petri net, are among them.
//!
//! # Reference
//! Karr: *Affine Relationships Among Variables of a Program*, Acta Informatica 6, 1976, doi:10.1007/BF00268497; from samples, as in Sharma et al.:
//! *A Data Driven Approach for Algebraic Loop Invariants*, ESOP 2013, doi:10.1007/978-3-642-37036-6_31. Departure: the samples are states of
//! all locations, since locations are counted.

use crate::generated::{Generated, Rule, is_at};
use crate::rows::gcd;
use crate::vocabulary::Vocabulary;
use certificates::Term;
use system::{Comparison, State, System, Type, Value, VariableId};

/// With more columns than this nothing is looked for.
const MOST_COLUMNS: usize = 60;
/// Equalities with more columns, or with larger factors, are not tried.
const MOST_PARTS: usize = 6;
const LARGEST_FACTOR: i128 = 4;

/// What is counted in one column.
enum Column {
    One,
    Integer(VariableId),
    Truth(VariableId),
    /// How many of the instances are at the location.
    Count(Vec<VariableId>, u32),
}

impl Column {
    fn value(&self, state: &State) -> Option<i128> {
        let is_there = |id: &VariableId, location: u32| state[id.index()] == Value::Location(location);
        Some(match self {
            Column::One => 1,
            Column::Integer(id) => match state[id.index()] {
                Value::Int(value) => value,
                _ => return None,
            },
            Column::Truth(id) => i128::from(state[id.index()] == Value::Bool(true)),
            Column::Count(all, location) => {
                i128::try_from(all.iter().filter(|id| is_there(id, *location)).count()).ok()?
            }
        })
    }

    fn terms(&self) -> Vec<Term> {
        let indicator =
            |condition| Term::If(Box::new(condition), Box::new(Term::int(1)), Box::new(Term::int(0)));
        match self {
            Column::One => vec![Term::int(1)],
            Column::Integer(id) => vec![Term::Variable(*id)],
            Column::Truth(id) => vec![indicator(Term::Variable(*id))],
            Column::Count(all, location) => all.iter().map(|id| indicator(is_at((*id, *location)))).collect(),
        }
    }
}

/// Equalities that all samples satisfy.
pub fn equalities(system: &System, words: &Vocabulary, samples: &[State]) -> Vec<Generated> {
    let columns = columns(system, words);
    if columns.len() > MOST_COLUMNS || samples.len() < 2 {
        return Vec::new();
    }
    let mut basis: Vec<(usize, Vec<i128>)> = Vec::new();
    for state in samples {
        let Some(point) = columns.iter().map(|column| column.value(state)).collect::<Option<Vec<_>>>() else {
            return Vec::new();
        };
        if insert(&mut basis, point).is_none() {
            return Vec::new();
        }
    }
    let pivots: Vec<usize> = basis.iter().map(|(pivot, _)| *pivot).collect();
    let free = (0..columns.len()).filter(|column| !pivots.contains(column));
    let vectors = free.filter_map(|column| orthogonal(&basis, column, columns.len()));
    vectors.filter_map(|vector| equality(&columns, &vector)).collect()
}

/// Counted locations first, so that they are expressed by what the model counts itself.
fn columns(system: &System, words: &Vocabulary) -> Vec<Column> {
    let mut columns = vec![Column::One];
    for process in &system.processes {
        let Some(first) = process.location else { continue };
        let all = (0..process.count).map(|at| VariableId(first.0 + at * process.stride));
        let all: Vec<VariableId> = all.collect();
        let count = u32::try_from(process.locations.len()).unwrap_or(0);
        columns.extend((1..count).map(|location| Column::Count(all.clone(), location)));
    }
    columns.extend(words.integers.iter().map(|id| Column::Integer(*id)));
    let is_truth = |id: &&VariableId| system.variable(**id).ty == Type::Bool;
    columns.extend(words.finite.iter().filter(is_truth).map(|id| Column::Truth(*id)));
    columns
}

/// Adds a point to a basis in reduced echelon form; nothing if a number gets too large.
fn insert(basis: &mut Vec<(usize, Vec<i128>)>, mut point: Vec<i128>) -> Option<()> {
    for (pivot, row) in basis.iter() {
        point = eliminated(point, row, *pivot)?;
    }
    let Some(pivot) = point.iter().position(|number| *number != 0) else { return Some(()) };
    for (_, row) in basis.iter_mut() {
        *row = eliminated(std::mem::take(row), &point, pivot)?;
    }
    basis.push((pivot, point));
    Some(())
}

/// The vector with a multiple of the row added, so that it is zero in the column.
fn eliminated(vector: Vec<i128>, row: &[i128], column: usize) -> Option<Vec<i128>> {
    if vector[column] == 0 {
        return Some(vector);
    }
    let divisor = gcd(vector[column], row[column]);
    let (own, other) = (row[column] / divisor, vector[column] / divisor);
    let combined =
        vector.iter().zip(row).map(|(a, b)| a.checked_mul(own)?.checked_sub(b.checked_mul(other)?));
    let mut vector = combined.collect::<Option<Vec<i128>>>()?;
    let content = vector.iter().fold(0, |sum, number| gcd(sum, *number));
    if content > 1 {
        vector.iter_mut().for_each(|number| *number /= content);
    }
    Some(vector)
}

/// The vector that is orthogonal to the basis, with something in this free column and nothing in the other free ones.
fn orthogonal(basis: &[(usize, Vec<i128>)], column: usize, width: usize) -> Option<Vec<i128>> {
    let mut scale: i128 = 1;
    for (pivot, row) in basis {
        let factor = row[*pivot] / gcd(row[*pivot], row[column]);
        scale = scale.checked_mul(factor / gcd(scale, factor))?;
    }
    let mut vector = vec![0; width];
    vector[column] = scale;
    for (pivot, row) in basis {
        vector[*pivot] = row[column].checked_mul(scale)?.checked_div(row[*pivot])?.checked_neg()?;
    }
    let content = vector.iter().fold(0, |sum, number| gcd(sum, *number));
    vector.iter_mut().for_each(|number| *number /= content.max(1));
    Some(vector)
}

/// The equality of a vector: negative parts on the right.
fn equality(columns: &[Column], vector: &[i128]) -> Option<Generated> {
    let parts: Vec<(&Column, i128)> =
        columns.iter().zip(vector.iter().copied()).filter(|(_, factor)| *factor != 0).collect();
    let is_constant = |column: &Column| matches!(column, Column::One);
    let is_large = parts.iter().any(|(column, factor)| factor.abs() > LARGEST_FACTOR && !is_constant(column));
    if parts.len() > MOST_PARTS || is_large {
        return None;
    }
    // The side without counts, if there is one, comes first; constants stand on the right.
    let plain = parts.iter().find(|(column, _)| matches!(column, Column::Integer(_)));
    let sign = plain.map_or(1, |(_, factor)| factor.signum());
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (column, factor) in parts.iter().rev().filter(|(column, _)| !is_constant(column)) {
        let factor = factor * sign;
        let side = if factor > 0 { &mut left } else { &mut right };
        side.extend(column.terms().into_iter().map(|term| match factor.abs() {
            1 => term,
            more => Term::Times(more, Box::new(term)),
        }));
    }
    let constant =
        parts.iter().find(|(column, _)| is_constant(column)).map_or(0, |(_, factor)| -factor * sign);
    if constant != 0 || right.is_empty() {
        right.push(Term::int(constant));
    }
    if left.is_empty() {
        return None;
    }
    let sum = |mut all: Vec<Term>| if all.len() == 1 { all.remove(0) } else { Term::Sum(all) };
    let formula = Term::compare(Comparison::Eq, sum(left), sum(right));
    Some(Generated { at: Vec::new(), formula, rule: Rule::Equality })
}
