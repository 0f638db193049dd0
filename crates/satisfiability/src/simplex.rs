//! The general simplex method: do rational values exist between all bounds?
//!
//! # The algorithm
//!
//! Columns that are not basic always stand between their bounds. While a basic column is outside, it is exchanged with a column of
//! its row that can move in the direction that helps. If there is none, the bounds of the row's columns contradict each other, and
//! they are the explanation. Taking a bound back never breaks the invariant, so that backtracking restores bounds and nothing else.
//!
//! The basic column is always the one with the least place; the other is that with the fewest occurrences at first, and after
//! some exchanges that with the least place too, which is Bland's rule and ends.
//!
//! # Reference
//!
//! Dutertre, de Moura: *A Fast Linear-Arithmetic Solver for DPLL(T)*, CAV 2006, doi:10.1007/11817963_11.

use crate::linear::Terms;
use crate::literal::Literal;
use crate::tableau::Tableau;
use budget::{Budget, Budgeted};
use presburger::Integer as Number;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// How many exchanges are chosen for speed, before the rule that ends for sure.
const FREE_EXCHANGES: usize = 100;

/// Why a bound is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reason {
    /// The literal holds.
    Holds(Literal),
    /// It is tried, as the step of that number in a case distinction.
    Tried(usize),
}

/// The side of a column on which a bound is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Lower,
    Upper,
}

/// A number that a column may not pass.
#[derive(Debug, Clone)]
pub(crate) struct Bound {
    pub value: Number,
    pub reason: Reason,
}

/// Reasons that contradict each other.
pub(crate) type Conflict = Vec<Reason>;

/// Columns with bounds, and values that are looked for between them.
#[derive(Debug, Default)]
pub(crate) struct Simplex {
    pub tableau: Tableau,
    lower: Vec<Option<Bound>>,
    upper: Vec<Option<Bound>>,
    /// What forms are the sum of; nothing for variables.
    definitions: Vec<Option<Terms>>,
    /// Whether the tableau knows the column.
    present: Vec<bool>,
    /// The bounds that were replaced, latest last.
    replaced: Vec<(usize, Side, Option<Bound>)>,
    /// Basic columns that may be outside their bounds; all that are outside are in it.
    outside: BinaryHeap<Reverse<usize>>,
    /// Whether a column is in that queue.
    queued: Vec<bool>,
}

impl Simplex {
    /// A new column: a variable, or the sum of some.
    pub fn add_column(&mut self, definition: Option<Terms>) -> usize {
        self.lower.push(None);
        self.upper.push(None);
        self.present.push(definition.is_none());
        self.definitions.push(definition);
        self.queued.push(false);
        self.tableau.add_column()
    }

    /// What the column is the sum of; nothing for a variable.
    pub fn definition(&self, column: usize) -> Option<&Terms> {
        self.definitions[column].as_ref()
    }

    /// The number of columns.
    pub fn column_count(&self) -> usize {
        self.definitions.len()
    }

    /// The bound of a column on a side.
    #[inline]
    pub fn bound(&self, column: usize, side: Side) -> Option<&Bound> {
        match side {
            Side::Lower => self.lower[column].as_ref(),
            Side::Upper => self.upper[column].as_ref(),
        }
    }

    /// How many bounds were replaced so far: a place to come back to.
    pub fn mark(&self) -> usize {
        self.replaced.len()
    }

    /// Takes back the bounds since a mark.
    pub fn restore(&mut self, mark: usize) {
        while self.replaced.len() > mark {
            let Some((column, side, bound)) = self.replaced.pop() else { return };
            match side {
                Side::Lower => self.lower[column] = bound,
                Side::Upper => self.upper[column] = bound,
            }
        }
    }

    /// Bounds a column; the conflict if the other bound contradicts it.
    pub fn assert(
        &mut self,
        column: usize,
        side: Side,
        value: &Number,
        reason: Reason,
    ) -> Result<(), Conflict> {
        let (towards, other) = match side {
            Side::Lower => (Ordering::Less, Side::Upper),
            Side::Upper => (Ordering::Greater, Side::Lower),
        };
        if let Some(bound) = self.bound(column, side)
            && bound.value.cmp(value) != towards
        {
            return Ok(());
        }
        if let Some(bound) = self.bound(column, other)
            && bound.value.cmp(value) == towards
        {
            return Err(vec![bound.reason, reason]);
        }
        if !self.present[column] {
            self.present[column] = true;
            let definition = self.definitions[column].as_ref().expect("variables are always present");
            self.tableau.define(column, definition);
        }
        let bound = Some(Bound { value: value.clone(), reason });
        let old = match side {
            Side::Lower => std::mem::replace(&mut self.lower[column], bound),
            Side::Upper => std::mem::replace(&mut self.upper[column], bound),
        };
        self.replaced.push((column, side, old));
        if self.tableau.compare(column, value) == towards {
            if self.tableau.row_of(column).is_some() {
                self.queue(column);
            } else {
                self.tableau.set(column, value.clone());
                self.queue_occurrences(column);
            }
        }
        Ok(())
    }

