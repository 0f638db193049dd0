//! The dictionary of the simplex method and its steps, over either kind of number.
//!
//! See [`crate::simplex`] for the picture, the argument and the references. The entries lie in one vector, row after
//! row, so that a copy of a dictionary is one copy of memory: that is how trials are taken back.

mod optimise;
mod redundancy;
mod whole;

use crate::integer::Integer;
use crate::scalar::Scalar;
use budget::{Budget, OutOfBudget};

/// Why a computation on a dictionary did not end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Halt {
    /// A number did not fit its form.
    Overflow,
    /// The budget is spent.
    Budget,
}

impl From<OutOfBudget> for Halt {
    fn from(_: OutOfBudget) -> Halt {
        Halt::Budget
    }
}

/// What a row or a column of the dictionary stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quantity {
    /// An unknown, which has no sign.
    Unknown(usize),
    /// The slack of an inequality, which is not negative. The number is its rank in the least-index rule.
    Slack(usize),
    /// A slack whose sign is not asked for at present.
    Released(usize),
    /// The slack of an equality, which is zero.
    Fixed,
    /// The expression to minimise.
    Objective,
}

/// Where a minimisation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// At the minimum.
    Minimum,
    /// At a value that is not above the limit.
    BelowLimit,
    /// Nowhere: there is no lower bound.
    Unbounded,
}

/// A dictionary.
#[derive(Debug, Clone)]
pub(crate) struct Tableau<S> {
    denominator: S,
    /// The rows, each with its constant and one entry for each column.
    entries: Vec<S>,
    /// The distance from a row to the next.
    stride: usize,
    basic: Vec<Quantity>,
    columns: Vec<Quantity>,
    /// The rank that the next slack gets.
    next: usize,
}

type Halting<T> = Result<T, Halt>;

