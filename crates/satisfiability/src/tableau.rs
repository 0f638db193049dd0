//! The tableau of the general simplex method: which unknowns are sums of which others, and what they are worth.
//!
//! # The representation
//!
//! Unknowns are columns. A row says `scale · basic = Σ coefficient · nonbasic` in integers without a common divisor. Since bounds
//! are integers, nonbasic columns always stand at integers: they stand at zero, or at a bound that they once had. So the value of a
//! basic column is `total / scale` with an integer `total`, and no fraction is ever stored.
//!
//! A form, that is a sum of several variables, gets its row when it is first bounded. Rows stay from question to question.
//! Those that nobody bounds any more can be dropped with [`Tableau::drop_idle_rows`].
//!
//! # Reference
//!
//! Dutertre, de Moura: *A Fast Linear-Arithmetic Solver for DPLL(T)*, CAV 2006, doi:10.1007/11817963_11. Departure: rows are
//! integers with a scale instead of rationals.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::linear::Terms;
use presburger::Integer as Number;
use std::cmp::Ordering;

/// No row.
const NONE: usize = usize::MAX;

/// An equation that defines one column by others.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// The column that is defined.
    pub basic: usize,
    /// By what its value is multiplied; above zero.
    pub scale: Number,
    /// Columns that are not basic, sorted.
    pub terms: Terms,
    /// The value of the terms.
    pub total: Number,
}

impl Row {
    /// The coefficient of a column in the row.
    fn coefficient(&self, column: usize) -> Option<&Number> {
        self.terms.binary_search_by_key(&column, |term| term.0).ok().map(|place| &self.terms[place].1)
    }

    /// Divides by the common divisor of all numbers.
    fn reduce(&mut self) {
        let mut content = self.scale.clone();
        for (_, coefficient) in &self.terms {
            if content.is_one() {
                return;
            }
            content = content.gcd(coefficient);
        }
        if content.is_one() {
            return;
        }
        self.scale = self.scale.floor_divide(&content);
        self.total = self.total.floor_divide(&content);
        for (_, coefficient) in &mut self.terms {
            *coefficient = coefficient.floor_divide(&content);
        }
    }
}

/// Rows over columns.
#[derive(Debug, Default)]
pub(crate) struct Tableau {
    pub rows: Vec<Row>,
    /// For each column the row that defines it, if one does.
    row_of: Vec<usize>,
    /// For each column that is not basic, its value.
    value: Vec<Number>,
    /// For each column that is not basic, the rows in which it occurs.
    occurrences: Vec<Vec<usize>>,
}

impl Tableau {
    /// A new column, in no row, worth zero.
    pub fn add_column(&mut self) -> usize {
        self.row_of.push(NONE);
        self.value.push(Number::ZERO);
        self.occurrences.push(Vec::new());
        self.row_of.len().saturating_sub(1)
    }

    /// The row that defines the column.
    #[inline]
    pub fn row_of(&self, column: usize) -> Option<usize> {
        let row = self.row_of[column];
        (row != NONE).then_some(row)
    }

    /// The value of a column that is not basic.
    #[inline]
    pub fn value(&self, column: usize) -> &Number {
        &self.value[column]
    }

    /// The rows in which a column that is not basic occurs.
    #[inline]
    pub fn occurrences(&self, column: usize) -> &[usize] {
        &self.occurrences[column]
    }

    /// How the column's value compares with a number.
    #[inline]
    pub fn compare(&self, column: usize, number: &Number) -> Ordering {
        match self.row_of(column) {
            None => self.value[column].cmp(number),
            Some(row) => {
                let Row { scale, total, .. } = &self.rows[row];
                if scale.is_one() { total.cmp(number) } else { total.cmp(&(number * scale)) }
            }
        }
    }

    /// The greatest integer at most the column's value, and whether it is the value.
    pub fn floor(&self, column: usize) -> (Number, bool) {
        match self.row_of(column) {
            None => (self.value[column].clone(), true),
            Some(row) => {
                let Row { scale, total, .. } = &self.rows[row];
                if scale.is_one() {
                    return (total.clone(), true);
                }
                let floor = total.floor_divide(scale);
                let whole = &floor * scale == *total;
                (floor, whole)
            }
        }
    }

    /// Gives the column, which must be new, a row with this definition over other columns.
    pub fn define(&mut self, column: usize, definition: &Terms) {
        let mut row = Row { basic: column, scale: Number::ONE, terms: Vec::new(), total: Number::ZERO };
        let (basic, free): (Vec<_>, Vec<_>) =
            definition.iter().cloned().partition(|term| self.row_of[term.0] != NONE);
        row.terms = free;
        for (part, coefficient) in &row.terms {
            row.total += &(coefficient * &self.value[*part]);
        }
        for (part, coefficient) in basic {
            let other = &self.rows[self.row_of[part]];
            // The coefficient is that of the column's value, so the scale is a factor of it.
            let coefficient = &coefficient * &row.scale;
            row = combined(&row, &coefficient, other, |_, _| ());
        }
        let place = self.rows.len();
        for (part, _) in &row.terms {
            self.occurrences[*part].push(place);
        }
        self.row_of[column] = place;
        self.rows.push(row);
    }

    /// Changes the value of a column that is not basic, and with it those of the rows it occurs in.
    pub fn set(&mut self, column: usize, value: Number) {
        let change = &value - &self.value[column];
        self.value[column] = value;
        for &place in &self.occurrences[column] {
            let row = &mut self.rows[place];
            let coefficient = row.coefficient(column).expect("occurrences are kept in step");
            row.total = row.total.combine(&Number::ONE, coefficient, &change);
        }
    }