    fn queue(&mut self, column: usize) {
        if !self.queued[column] {
            self.queued[column] = true;
            self.outside.push(Reverse(column));
        }
    }

    /// Looks again at all rows in which the column occurs.
    fn queue_occurrences(&mut self, column: usize) {
        for at in 0..self.tableau.occurrences(column).len() {
            let basic = self.tableau.rows[self.tableau.occurrences(column)[at]].basic;
            if self.violated(basic).is_some() {
                self.queue(basic);
            }
        }
    }

    /// The side on which the column is outside its bounds.
    fn violated(&self, column: usize) -> Option<Side> {
        if let Some(bound) = &self.lower[column]
            && self.tableau.compare(column, &bound.value).is_lt()
        {
            return Some(Side::Lower);
        }
        if let Some(bound) = &self.upper[column]
            && self.tableau.compare(column, &bound.value).is_gt()
        {
            return Some(Side::Upper);
        }
        None
    }

    /// Looks for values between all bounds; the conflict if there are none.
    pub fn check(&mut self, budget: &Budget<'_>) -> Budgeted<Result<(), Conflict>> {
        let mut exchanges = 0;
        while let Some(&Reverse(column)) = self.outside.peek() {
            let (Some(place), Some(side)) = (self.tableau.row_of(column), self.violated(column)) else {
                self.outside.pop();
                self.queued[column] = false;
                continue;
            };
            budget.spend(1 + self.tableau.rows[place].terms.len())?;
            let Some(entering) = self.entering(place, side, exchanges >= FREE_EXCHANGES) else {
                return Ok(Err(self.explain(place, side)));
            };
            let value = self.bound(column, side).expect("it is violated").value.clone();
            let work = self.tableau.pivot(place, entering, value);
            self.queue_occurrences(column);
            exchanges += 1;
            budget.spend(work)?;
        }
        Ok(Ok(()))
    }

    /// A column of the row that can move so that the basic column comes back to its bound.
    fn entering(&self, place: usize, side: Side, least: bool) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        for (column, coefficient) in &self.tableau.rows[place].terms {
            let up = coefficient.is_positive() == (side == Side::Lower);
            let limit = self.bound(*column, if up { Side::Upper } else { Side::Lower });
            let free = limit.is_none_or(|bound| bound.value != *self.tableau.value(*column));
            if !free {
                continue;
            }
            if least {
                return Some(*column);
            }
            let count = self.tableau.occurrences(*column).len();
            if best.is_none_or(|(fewest, _)| count < fewest) {
                best = Some((count, *column));
            }
        }
        best.map(|(_, column)| column)
    }

    /// The bounds that keep the basic column of a row outside.
    fn explain(&self, place: usize, side: Side) -> Conflict {
        let row = &self.tableau.rows[place];
        let mut conflict = vec![self.bound(row.basic, side).expect("it is violated").reason];
        for (column, coefficient) in &row.terms {
            let up = coefficient.is_positive() == (side == Side::Lower);
            let limit = self.bound(*column, if up { Side::Upper } else { Side::Lower });
            conflict.push(limit.expect("a column without a limit can move").reason);
        }
        conflict
    }

    /// Brings the columns that are not basic as close to zero as their bounds allow.
    pub fn centre(&mut self) {
        self.drop_idle_rows();
        for column in 0..self.column_count() {
            if self.tableau.row_of(column).is_some() {
                continue;
            }
            let lower =
                self.lower[column].as_ref().map(|bound| &bound.value).filter(|value| value.is_positive());
            let upper =
                self.upper[column].as_ref().map(|bound| &bound.value).filter(|value| value.is_negative());
            let value = lower.or(upper).cloned().unwrap_or_default();
            if value != *self.tableau.value(column) {
                self.tableau.set(column, value);
                self.queue_occurrences(column);
            }
        }
    }

    /// Forgets the rows of forms without bounds.
    pub fn drop_idle_rows(&mut self) -> usize {
        let mut work = self.definitions.len();
        let Simplex { tableau, lower, upper, definitions, present, .. } = self;
        let idle = |column: usize| {
            definitions[column].is_some() && lower[column].is_none() && upper[column].is_none()
        };
        tableau.drop_idle_rows(idle);
        // Those that are not basic become so, if a row can be found for the exchange.
        for column in (0..definitions.len()).filter(|&column| idle(column)) {
            let occurrences = tableau.occurrences(column);
            let place = occurrences.iter().copied().find(|&place| !idle(tableau.rows[place].basic));
            let Some(place) = place.filter(|_| tableau.row_of(column).is_none()) else { continue };
            let leaving = tableau.rows[place].basic;
            let (floor, whole) = tableau.floor(leaving);
            let above = lower[leaving].as_ref().is_none_or(|bound| floor >= bound.value);
            let below = upper[leaving].as_ref().is_none_or(|bound| floor <= bound.value);
            if whole && above && below {
                work += tableau.pivot(place, column, floor);
            }
        }
        tableau.drop_idle_rows(idle);
        for (column, present) in present.iter_mut().enumerate() {
            *present &= definitions[column].is_none()
                || tableau.row_of(column).is_some()
                || !tableau.occurrences(column).is_empty();
        }
        work
    }
}
