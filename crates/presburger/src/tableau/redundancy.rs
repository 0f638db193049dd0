//! Which slacks are redundant, and which may be zero everywhere.

use super::{End, Halting, Quantity, Tableau, slack};
use crate::scalar::Scalar;
use budget::Budget;

impl<S: Scalar> Tableau<S> {
    /// Is the slack of this rank redundant: can it not reach the value −1 while the others are not negative?
    ///
    /// The vertex must satisfy all inequalities. A redundant slack is removed; otherwise the dictionary must not
    /// be used any more.
    pub fn remove_if_redundant(&mut self, rank: usize, budget: &Budget) -> Halting<bool> {
        let row = match self.columns.iter().position(|q| *q == Quantity::Slack(rank)) {
            None => self.basic.iter().position(|q| *q == Quantity::Slack(rank)),
            Some(column) => {
                // Let it grow until something else reaches zero; where nothing does, any row will do.
                let row = self.blocking_row(column).or_else(|| {
                    (0..self.basic.len())
                        .find(|&i| slack(self.basic[i]).is_some() && self.entry(i, column).sign() != 0)
                });
                match row {
                    // No other slack depends on it: it can take any value.
                    None => return Ok(false),
                    Some(row) => {
                        let blocked = self.entry(row, column).sign() < 0;
                        self.pivot(row, column, budget)?;
                        if !blocked {
                            return self.release_far(row, budget);
                        }
                        Some(row)
                    }
                }
            }
        };
        let Some(row) = row else { return Ok(true) };
        self.release(row, rank, budget)
    }

    /// Lets the slack in a row fall to −1 if it can; removes it if it cannot.
    fn release(&mut self, row: usize, rank: usize, budget: &Budget) -> Halting<bool> {
        self.basic[row] = Quantity::Released(rank);
        let limit = S::one().negated();
        let end = self.improve(row, Some(&limit), budget)?;
        if end == End::Minimum {
            self.remove_row(row);
        }
        Ok(end == End::Minimum)
    }

    /// As [`Tableau::release`], after a pivot that broke the vertex: it is repaired without the slack first.
    fn release_far(&mut self, row: usize, budget: &Budget) -> Halting<bool> {
        let Quantity::Slack(rank) = self.basic[row] else { return Ok(false) };
        self.basic[row] = Quantity::Released(rank);
        if !self.repair(budget)? {
            return Ok(false);
        }
        let row = self.basic.iter().position(|q| *q == Quantity::Released(rank));
        let Some(row) = row else { return Ok(false) };
        self.release(row, rank, budget)
    }

    /// The ranks of the slacks that are below one at the vertex.
    pub fn below_one(&self) -> Vec<usize> {
        let small = |row: &usize| {
            let one = S::one();
            S::compare_products(self.constant(*row), &one, &self.denominator, &one).is_lt()
        };
        let basic = (0..self.basic.len()).filter(small).filter_map(|row| slack(self.basic[row]));
        basic.chain(self.columns.iter().filter_map(|q| slack(*q))).collect()
    }
}