impl<S: Scalar> Tableau<S> {
    /// A dictionary of the system's constraints, at a vertex that may violate inequalities; none if the
    /// equalities have no rational solution.
    ///
    /// The slacks of the inequalities get the ranks from zero on, in their order.
    pub fn new<'a>(
        width: usize,
        equalities: impl Iterator<Item = &'a [Integer]>,
        inequalities: impl Iterator<Item = &'a [Integer]>,
        budget: &Budget,
    ) -> Halting<Option<Tableau<S>>> {
        let mut tableau = Tableau {
            denominator: S::one(),
            entries: Vec::with_capacity(width * (2 * width + 4)),
            stride: width,
            basic: Vec::with_capacity(2 * width + 4),
            columns: (0..width - 1).map(Quantity::Unknown).collect(),
            next: 0,
        };
        for equality in equalities {
            tableau.push_plain(equality, Quantity::Fixed)?;
        }
        let fixed = tableau.basic.len();
        for inequality in inequalities {
            let rank = tableau.next;
            tableau.push_plain(inequality, Quantity::Slack(rank))?;
            tableau.next += 1;
        }
        if fixed > 0 && !tableau.remove_fixed(budget)? {
            return Ok(None);
        }
        tableau.enter_unknowns(budget)?;
        Ok(Some(tableau))
    }

    fn push_plain(&mut self, row: &[Integer], quantity: Quantity) -> Halting<()> {
        for coefficient in row {
            self.entries.push(S::from_integer(coefficient).ok_or(Halt::Overflow)?);
        }
        self.basic.push(quantity);
        Ok(())
    }

    #[inline]
    fn row(&self, row: usize) -> &[S] {
        &self.entries[row * self.stride..row * self.stride + self.columns.len() + 1]
    }

    #[inline]
    fn entry(&self, row: usize, column: usize) -> &S {
        &self.entries[row * self.stride + column + 1]
    }

    #[inline]
    fn constant(&self, row: usize) -> &S {
        &self.entries[row * self.stride]
    }

    /// The common denominator of all entries.
    pub fn denominator(&self) -> &S {
        &self.denominator
    }

    /// Adds an inequality over the unknowns; the vertex may violate it afterwards.
    pub fn add_inequality(&mut self, inequality: &[Integer], budget: &Budget) -> Halting<()> {
        let rank = self.next;
        self.next += 1;
        self.push_expression(inequality, Quantity::Slack(rank))?;
        self.settle_last(budget)
    }

    /// Brings a new last row into the form that every other row has: no unknown is left among its columns.
    fn settle_last(&mut self, budget: &Budget) -> Halting<()> {
        let row = self.basic.len() - 1;
        let free = (0..self.columns.len())
            .find(|&j| matches!(self.columns[j], Quantity::Unknown(_)) && self.entry(row, j).sign() != 0);
        match free {
            Some(column) => self.pivot(row, column, budget),
            None => Ok(()),
        }
    }

    /// Adds a row for an expression over the unknowns.
    fn push_expression(&mut self, expression: &[Integer], quantity: Quantity) -> Halting<()> {
        let scalar = |value: &Integer| S::from_integer(value).ok_or(Halt::Overflow);
        let start = self.entries.len();
        self.entries.resize(start + self.stride, S::zero());
        let (old, new) = self.entries.split_at_mut(start);
        let zero = S::zero();
        let width = self.columns.len() + 1;
        new[0] = zero.plus_product(&scalar(&expression[0])?, &self.denominator).ok_or(Halt::Overflow)?;
        for (row, basic) in self.basic.iter().enumerate() {
            if let Quantity::Unknown(unknown) = basic
                && !expression[unknown + 1].is_zero()
            {
                let factor = scalar(&expression[unknown + 1])?;
                let source = &old[row * self.stride..row * self.stride + width];
                for (entry, value) in new.iter_mut().zip(source) {
                    *entry = entry.plus_product(&factor, value).ok_or(Halt::Overflow)?;
                }
            }
        }
        for (column, basic) in self.columns.iter().enumerate() {
            if let Quantity::Unknown(unknown) = basic
                && !expression[unknown + 1].is_zero()
            {
                let factor = scalar(&expression[unknown + 1])?;
                new[column + 1] =
                    new[column + 1].plus_product(&factor, &self.denominator).ok_or(Halt::Overflow)?;
            }
        }
        self.basic.push(quantity);
        Ok(())
    }

    fn remove_row(&mut self, row: usize) {
        let last = self.basic.len() - 1;
        if row != last {
            let (head, tail) = self.entries.split_at_mut(last * self.stride);
            head[row * self.stride..(row + 1) * self.stride].clone_from_slice(&tail[..self.stride]);
        }
        self.entries.truncate(last * self.stride);
        self.basic.swap_remove(row);
    }

    fn remove_column(&mut self, column: usize) {
        let last = self.columns.len() - 1;
        if column != last {
            for row in 0..self.basic.len() {
                let start = row * self.stride + 1;
                self.entries.swap(start + column, start + last);
            }
        }
        self.columns.swap_remove(column);
    }

    /// Pivots the slacks of equalities out and deletes them; false if an equality cannot hold.
    fn remove_fixed(&mut self, budget: &Budget) -> Halting<bool> {
        while let Some(row) = self.basic.iter().position(|q| *q == Quantity::Fixed) {
            // A pivot as small as the denominator keeps the numbers small.
            let nonzero = || (0..self.columns.len()).filter(|&j| self.entry(row, j).sign() != 0);
            let small = |j: &usize| {
                let entry = self.entry(row, *j);
                *entry == self.denominator || entry.negated() == self.denominator
            };
            match nonzero().find(small).or_else(|| nonzero().next()) {
                Some(column) => {
                    self.pivot(row, column, budget)?;
                    self.remove_column(column);
                }
                None => {
                    if self.constant(row).sign() != 0 {
                        return Ok(false);
                    }
                    self.remove_row(row);
                }
            }
        }
        Ok(true)
    }

    /// Pivots each unknown that some inequality restricts into the basis.
    fn enter_unknowns(&mut self, budget: &Budget) -> Halting<()> {
        for column in 0..self.columns.len() {
            if !matches!(self.columns[column], Quantity::Unknown(_)) {
                continue;
            }
            let mut found = None;
            for row in 0..self.basic.len() {
                if matches!(self.basic[row], Quantity::Slack(_)) && self.entry(row, column).sign() != 0 {
                    let entry = self.entry(row, column);
                    let small = *entry == self.denominator || entry.negated() == self.denominator;
                    if small {
                        found = Some(row);
                        break;
                    }
                    found = found.or(Some(row));
                }
            }
            if let Some(row) = found {
                self.pivot(row, column, budget)?;
            }
        }
        Ok(())
    }

    /// Exchanges the basic quantity of the row with the non-basic quantity of the column.
    fn pivot(&mut self, row: usize, column: usize, budget: &Budget) -> Halting<()> {
        budget.spend(self.basic.len())?;
        let (stride, width, c) = (self.stride, self.columns.len() + 1, column + 1);
        let flip = self.entries[row * stride + c].sign() < 0;
        // From here on the pivot row is held with a positive pivot.
        let mut pivot_row: Vec<S> = self.row(row).to_vec();
        if flip {
            pivot_row.iter_mut().for_each(|entry| *entry = entry.negated());
        }
        let pivot = pivot_row[c].clone();
        let same = pivot == self.denominator;
        for i in 0..self.basic.len() {
            if i == row {
                continue;
            }
            let other = &mut self.entries[i * stride..i * stride + width];
            let factor = other[c].clone();
            if factor.sign() == 0 {
                if !same {
                    for entry in other.iter_mut().filter(|entry| entry.sign() != 0) {
                        *entry = entry
                            .pivoted(&pivot, &factor, &factor, &self.denominator)
                            .ok_or(Halt::Overflow)?;
                    }
                }
                continue;
            }
            for (entry, value) in other.iter_mut().zip(&pivot_row) {
                *entry = entry.pivoted(&pivot, &factor, value, &self.denominator).ok_or(Halt::Overflow)?;
            }
            other[c] = if flip { factor.negated() } else { factor };
        }
        for (j, value) in pivot_row.iter().enumerate() {
            self.entries[row * stride + j] = match (j == c, flip) {
                (false, _) => value.negated(),
                (true, false) => self.denominator.clone(),
                (true, true) => self.denominator.negated(),
            };
        }
        self.denominator = pivot;
        std::mem::swap(&mut self.basic[row], &mut self.columns[column]);
        Ok(())
    }
}

#[inline]
fn slack(quantity: Quantity) -> Option<usize> {
    match quantity {
        Quantity::Slack(rank) => Some(rank),
        _ => None,
    }
}