    /// Exchanges a basic column, which gets the value, with one of its row. The rows that changed are those in which the first
    /// column now occurs, and its own; their number of terms is returned.
    pub fn pivot(&mut self, place: usize, entering: usize, value: Number) -> usize {
        let leaving = self.rows[place].basic;
        let old = std::mem::take(&mut self.value[entering]);
        self.turn(place, entering);
        self.row_of[leaving] = NONE;
        self.row_of[entering] = place;
        self.value[leaving] = value;
        let mut total = Number::ZERO;
        for (part, coefficient) in &self.rows[place].terms {
            total = total.combine(&Number::ONE, coefficient, &self.value[*part]);
        }
        self.rows[place].total = total;

        let pivot = std::mem::replace(&mut self.rows[place], placeholder());
        let mut work = pivot.terms.len();
        for other in std::mem::take(&mut self.occurrences[entering]) {
            if other == place {
                continue;
            }
            let mut row = std::mem::replace(&mut self.rows[other], placeholder());
            let found = row.terms.binary_search_by_key(&entering, |term| term.0);
            let (_, coefficient) = row.terms.remove(found.expect("occurrences are kept in step"));
            row.total = row.total.combine(&Number::ONE, &-&coefficient, &old);
            let occurrences = &mut self.occurrences;
            self.rows[other] = combined(&row, &coefficient, &pivot, |part, came| {
                if came {
                    occurrences[part].push(other);
                } else {
                    forget(&mut occurrences[part], other);
                }
            });
            work = work.saturating_add(self.rows[other].terms.len());
        }
        self.rows[place] = pivot;
        work
    }

    /// Solves a row for one of its columns instead of the basic one; totals are left as they are.
    fn turn(&mut self, place: usize, entering: usize) {
        let row = &mut self.rows[place];
        let leaving = row.basic;
        let found = row.terms.binary_search_by_key(&entering, |term| term.0);
        let (_, coefficient) = row.terms.remove(found.expect("the column occurs in the row"));
        let positive = coefficient.is_positive();
        if positive {
            for (_, other) in &mut row.terms {
                *other = -&*other;
            }
        }
        let scale = std::mem::replace(&mut row.scale, coefficient.abs());
        let new = if positive { scale } else { -&scale };
        let slot = row.terms.partition_point(|term| term.0 < leaving);
        row.terms.insert(slot, (leaving, new));
        row.basic = entering;
        self.occurrences[leaving].clear();
        self.occurrences[leaving].push(place);
    }

    /// Takes out the rows of columns that may go; they can be defined again.
    pub fn drop_idle_rows(&mut self, idle: impl Fn(usize) -> bool) {
        let Tableau { rows, row_of, value, occurrences, .. } = self;
        let before = rows.len();
        rows.retain(|row| {
            let goes = idle(row.basic);
            if goes {
                row_of[row.basic] = NONE;
                value[row.basic] = Number::ZERO;
            }
            !goes
        });
        if rows.len() == before {
            return;
        }
        occurrences.iter_mut().for_each(Vec::clear);
        for (place, row) in rows.iter().enumerate() {
            row_of[row.basic] = place;
            row.terms.iter().for_each(|(part, _)| occurrences[*part].push(place));
        }
    }
}

/// A row while another is computed.
fn placeholder() -> Row {
    Row { basic: NONE, scale: Number::ZERO, terms: Vec::new(), total: Number::ZERO }
}

fn forget(occurrences: &mut Vec<usize>, row: usize) {
    if let Some(at) = occurrences.iter().position(|&other| other == row) {
        occurrences.swap_remove(at);
    }
}

/// The row plus `coefficient · other.basic`, with the definition of that column put in; tells which columns came and went.
fn combined(row: &Row, coefficient: &Number, other: &Row, mut change: impl FnMut(usize, bool)) -> Row {
    let divisor = if other.scale.is_one() { Number::ONE } else { coefficient.gcd(&other.scale) };
    let (by, times) = if divisor.is_one() {
        (other.scale.clone(), coefficient.clone())
    } else {
        (other.scale.floor_divide(&divisor), coefficient.floor_divide(&divisor))
    };
    let mut terms = Vec::with_capacity(row.terms.len().saturating_add(other.terms.len()));
    let (mut left, mut right) = (row.terms.iter().peekable(), other.terms.iter().peekable());
    loop {
        let order = match (left.peek(), right.peek()) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(a), Some(b)) => a.0.cmp(&b.0),
        };
        match (order, left.peek(), right.peek()) {
            (Ordering::Less, Some((part, a)), _) => {
                terms.push((*part, if by.is_one() { a.clone() } else { a * &by }));
                left.next();
            }
            (Ordering::Greater, _, Some((part, b))) => {
                terms.push((*part, b * &times));
                change(*part, true);
                right.next();
            }
            (Ordering::Equal, Some((part, a)), Some((_, b))) => {
                let sum = a.combine(&by, b, &times);
                if sum.is_zero() {
                    change(*part, false);
                } else {
                    terms.push((*part, sum));
                }
                left.next();
                right.next();
            }
            _ => unreachable!("the order says which side has a term"),
        }
    }
    let scale = &row.scale * &by;
    let total = row.total.combine(&by, &other.total, &times);
    let mut result = Row { basic: row.basic, scale, terms, total };
    result.reduce();
    result
}
