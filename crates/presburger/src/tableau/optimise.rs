//! The simplex method proper: making a vertex feasible, and minimising from there.

use super::{End, Halting, Quantity, Tableau, slack};
use crate::integer::Integer;
use crate::scalar::Scalar;
use budget::Budget;
use std::cmp::Ordering;

impl<S: Scalar> Tableau<S> {
    /// Makes every slack non-negative; false if that is impossible.
    pub fn repair(&mut self, budget: &Budget) -> Halting<bool> {
        // The most violated row is the best guess; the least-index rule takes over so that the repair ends.
        let mut guesses = 2 * (self.basic.len() + self.columns.len());
        loop {
            let mut broken: Option<(usize, usize)> = None;
            for row in 0..self.basic.len() {
                let Quantity::Slack(rank) = self.basic[row] else { continue };
                if self.constant(row).sign() >= 0 {
                    continue;
                }
                let better = broken.is_none_or(|(best_rank, best)| {
                    if guesses > 0 {
                        let one = S::one();
                        S::compare_products(self.constant(row), &one, self.constant(best), &one).is_lt()
                    } else {
                        rank < best_rank
                    }
                });
                if better {
                    broken = Some((rank, row));
                }
            }
            let Some((_, row)) = broken else { return Ok(true) };
            let entering = (0..self.columns.len())
                .filter(|&j| self.entry(row, j).sign() > 0)
                .filter_map(|j| slack(self.columns[j]).map(|rank| (rank, j)))
                .min();
            let Some((_, column)) = entering else { return Ok(false) };
            guesses = guesses.saturating_sub(1);
            self.pivot(row, column, budget)?;
        }
    }

    /// The row of an expression, minimised or brought down to the limit, as its value at the end.
    ///
    /// The vertex must satisfy all inequalities, and does afterwards.
    pub fn minimise(
        &mut self,
        expression: &[Integer],
        limit: Option<&S>,
        budget: &Budget,
    ) -> Halting<(End, S)> {
        self.push_expression(expression, Quantity::Objective)?;
        let place = self.basic.len() - 1;
        let end = self.improve(place, limit, budget)?;
        let value = self.constant(place).clone();
        self.remove_row(place);
        Ok((end, value))
    }

    /// Minimises the objective in row `place`, stopping early at a value (not a numerator) of at most the limit.
    pub(super) fn improve(&mut self, place: usize, limit: Option<&S>, budget: &Budget) -> Halting<End> {
        loop {
            if let Some(limit) = limit
                && S::compare_products(self.constant(place), &S::one(), limit, &self.denominator).is_le()
            {
                return Ok(End::BelowLimit);
            }
            let mut entering: Option<(usize, usize)> = None;
            for j in 0..self.columns.len() {
                let sign = self.entry(place, j).sign();
                match slack(self.columns[j]) {
                    None if sign != 0 => return Ok(End::Unbounded),
                    Some(rank) if sign < 0 && entering.is_none_or(|(best, _)| rank < best) => {
                        entering = Some((rank, j));
                    }
                    _ => {}
                }
            }
            let Some((_, column)) = entering else { return Ok(End::Minimum) };
            let Some(row) = self.blocking_row(column) else { return Ok(End::Unbounded) };
            self.pivot(row, column, budget)?;
        }
    }

    /// The slack that first reaches zero as the column grows; the least rank among equals.
    pub(super) fn blocking_row(&self, column: usize) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        for row in 0..self.basic.len() {
            let Some(rank) = slack(self.basic[row]) else { continue };
            if self.entry(row, column).sign() >= 0 {
                continue;
            }
            let better = best.is_none_or(|(best_rank, best)| {
                // Both coefficients are negative, so the order of the two ratios is turned round.
                let order = S::compare_products(
                    self.constant(row),
                    self.entry(best, column),
                    self.constant(best),
                    self.entry(row, column),
                );
                match order {
                    Ordering::Greater => true,
                    Ordering::Equal => rank < best_rank,
                    Ordering::Less => false,
                }
            });
            if better {
                best = Some((rank, row));
            }
        }
        best.map(|(_, row)| row)
    }
}
